#!/bin/sh
# Gives the owner its password, once, when the database is made. The file is not in the process list, nor is the password.
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=celadon --set=word="$(cat /run/secrets/owner-password)" <<'SQL'
alter role celadon_owner password :'word';
SQL
