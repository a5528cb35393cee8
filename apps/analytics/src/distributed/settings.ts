import type { readEnv } from '@atrium/kit/env.ts';

/** Says where the servers of the log are, and how many streams it has. */
export type LogSettings = {
  servers: string[];
  user: string | undefined;
  pass: string | undefined;
  isEncrypted: boolean;
  /** Addresses at which the servers tell of themselves. */
  monitorUrls: string[];
  shards: number;
  /** Whether this process stores events, besides taking them in and answering. */
  writes: boolean;
};

/** Reads the settings of the distributed form; undefined for the embedded one. */
export function readLogSettings(reader: ReturnType<typeof readEnv>): LogSettings | undefined {
  const { optional, int, flag, fault } = reader;
  const shards = int('ANALYTICS_SHARDS', 8, { min: 1, max: 256 });
  const writes = flag('ANALYTICS_WRITES', true);
  const given = optional('NATS_URL');
  if (given === undefined) return undefined;
  if (optional('CLICKHOUSE_URL') === undefined)
    return fault(
      'NATS_URL needs CLICKHOUSE_URL too, since an embedded store belongs to one process',
      undefined,
    );
  const urls = given.split(',').map((each) => URL.parse(each.trim()));
  const known = urls.filter((each): each is URL => /^(nats|tls):$/.test(each?.protocol ?? ''));
  const [first] = known;
  if (!first || known.length < urls.length)
    return fault(
      'NATS_URL must be addresses such as nats://host:4222, with commas between',
      undefined,
    );
  if (known.some(({ protocol }) => protocol !== first.protocol))
    return fault('NATS_URL must be nats:// addresses only, or tls:// addresses only', undefined);
  const monitors = (optional('NATS_MONITOR_URL') ?? '').split(',').map((each) => each.trim());
  return {
    servers: known.map(({ host }) => host),
    user: decodeURIComponent(first.username) || undefined,
    pass: decodeURIComponent(first.password) || undefined,
    isEncrypted: first.protocol === 'tls:',
    monitorUrls: monitors.filter(Boolean),
    shards,
    writes,
  };
}
