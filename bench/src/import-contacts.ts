import { setTimeout } from 'node:timers/promises';
import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { furnish } from './platform.ts';

/** The rows of a file, 50,000 at most (for a short run IMPORT_ROWS=1000), and the number of files. */
const [rows, files] = [Number(process.env.IMPORT_ROWS ?? 50_000), 2];

const columns = [
  'firstName',
  'paternalLastName',
  'maternalLastName',
  'contactType',
  'contactMeans',
  'preferredContactLanguage',
  'dateOfBirth',
  'gender',
  'maritalStatus',
  'preferredEmail',
  'identityId',
  'annualIncome',
];

/**
 * Imports a hundred thousand contacts of twelve columns, in two files as people send them: rows a second from
 * the first byte to the last contact, and the most memory that the processes took meanwhile. No goals.
 */
export async function measureImport({ print }: Goals, dataDir: string): Promise<void> {
  const atrium = await startAtrium(dataDir, { DEMO: 'off', ACCESS_TOKEN_SECONDS: '86400' });
  const ending = new AbortController();
  try {
    const { headers } = await furnish(atrium.address, dataDir);
    const manager = { contactManagerId: headers['x-user-id'] };
    const defaults = new URLSearchParams({ defaults: JSON.stringify(manager) });
    const before = await megabytes(atrium);
    let most = before;
    const watching = watch(ending.signal, async () => {
      most = Math.max(most, await megabytes(atrium));
    });
    const work = async () => {
      for (let file = 0; file < files; file++)
        print(`        ${await importFile(atrium.address, { headers, defaults, file })}`);
    };
    const began = performance.now();
    await Promise.race([work(), watching]);
    const rate = (rows * files) / ((performance.now() - began) / 1000);
    print(`        ${rate.toFixed(0)} rows a second`);
    print(
      `        ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most, without PostgreSQL`,
    );
  } finally {
    ending.abort();
    await atrium.stop();
  }
}

type Asking = { headers: Record<string, string>; defaults: URLSearchParams; file: number };

/** Imports one file, and returns how long its parts took, in words. */
async function importFile(address: string, { headers, defaults, file }: Asking): Promise<string> {
  const sent = performance.now();
  const imported = await asked(`${address}/api/contacts/import?${defaults}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: csv(file),
  });
  const received = performance.now();
  const at = `${address}/api/contacts/imports/${imported.importUuid}`;
  let state = imported;
  while (!state.finishedAt) {
    await setTimeout(1000);
    state = await asked(at, { headers });
  }
  if (state.acceptedRows !== rows) throw new Error(JSON.stringify(state));
  const seconds = (ms: number) => (ms / 1000).toFixed(0);
  return `${rows} rows: received in ${seconds(received - sent)} s, created in ${seconds(performance.now() - received)} s more`;
}

type State = { importUuid: string; finishedAt: string | null; acceptedRows: number };

async function asked(url: string, init: RequestInit): Promise<State> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as State;
}

/** Looks every second, from now until a signal. */
async function watch(signal: AbortSignal, look: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await look();
    await setTimeout(1000, undefined, { signal }).catch(() => {});
  }
}

const megabytes = async (atrium: Pick<Awaited<ReturnType<typeof startAtrium>>, 'memory'>) =>
  (await atrium.memory()).reduce((sum, { mb }) => sum + mb, 0);

function csv(file: number): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const n = file * rows + at;
    const day = new Date(Date.UTC(1950, 0, 1 + (n % 18_000))).toISOString().slice(0, 10);
    return [
      ['Elena', 'Matías', 'Sofía', 'Tomás'][n % 4],
      `Fuentes${n}`,
      'Soto',
      'PROSPECT',
      'EMAIL',
      'SPANISH',
      day,
      n % 2 ? 'MALE' : 'FEMALE',
      'MARRIED',
      `c${n}@clients.example`,
      `P${n}`,
      String((n * 37) % 900_000),
    ].join(',');
  });
  return [columns.join(','), ...lines, ''].join('\n');
}
