PRAGMA application_id=1098015314;
PRAGMA user_version=1;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'register','people_accounts_tablets','2026-11-23 00:33:41.877598+00:00');
CREATE TABLE account (name TEXT PRIMARY KEY, role TEXT NOT NULL, password TEXT NOT NULL) STRICT;
INSERT INTO "account" VALUES('Chief Arbiter','director','scrypt:1');
INSERT INTO "account" VALUES('Anna Bakker','arbiter','scrypt:2');
CREATE TABLE person (
            tournament TEXT NOT NULL, entry INTEGER NOT NULL,
            name TEXT NOT NULL, rating INTEGER, club TEXT, federation TEXT, title TEXT, born TEXT, sex TEXT,
            folded TEXT NOT NULL, PRIMARY KEY (tournament, entry)
        ) STRICT;
INSERT INTO "person" VALUES('spring',1,'Ton Sijbrands',2400,'Damclub Gouda','NED','GMI','1949','m','ton sijbrands');
INSERT INTO "person" VALUES('spring',2,'José Strauß',NULL,NULL,NULL,NULL,NULL,NULL,'josé strauss');
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO "setting" VALUES('url','http://hall.local');
CREATE TABLE tablet (
            tournament TEXT NOT NULL, board INTEGER NOT NULL, epoch INTEGER NOT NULL, PRIMARY KEY (tournament, board)
        ) STRICT;
INSERT INTO "tablet" VALUES('spring',0,1);
INSERT INTO "tablet" VALUES('spring',3,2);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX person_by_name ON person (tournament, folded);
