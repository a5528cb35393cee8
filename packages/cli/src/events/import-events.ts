import { appendFileSync, statSync } from 'node:fs';
import { whenInterrupted } from '../interrupted.ts';
import { openProgress } from '../progress.ts';
import type { Session } from '../session.ts';
import { formatOf } from './file-format.ts';
import { identifierOf } from './identify.ts';
import { openImportState } from './import-state.ts';
import { type FileEvent, readEvents } from './read-events.ts';
import type { ItemResult } from './send-batch.ts';
import { isOld, sendByAge } from './send-by-age.ts';

type Item = { number: number; line: string; isOld: boolean };
type Batch = { items: Item[]; faults: FileEvent[]; last: number; through: number };

const batchBytes = 8 * 1_048_576;

type EventsImport = {
  file: string;
  concurrency: number;
  batch: number;
  giveUpSeconds: number;
  restart: boolean;
};

/** Sends the events of a file, some batches at a time. Answers the exit code. */
export async function importEvents(session: Session, command: EventsImport): Promise<number> {
  const format = formatOf(command.file);
  const { size } = statSync(command.file);
  if (size === 0) throw new Error(`${command.file} is empty`);
  const tenantUuid = await session.tenantUuid();
  const { state, save, remove } = openImportState(
    command.file,
    session.url,
    tenantUuid,
    command.restart,
  );
  const progress = openProgress(size);
  const options = {
    session,
    giveUpSeconds: command.giveUpSeconds,
    onWait: (reason: string, seconds: number) =>
      progress.say(`waiting ${seconds.toFixed(1)} s: ${reason}`),
  };
  if (state.done > 0) progress.say(`going on after record ${state.done}`);

  function refuse(number: number, reasons: string[], text: string): void {
    state.rejected += 1;
    const line = JSON.stringify({ number, reasons, text });
    appendFileSync(`${command.file}.rejected.ndjson`, `${line}\n`, { mode: 0o600 });
  }

  function settle(batch: Batch, results: readonly ItemResult[]): void {
    for (const { index, status, errors = [] } of results) {
      const { number, line } = batch.items[index] ?? { number: 0, line: '' };
      if (status === 'accepted') state.accepted += 1;
      else if (status === 'duplicate') state.duplicates += 1;
      else
        refuse(
          number,
          errors.map(({ field, message }) => `${field} ${message}`),
          line,
        );
    }
    for (const { number, fault, text } of batch.faults) refuse(number, [fault ?? ''], text);
    state.done = batch.last;
    save();
    progress.count(batch.through, state);
  }

  // Batches are settled in the order of the file, so that all before `done` is through.
  const sending: { batch: Batch; answer: Promise<ItemResult[]> }[] = [];
  async function settleFirst(): Promise<void> {
    const [first] = sending;
    if (!first) return;
    settle(first.batch, await first.answer);
    sending.shift();
  }
  async function send(batch: Batch): Promise<void> {
    if (sending.length >= command.concurrency) await settleFirst();
    const answer = sendByAge(batch.items, options);
    // Whoever settles it hears of a failure; until then it must not count as unheard.
    answer.catch(() => undefined);
    sending.push({ batch, answer });
  }

  const listen = whenInterrupted(() => {
    progress.end();
    return `Stopped after record ${state.done}, ${state.accepted} accepted. Run the same command again to go on from there.`;
  });
  let records = 0;
  try {
    let batch: Batch = { items: [], faults: [], last: state.done, through: 0 };
    let bytes = 0;
    for await (const each of readEvents(command.file, format)) {
      records += 1;
      if (each.number <= state.done) {
        progress.goOnFrom(each.through * size);
        continue;
      }
      batch.last = each.number;
      batch.through = each.through * size;
      const line = each.event ? lineOf(each, tenantUuid) : '';
      if (each.event) batch.items.push({ number: each.number, line, isOld: isOld(each.event) });
      else batch.faults.push(each);
      bytes += line.length;
      const count = batch.items.length + batch.faults.length;
      if (count < command.batch && bytes < batchBytes) continue;
      await send(batch);
      batch = { items: [], faults: [], last: each.number, through: each.through * size };
      bytes = 0;
    }
    if (records === 0) throw new Error(`${command.file} has no events`);
    await send({ ...batch, through: size });
    while (sending.length > 0) await settleFirst();
    remove();
  } finally {
    listen.stop();
    progress.end();
  }
  const { accepted, duplicates, rejected } = state;
  process.stdout.write(`${accepted} accepted, ${duplicates} known before, ${rejected} rejected\n`);
  if (rejected > 0) process.stdout.write(`See ${command.file}.rejected.ndjson\n`);
  return rejected > 0 ? 1 : 0;
}

/** An event as it is sent: of the caller's tenant and with an identifier, unless it has them. */
function lineOf({ number, text, event }: FileEvent, tenantId: string): string {
  return JSON.stringify({ tenantId, eventId: identifierOf(tenantId, number, text), ...event });
}
