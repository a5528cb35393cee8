import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { whenInterrupted } from '../interrupted.ts';
import { plainLine } from '../plain-line.ts';
import { openProgress } from '../progress.ts';
import type { Session } from '../session.ts';

type ContactsImport = {
  file: string;
  dryRun: boolean;
  mapping: Record<string, string | null>;
  defaults: Record<string, string>;
  decimal: string | undefined;
  onExisting: 'SKIP' | 'UPDATE';
};

type Import = {
  importUuid: string;
  status: 'RECEIVING' | 'QUEUED' | 'RUNNING' | 'PAUSED' | 'DONE' | 'FAILED';
  ignoredColumns: string[];
  totalRows: number;
  processedRows: number;
  acceptedRows: number;
  refusedRows: number;
  existing: number;
  failureReason: 'NOT_RECEIVED' | 'PERSON_MAY_NOT_IMPORT' | null;
};
type RefusedRow = { line: number; errors: { field: string; message: string }[] };
type CheckedFile = {
  rows: number;
  accepted: number;
  refused: number;
  existing: number;
  isSample: boolean;
  ignoredColumns: string[];
  sample: RefusedRow[];
};

const failures = {
  NOT_RECEIVED: 'The import failed: it can be sent again',
  PERSON_MAY_NOT_IMPORT: 'The import ended: who began it may not import here any more',
} as const;

const everyMs = 500;
const pageSize = 1_000;

/** Uploads a file of contacts and follows what becomes of it. Answers the exit code. */
export async function importContacts(session: Session, command: ContactsImport): Promise<number> {
  const { file, dryRun, mapping, defaults, decimal, onExisting } = command;
  if (statSync(file).size === 0) throw new Error(`${file} is empty`);
  const query = new URLSearchParams({
    dryRun: String(dryRun),
    mapping: JSON.stringify(mapping),
    defaults: JSON.stringify(defaults),
    onExisting,
    ...(decimal && { decimal }),
  });
  const response = await session.ask(`/api/contacts/import?${query}`, () => ({
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: Readable.toWeb(createReadStream(file)) as unknown as BodyInit,
    duplex: 'half',
  }));
  if (dryRun) return printChecked((await response.json()) as CheckedFile);
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
  const { acceptedRows, existing, refusedRows } = state;
  const there = existing > 0 ? `, ${existing} there already` : '';
  process.stdout.write(`${acceptedRows} taken${there}, ${refusedRows} refused\n`);
  await printRefused(session, path, refusedRows);
  return refusedRows > 0 ? 1 : 0;
}

async function printRefused(session: Session, path: string, count: number): Promise<void> {
  for (let page = 0; page * pageSize < count; page += 1) {
    const rows = await read<RefusedRow[]>(
      session,
      `${path}/refused-rows?page=${page}&size=${pageSize}`,
    );
    printRows(rows);
  }
}

function printRows(rows: readonly RefusedRow[]): void {
  for (const { line, errors } of rows) {
    const reasons = errors.map(({ field, message }) => `${field} ${message}`);
    process.stdout.write(`line ${line}: ${plainLine(reasons.join('; '))}\n`);
  }
}

/** Prints what would become of a file's first rows. Answers the exit code. */
function printChecked(checked: CheckedFile): number {
  const { rows, accepted, existing, refused, isSample, ignoredColumns, sample } = checked;
  if (ignoredColumns.length > 0)
    process.stderr.write(
      `ignored, being no fields of a contact: ${plainLine(ignoredColumns.join(', '))}\n`,
    );
  const of = isSample ? `of the first ${rows} rows ` : '';
  const there = existing > 0 ? `, ${existing} there already` : '';
  process.stdout.write(`${of}${accepted} would be taken${there}, ${refused} refused\n`);
  printRows(sample.filter(({ errors }) => errors.length > 0));
  return refused > 0 ? 1 : 0;
}

async function read<T>(session: Session, path: string): Promise<T> {
  return (await (await session.ask(path)).json()) as T;
}
