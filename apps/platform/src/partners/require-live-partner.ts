import { fieldError } from '@atrium/kit/problem.ts';
import type { Tx } from '../database/transaction.ts';
import { Problem } from '../problems.ts';

/**
 * Throws UNKNOWN_PARTNER unless the partner that somebody is to work for lives. It cannot be
 * deleted before the transaction ends.
 */
export async function requireLivePartner(
  tx: Tx,
  partnerUuid: string | null | undefined,
): Promise<void> {
  if (!partnerUuid) return;
  const [partner] = await tx`
    select 1 from partners where partner_uuid = ${partnerUuid} and deleted_at is null for key share`;
  if (partner) return;
  throw new Problem('UNKNOWN_PARTNER', undefined, {
    errors: [fieldError('partnerUuid', 'UNKNOWN_PARTNER', 'is not a partner of the tenant')],
  });
}
