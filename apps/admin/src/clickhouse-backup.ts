import { setTimeout as pause } from 'node:timers/promises';
import { type Env, readEnv } from '@atrium/kit/env.ts';

const usualPollMs = 2_000;

/**
 * Lets a ClickHouse server copy the database of analytics to one of its disks, by its own BACKUP statement,
 * and waits until the copy is made, however long that takes. Throws what the server says when it is not made,
 * and the signal's reason once that is aborted; the server goes on then.
 */
export async function backUpClickHouse(
  environment: Env,
  disk: string,
  stopping: AbortSignal,
  pollMs = usualPollMs,
): Promise<void> {
  const env = readEnv(environment);
  const given = env.url('CLICKHOUSE_URL');
  const cluster = env.optional('CLICKHOUSE_CLUSTER');
  env.done();
  const { origin, username, password, pathname } = new URL(given);
  const database = decodeURIComponent(pathname.slice(1)) || 'default';
  const everywhere = cluster ? ` ON CLUSTER ${quoted(cluster)}` : '';
  const moment = new Date().toISOString().replace(/[-:]/g, '');
  const headers = {
    'x-clickhouse-user': decodeURIComponent(username) || 'default',
    'x-clickhouse-key': decodeURIComponent(password),
    'x-clickhouse-format': 'TabSeparated',
  };

  /** Returns the values of the only row of an answer. A failure may be told after a status of 200. */
  async function ask(statement: string): Promise<string[]> {
    const init = { method: 'POST', headers, body: statement, signal: stopping };
    const response = await fetch(origin, init).catch(({ message, cause }: Error) => {
      stopping.throwIfAborted();
      throw refused(cause instanceof Error ? cause.message : message);
    });
    const answer = await response.text();
    if (!response.ok || response.headers.has('x-clickhouse-exception-code')) throw refused(answer);
    return answer.trimEnd().split('\t');
  }

  const [id = '', begun = ''] = await ask(
    `BACKUP DATABASE ${quoted(database)}${everywhere} TO Disk('${disk}', 'atrium-${moment}') ASYNC`,
  );
  if (!/^[\w-]+$/.test(id)) throw refused([id, begun].join(' '));
  // Who began it knows of it, and an address may lead to each of a cluster.
  const told = cluster
    ? `clusterAllReplicas(${quoted(cluster)}, system.backups)`
    : 'system.backups';
  let [status, error] = [begun, ''];
  while (status === 'CREATING_BACKUP') {
    await pause(pollMs, undefined, { signal: stopping });
    [status = '', error = ''] = await ask(`SELECT status, error FROM ${told} WHERE id = '${id}'`);
  }
  if (status !== 'BACKUP_CREATED')
    throw refused(error || status || 'it no longer knows of it, as after a new start');
}

const refused = (why: string) =>
  new Error(`The ClickHouse server took no backup: ${why.trim().slice(0, 300)}`);

const quoted = (name: string): string => `\`${name.replace(/[`\\]/g, '\\$&')}\``;
