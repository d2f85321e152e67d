package dataset

var DS = &Suite{Name: "ds", files: dsFiles}
