import type { Tx } from '../database/transaction.ts';
import { tellPeople } from '../tell-people.ts';
import type { NoteRow } from './schemas.ts';

const mention = /@\[[^\]\n]*\]\(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi;

const mentionedIn = (text: string) =>
  new Set([...text.matchAll(mention)].map(([, uuid = '']) => uuid.toLowerCase()));

/**
 * Tells in the inbox those of the staff whom a note names as `@[name](staffUuid)`, and its text before
 * did not. Who may not read the record is shown nothing of it.
 */
export async function tellMentioned(
  tx: Tx,
  { noteUuid, text, entityType, entityUuid }: NoteRow,
  textBefore = '',
): Promise<void> {
  const uuids = [...mentionedIn(text).difference(mentionedIn(textBefore))];
  if (uuids.length === 0) return;
  await tellPeople(
    tx,
    tx`select 'MENTIONED', s.staff_uuid, ${entityType}::text, ${entityUuid}::uuid, ${noteUuid}::uuid, null::text
         from staff_members s
        where s.tenant_uuid = ${tx.tenantUuid} and s.staff_uuid = any(${uuids}::uuid[])`,
  );
}
