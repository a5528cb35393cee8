/** The place where a server listens: in a folder (a Unix socket) or on a port of the loopback interface. */
export type Endpoint = { folder: string } | { port: number };

export type Settings = { [name: string]: string };

/** The access rules: every connection needs a password, since other users of the machine could reach the socket. */
export const hostRules = 'local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n';

/** Settings for one small platform on a laptop. */
const modest: Settings = {
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Two cores gain little from it, and containers give it too small a /dev/shm.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  password_encryption: 'scram-sha-256',
};

/** Errors and statements quote values, which may be personal data: only the server's own news. */
const discreetLog: Settings = {
  log_line_prefix: '',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** The settings for data nobody will miss: tests. */
const careless: Settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Returns all settings of a server as command line arguments. `extra` wins over ours. */
export function toArguments(
  endpoint: Endpoint,
  hostRulesFile: string,
  durable: boolean,
  extra: Settings = {},
): string[] {
  const listening: Settings =
    'folder' in endpoint
      ? {
          listen_addresses: '',
          unix_socket_directories: `"${endpoint.folder}"`,
          unix_socket_permissions: '0700',
          port: '5432',
        }
      : {
          listen_addresses: '127.0.0.1',
          unix_socket_directories: '',
          port: String(endpoint.port),
        };
  const all = {
    ...modest,
    ...discreetLog,
    ...(durable ? {} : careless),
    ...extra,
    ...listening,
    hba_file: hostRulesFile,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
