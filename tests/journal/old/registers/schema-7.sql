PRAGMA application_id=1098015314;
PRAGMA user_version=7;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'register','people_accounts_tablets','2026-11-23 00:33:42.403654+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'register','accounts_with_numbers','2026-11-23 00:33:42.427074+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'register','names_apart','2026-11-23 00:33:42.438992+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'register','devices_at_boards','2026-11-23 00:33:42.452869+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'register','names_as_they_ask','2026-11-23 00:33:42.459276+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'register','clubs_of_officials','2026-11-23 00:33:42.495236+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'register','devices_that_wait','2026-11-23 00:33:42.502931+00:00');
CREATE TABLE account (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL, role TEXT NOT NULL,
        password TEXT NOT NULL, tournaments TEXT NOT NULL, boards TEXT NOT NULL, until TEXT NOT NULL,
        ended INTEGER NOT NULL
    , "club" TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "account" VALUES(211127,'Anna Bakker','anna bakker','arbiter','scrypt:2','[]','[]','',0,'Damclub Gouda');
INSERT INTO "account" VALUES(673374,'Chief Arbiter','chief arbiter','director','scrypt:1','[]','[]','',0,'');
CREATE TABLE credential (
        id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, account INTEGER NOT NULL,
        role TEXT NOT NULL, made INTEGER NOT NULL, until INTEGER NOT NULL, seen INTEGER NOT NULL,
        device TEXT NOT NULL, ended INTEGER NOT NULL
    ) STRICT;
INSERT INTO "credential" VALUES(1,'a','session',211127,'',100,900,100,'Firefox',0);
CREATE TABLE device (
    id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, tournament TEXT NOT NULL, board INTEGER NOT NULL,
    side TEXT NOT NULL, epoch INTEGER NOT NULL, made INTEGER NOT NULL, name TEXT NOT NULL, bound INTEGER NOT NULL
, address TEXT NOT NULL DEFAULT '', seen INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "device" VALUES(1,'00000007','spring',7,'white',1,100,'tablet',1,'192.0.2.7',150);
CREATE TABLE person (
            tournament TEXT NOT NULL, entry INTEGER NOT NULL,
            name TEXT NOT NULL, rating INTEGER, club TEXT, federation TEXT, title TEXT, born TEXT, sex TEXT,
            folded TEXT NOT NULL, family TEXT, given TEXT, number TEXT, shown TEXT, PRIMARY KEY (tournament, entry)
        ) STRICT;
INSERT INTO "person" VALUES('spring',1,'Ton Sijbrands',2400,'Damclub Gouda','NED','GMI','1949','m','ton sijbrands','Sijbrands','Ton','10001',NULL);
INSERT INTO "person" VALUES('spring',2,'José Strauß',NULL,NULL,NULL,NULL,NULL,NULL,'josé strauss',NULL,NULL,NULL,'short');
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
