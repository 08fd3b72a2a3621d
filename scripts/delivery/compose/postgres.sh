#!/bin/sh
# Stands in for the entrypoint of the official image of Postgres, as its page describes it: makes the database at the first start,
# runs what is in /docker-entrypoint-initdb.d, and starts the server as `postgres`.
set -eu
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -m 0700 "$PGDATA" /var/run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  # The settings of the server, without the network.
  settings=$(shift && printf "'%s' " "$@")
  pg_ctl --wait --options "$settings -c listen_addresses=" start
  createdb --username=postgres "$POSTGRES_DB"
  for file in /docker-entrypoint-initdb.d/*; do
    case $file in
      *.sh) sh "$file" ;;
      *.sql) psql --set=ON_ERROR_STOP=1 --no-psqlrc --username=postgres --dbname="$POSTGRES_DB" --file="$file" ;;
    esac
  done
  pg_ctl --mode=fast --wait stop
fi
exec "$@"
