import type { Cipher } from '../../database/cipher.ts';
import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import type { Person } from '../person.ts';

/** Returns the context that a secret is sealed with: it opens for its owner alone. */
export const totpContext = ({ tenantUuid, userUuid }: Person): string =>
  `totp ${tenantUuid} ${userUuid}`;

/**
 * Returns a person's identifiers: the present one, and those of contacts that were merged into it, under
 * which the login may have got its second factors.
 */
export async function listIdentifiers(tx: Tx, { tenantUuid, userUuid }: Person): Promise<string[]> {
  const merged = await tx<{ contactUuid: string }[]>`
    select contact_uuid from contacts
     where tenant_uuid = ${tenantUuid} and merged_into = ${userUuid}`;
  return [userUuid, ...merged.map(({ contactUuid }) => contactUuid)];
}

/**
 * Opens a person's secret of time-based codes. Throws SECOND_FACTOR_UNREADABLE for one that was
 * sealed for somebody else or with a key that is gone; the other factors still serve.
 */
export async function openTotp(
  tx: Tx,
  cipher: Cipher,
  person: Person,
  sealed: string,
): Promise<string> {
  let cause: unknown;
  for (const userUuid of await listIdentifiers(tx, person)) {
    try {
      return cipher.open(sealed, totpContext({ ...person, userUuid }));
    } catch (error) {
      cause = error;
    }
  }
  throw new Problem('SECOND_FACTOR_UNREADABLE', undefined, { cause });
}
