import { Readable } from 'node:stream';
import type { Session } from '../session.ts';
import { writeWhole } from '../write-whole.ts';

/** Writes contacts as CSV to a file, or to the standard output. Answers the exit code. */
export async function exportContacts(
  session: Session,
  { out, search }: { out: string | undefined; search: string | undefined },
): Promise<number> {
  const response = await session.ask('/api/v2/contacts/export', () => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(search ? { searchTerm: search } : {}),
  }));
  await writeWhole(out, Readable.fromWeb(response.body as never));
  if (out) process.stderr.write(`Contacts in ${out}\n`);
  return 0;
}
