import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { names } from '../src/distributed/names.ts';
import { readStream } from '../src/distributed/read-stream.ts';
import { startHttpEngine } from '../src/store/http-engine.ts';
import { startNats } from './nats-server.ts';

/** One of the two forms that the service has, as tests see it. */
type Form = {
  settings: Record<string, string>;
  /** Returns all that lies on the disk of what waits for the store. */
  journaled(): string;
  /** Returns the events that the store refused and that are kept aside. */
  refusedEvents(): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
};

let form = embedded;

/** Starts the worlds that tests make from now on in the embedded or in the distributed form. */
export function useForm(name: 'embedded' | 'distributed'): void {
  form = name === 'embedded' ? embedded : distributed;
}

/** Starts what a world in a folder needs besides itself. */
export const formNow = (directory: string) => form(directory);

async function embedded(directory: string): Promise<Form> {
  return {
    settings: {},
    journaled: () => textsIn(join(directory, 'journal')),
    async refusedEvents() {
      const path = join(directory, 'refused-events.ndjson');
      return existsSync(path) ? eventsOf(readFileSync(path, 'utf8').split('\n')) : [];
    },
    stop: async () => {},
  };
}

async function distributed(directory: string): Promise<Form> {
  const engine = await startHttpEngine(join(directory, 'engine'));
  const [server] = await startNats(directory, 1);
  if (!server) throw new Error('There is no server');
  return {
    settings: {
      NATS_URL: server.url,
      NATS_MONITOR_URL: server.monitorUrl,
      CLICKHOUSE_URL: engine.url,
      ANALYTICS_SHARDS: '2',
    },
    journaled: () => textsIn(server.store),
    async refusedEvents() {
      const { host, username: user, password: pass } = new URL(server.url);
      const nc = await connect({ servers: host, user, pass });
      const messages = await readStream(nc, names.refused, 1);
      await nc.close();
      return eventsOf(messages.map(({ msg }) => msg.string()));
    },
    async stop() {
      await server.stop();
      engine.stop();
    },
  };
}

function textsIn(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile());
  return files.map((each) => readFileSync(join(each.parentPath, each.name), 'latin1')).join('\n');
}

const eventsOf = (lines: readonly string[]): Record<string, unknown>[] =>
  lines.filter(Boolean).map((line) => JSON.parse(line));
