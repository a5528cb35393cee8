import { fieldError } from '@atrium/kit/problem.ts';
import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from '../../database/transaction.ts';
import type { StatedRow } from '../../imports/importable.ts';

/** Puts the adviser whom a row names by e-mail in place of the address; one of nobody on the team is a fault of its row. */
export async function findAdvisers(tx: Tx, rows: readonly StatedRow[]): Promise<StatedRow[]> {
  const emails = new Set(rows.flatMap((row) => emailOf(row) ?? []));
  if (emails.size === 0) return [...rows];
  const staff = await tx<{ uuid: string; login: string; contact: string | null }[]>`
    select staff_uuid as uuid, plain_email(user_email) as login, plain_email(email) as contact
      from staff_members where tenant_uuid = ${tx.tenantUuid} and deleted_at is null
       and (plain_email(user_email) = any(${[...emails]}) or plain_email(email) = any(${[...emails]}))`;
  const known = new Map([
    ...staff.map(({ uuid, contact }) => [contact, uuid] as const),
    // Whose login an address is comes before whose other address it is.
    ...staff.map(({ uuid, login }) => [login, uuid] as const),
  ]);
  return rows.map((row) => {
    const email = emailOf(row);
    if (email === undefined) return row;
    const uuid = known.get(email);
    if (uuid) return { ...row, stated: { ...row.stated, contactManagerId: uuid } };
    return { ...row, faults: [...row.faults, unknown] };
  });
}

const unknown = fieldError(
  'contactManagerId',
  'NOT_ALLOWED',
  'is the e-mail of nobody on the team',
);

function emailOf({ stated: { contactManagerId: named } }: StatedRow): string | undefined {
  return typeof named === 'string' && named.includes('@') ? plainEmail(named.trim()) : undefined;
}
