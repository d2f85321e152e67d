package sysview

import "github.com/sparrowdb/sparrow/catalog"

// sparrowViews are the views of schema sparrow.
var sparrowViews = []*catalog.View{
	sparrowInstances, sparrowTables, sparrowAttributes, sparrowPartitions, sparrowPartitionEvents,
	sparrowThroughput, sparrowLimits, sparrowLimitChanges, sparrowSessions, sparrowSettings,
	sparrowJobs,
}

// pgCatalogViews are the views of pg_catalog that have rows.
var pgCatalogViews = []*catalog.View{
	pgAggregate, pgAm, pgAttrdef, pgAttribute, pgAuthMembers, pgAuthid, pgCast, pgClass, pgCollation, pgConstraint,
	pgCursors, pgDatabase, pgDbRoleSetting, pgDepend, pgDescription, pgEnum, pgGroup, pgIndex, pgIndexes, pgLanguage, pgLocks, pgNamespace,
	pgOpclass, pgOperator, pgPreparedStatements, pgProc, pgRange, pgRoles, pgSequence, pgSequences, pgSettings, pgShadow, pgShdescription,
	pgStatActivity, pgStatAllTables, pgStatDatabase, pgStatUserTables, pgStats, pgTables, pgTablespace, pgTimezoneNames,
	pgType, pgUser, pgViews,
}

// informationSchemaViews are the views of information_schema that have rows.
var informationSchemaViews = []*catalog.View{
	isApplicableRoles, isCatalogName, isCharacterSets, isCheckConstraints, isColumns, isConstraintColumnUsage,
	isEnabledRoles, isKeyColumnUsage, isRoleTableGrants, isSchemata, isSequences, isTableConstraints, isTablePrivileges,
	isTables, isViews,
}
