import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { notFound } from '../../problems.ts';
import type { Person } from '../person.ts';
import { revokePersonalToken } from './queries.ts';

/** Ends a person's token: its next use is refused. Throws NOT_FOUND. */
export async function deletePersonalToken(
  tx: Tx,
  person: Person,
  tokenUuid: string,
): Promise<void> {
  if (!(await revokePersonalToken(tx, person, tokenUuid))) throw notFound('token');
  await recordEvent(tx, { eventType: 'token.deleted', entityType: 'TOKEN', entityId: tokenUuid });
}
