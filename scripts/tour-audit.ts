import { createHash } from 'node:crypto';
import {
  type Call,
  expectStatus,
  type Headers,
  say,
  until,
} from '@atrium/api-client/test-support/call-api.ts';

const zeros = '0'.repeat(64);

type Line = { hash: string; eventId: string; sequence: number } & Record<string, unknown>;

/** Waits until an event is chained, and checks the tenant's whole chain by its export. */
export async function tourAudit(call: Call, admin: Headers, eventId: string): Promise<void> {
  const event = await until('the event is chained', async () => {
    const { body } = await call('GET', '/api/audit', undefined, admin);
    return body.content.find((each: Line) => each.eventId === eventId && each.hash);
  });
  const trail = expectStatus(200, await call('GET', '/api/audit/export', undefined, admin));
  const lines: Line[] = String(trail)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  let previous = zeros;
  for (const { hash, ...covered } of lines) {
    const due = createHash('sha256')
      .update(`${previous}\n${canonical(covered)}`)
      .digest('hex');
    if (hash !== due) throw new Error(`Number ${covered.sequence} of the audit trail was changed`);
    previous = hash;
  }
  say(`   audit   number ${event.sequence} of ${lines.length}, ${event.hash.slice(0, 16)}…`);
}

/** Returns canonical JSON (RFC 8785) of what the audit trail holds: objects of texts and a number. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  const fields = names.map(
    (name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`,
  );
  return `{${fields}}`;
}
