PRAGMA application_id=1098015314;
PRAGMA user_version=4;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'register','people_accounts_tablets','2026-11-23 00:33:42.065003+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'register','accounts_with_numbers','2026-11-23 00:33:42.088022+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'register','names_apart','2026-11-23 00:33:42.106500+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'register','devices_at_boards','2026-11-23 00:33:42.117968+00:00');
CREATE TABLE account (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL, role TEXT NOT NULL,
        password TEXT NOT NULL, tournaments TEXT NOT NULL, boards TEXT NOT NULL, until TEXT NOT NULL,
        ended INTEGER NOT NULL
    ) STRICT;
INSERT INTO "account" VALUES(667157,'Anna Bakker','anna bakker','arbiter','scrypt:2','[]','[]','',0);
INSERT INTO "account" VALUES(811510,'Chief Arbiter','chief arbiter','director','scrypt:1','[]','[]','',0);
CREATE TABLE credential (
        id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, account INTEGER NOT NULL,
        role TEXT NOT NULL, made INTEGER NOT NULL, until INTEGER NOT NULL, seen INTEGER NOT NULL,
        device TEXT NOT NULL, ended INTEGER NOT NULL
    ) STRICT;
INSERT INTO "credential" VALUES(1,'a','session',667157,'',100,900,100,'Firefox',0);
CREATE TABLE device (
    id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, tournament TEXT NOT NULL, board INTEGER NOT NULL,
    side TEXT NOT NULL, epoch INTEGER NOT NULL, made INTEGER NOT NULL, name TEXT NOT NULL, bound INTEGER NOT NULL
) STRICT;
INSERT INTO "device" VALUES(1,'00000007','spring',7,'white',1,100,'tablet',1);
CREATE TABLE person (
            tournament TEXT NOT NULL, entry INTEGER NOT NULL,
            name TEXT NOT NULL, rating INTEGER, club TEXT, federation TEXT, title TEXT, born TEXT, sex TEXT,
            folded TEXT NOT NULL, family TEXT, given TEXT, number TEXT, PRIMARY KEY (tournament, entry)
        ) STRICT;
INSERT INTO "person" VALUES('spring',1,'Ton Sijbrands',2400,'Damclub Gouda','NED','GMI','1949','m','ton sijbrands','Sijbrands','Ton','10001');
INSERT INTO "person" VALUES('spring',2,'José Strauß',NULL,NULL,NULL,NULL,NULL,NULL,'josé strauss',NULL,NULL,NULL);
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
CREATE UNIQUE INDEX account_by_name ON account (folded) WHERE NOT ended;
CREATE INDEX credential_of ON credential (account);
CREATE INDEX device_of ON device (tournament, board);
