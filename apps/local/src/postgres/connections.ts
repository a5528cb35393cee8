import type { Env } from '@atrium/kit/env.ts';
import type { Passwords } from './cluster.ts';
import type { Endpoint } from './settings.ts';

/** `postgres` is the superuser, `atrium` the ordinary login that owns the database `atrium`. */
export type Role = 'postgres' | 'atrium';

export type Connections = {
  /** Options that pg takes. */
  options(database?: string, role?: Role): ConnectionOptions;
  /** A URL with everything in it. Over a socket in libpq’s form. */
  url(database?: string, role?: Role): string;
  adminUrl: string;
  /** The environment of a child that connects with `postgres(DATABASE_URL)`. */
  environment: Env;
};

type ConnectionOptions = {
  host: string;
  port: number;
  user: Role;
  password: string;
  database: string;
};

/** Returns the ways to connect to a server at this endpoint. */
export function connectionsTo(endpoint: Endpoint, passwords: Passwords): Connections {
  const host = 'folder' in endpoint ? endpoint.folder : '127.0.0.1';
  const port = 'folder' in endpoint ? 5432 : endpoint.port;
  const passwordOf = { postgres: passwords.admin, atrium: passwords.owner };

  const options = (database = 'atrium', role: Role = 'atrium'): ConnectionOptions => ({
    host,
    port,
    user: role,
    password: passwordOf[role],
    database,
  });
  const url = (database = 'atrium', role: Role = 'atrium') => {
    const login = `postgres://${role}:${passwordOf[role]}`;
    return 'folder' in endpoint
      ? `${login}@localhost/${database}?host=${encodeURIComponent(host)}`
      : `${login}@${host}:${port}/${database}`;
  };
  return {
    options,
    url,
    adminUrl: url('postgres', 'postgres'),
    environment: 'folder' in endpoint ? socketEnvironment(options()) : { DATABASE_URL: url() },
  };
}

// Like libpq, pg reads the folder of a socket from PGHOST.
function socketEnvironment({ host, port, user, password, database }: ConnectionOptions): Env {
  return {
    DATABASE_URL: `postgres:///${database}`,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
  };
}
