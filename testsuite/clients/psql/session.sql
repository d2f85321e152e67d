-- A session as a person types it: undeclared attributes, errors, transactions.
\set VERBOSITY verbose
\set SHOW_CONTEXT never
\pset null '(null)'
CREATE TABLE packages (package text, version text, architecture text, PRIMARY KEY (package, version, architecture));
INSERT INTO packages (package, version, architecture, section, installed_size) VALUES ('zlib1g', '1:1.2.13', 'amd64', 'libs', 171);
INSERT INTO packages (package, version, architecture, homepage) VALUES ('zsh', '5.9', 'amd64', 'https://www.zsh.org/'), ('zsh', '5.8', 'i386', null);
SELECT * FROM packages WHERE package = 'zlib1g';
SELECT * FROM packages ORDER BY package, version;
SELECT package, pg_typeof(installed_size) FROM packages WHERE installed_size IS NOT NULL;
UPDATE packages SET essential = true WHERE package = 'zsh' RETURNING package, version, essential;
DELETE FROM packages WHERE package = 'zsh' AND version = '5.8';
INSERT INTO packages (package, version, architecture) VALUES ('zsh', '5.9', 'amd64');
\echo :SQLSTATE
SELECT nosuch FROM packages;
\echo :SQLSTATE
SELECT package FROM pakages;
SELECT 1 +
  'x';
BEGIN;
INSERT INTO packages (package, version, architecture) VALUES ('a', '1', 'all');
SELECT 1/0;
SELECT 2;
COMMIT;
SELECT count(*) FROM packages;
BEGIN; INSERT INTO packages (package, version, architecture) VALUES ('b', '1', 'all'); COMMIT;
SELECT count(*) FROM packages;
PREPARE one AS SELECT section FROM packages WHERE package = $1;
EXECUTE one('zlib1g');
SELECT 1 AS one, 'two' AS two \gdesc
SELECT 'expanded' AS mode, 1 AS n \gx
SELECT section FROM packages WHERE package = 'zlib1g' \gset
\echo :section
\x auto
\timing off
SELECT 'select 1 as generated' \gexec
\if :{?section}
SELECT 'taken' AS branch;
\endif
SELECT 1; SELECT 2;
\copy (SELECT package, version FROM packages ORDER BY 1, 2) TO STDOUT (FORMAT csv, HEADER)
COPY packages (package, version, architecture) FROM STDIN (FORMAT csv);
c,1,all
d,2,all
\.
COPY packages TO STDOUT;
COPY packages (package, version, architecture) FROM STDIN;
e	1	all
f
\.
SELECT count(*) FROM packages;
