#!/bin/sh
# Runs once, when the cluster is new: the platform's login owns its database and may create the two
# roles of its migrations, and is no superuser.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$ATRIUM_DATABASE_PASSWORD" --username "$POSTGRES_USER" <<'SQL'
create role atrium login createrole password :'password';
create database atrium owner atrium;
SQL
