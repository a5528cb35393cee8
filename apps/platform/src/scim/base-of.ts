import type { Tx } from '../database/transaction.ts';
import type { Services } from '../services.ts';

/** Returns how the addresses of a firm's SCIM resources begin. */
export const baseOf =
  ({ addresses }: Pick<Services, 'addresses'>) =>
  async (tx: Tx): Promise<string> =>
    `${await addresses.originOf(tx, tx.tenantUuid)}/scim/v2`;
