package ast

// Backup is BACKUP TO 'folder' [WITH (option, …)].
type Backup struct {
	Loc
	Folder  string
	Options []Option
}

func (*Backup) statement() {}
