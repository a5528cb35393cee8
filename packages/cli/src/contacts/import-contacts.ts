import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { whenInterrupted } from '../interrupted.ts';
import { plainLine } from '../plain-line.ts';
import { openProgress } from '../progress.ts';
import { failureOf, type Session } from '../session.ts';

type ContactsImport = {
  file: string;
  dryRun: boolean;
  mapping: Record<string, string>;
  defaults: Record<string, string>;
};

type Import = {
  importUuid: string;
  status: 'RECEIVING' | 'QUEUED' | 'RUNNING' | 'PAUSED' | 'DONE' | 'FAILED';
  dryRun: boolean;
  ignoredColumns: string[];
  totalRows: number;
  processedRows: number;
  acceptedRows: number;
  refusedRows: number;
  failureReason: 'NOT_RECEIVED' | 'PERSON_MAY_NOT_IMPORT' | null;
};
type RefusedRow = { line: number; errors: { field: string; message: string }[] };

const failures = {
  NOT_RECEIVED: 'The import failed: it can be sent again',
  PERSON_MAY_NOT_IMPORT: 'The import ended: who began it may not import here any more',
} as const;

const everyMs = 500;
const pageSize = 1_000;

/** Uploads a file of contacts and follows what becomes of it. Answers the exit code. */
export async function importContacts(session: Session, command: ContactsImport): Promise<number> {
  const { file, dryRun, mapping, defaults } = command;
  if (statSync(file).size === 0) throw new Error(`${file} is empty`);
  const query = new URLSearchParams({
    dryRun: String(dryRun),
    mapping: JSON.stringify(mapping),
    defaults: JSON.stringify(defaults),
  });
  const response = await session.fetch(`/api/contacts/import?${query}`, () => ({
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: Readable.toWeb(createReadStream(file)) as unknown as BodyInit,
    duplex: 'half',
  }));
  if (!response.ok) throw new Error(`${file}: ${await failureOf(response)}`);
  const { importUuid } = (await response.json()) as Import;
  return followImport(session, importUuid);
}

/** Shows how an import goes on until it is over, and then what it refused. Answers the exit code. */
export async function followImport(session: Session, importUuid: string): Promise<number> {
  const path = `/api/contacts/imports/${importUuid}`;
  let state = await read<Import>(session, path);
  const progress = openProgress(state.totalRows);
  const listen = whenInterrupted(() => {
    progress.end();
    return `The import goes on without you. To follow it: npx atrium contacts import --follow ${importUuid}`;
  });
  const { ignoredColumns } = state;
  if (ignoredColumns.length > 0)
    progress.say(`ignored, being no fields of a contact: ${ignoredColumns.join(', ')}`);
  try {
    for (; ; state = await read<Import>(session, path)) {
      const { processedRows, acceptedRows: accepted, refusedRows: rejected } = state;
      progress.count(processedRows, { accepted, rejected });
      if (state.status === 'DONE' || state.status === 'FAILED') break;
      await sleep(everyMs);
    }
  } finally {
    progress.end();
    listen.stop();
  }
  if (state.status === 'FAILED') throw new Error(failures[state.failureReason ?? 'NOT_RECEIVED']);
  const { acceptedRows, refusedRows, dryRun } = state;
  const verb = dryRun ? 'would be created' : 'created';
  process.stdout.write(`${acceptedRows} ${verb}, ${refusedRows} refused\n`);
  await printRefused(session, path, refusedRows);
  return refusedRows > 0 ? 1 : 0;
}

async function printRefused(session: Session, path: string, count: number): Promise<void> {
  for (let page = 0; page * pageSize < count; page += 1) {
    const rows = await read<RefusedRow[]>(
      session,
      `${path}/refused-rows?page=${page}&size=${pageSize}`,
    );
    for (const { line, errors } of rows) {
      const reasons = errors.map(({ field, message }) => `${field} ${message}`);
      process.stdout.write(`line ${line}: ${plainLine(reasons.join('; '))}\n`);
    }
  }
}

async function read<T>(session: Session, path: string): Promise<T> {
  const response = await session.fetch(path);
  if (!response.ok) throw new Error(await failureOf(response));
  return (await response.json()) as T;
}
