-- Meta-commands, all of which must succeed. FR-022, FR-024.
CREATE TABLE cpk (a integer, b text, c numeric(10,2) DEFAULT 1.5, d text NOT NULL, PRIMARY KEY (a, b), CHECK (c > 0));
COMMENT ON TABLE cpk IS 'a comment';
INSERT INTO cpk (a, b, d, free) VALUES (1, 'x', 'y', 'z');
CREATE ROLE reader LOGIN;
GRANT SELECT ON cpk TO reader;
\d
\d cpk
\d+ cpk
\dt
\dt+ cpk
\l
\dn
\du
\dg
\conninfo
\di
\dv
\dm
\ds
\dT
\dx
\dp
\df nosuch
\da nosuch
\do nosuch
\dD
\db
\des
\ddp
\dRp
\dO nosuch
\dc nosuch
\dC nosuch
\dF nosuch
\dL nosuch
\dy
\dt nosuch*
\z cpk
\encoding
