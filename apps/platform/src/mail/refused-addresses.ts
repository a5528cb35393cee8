import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import type { Mailer } from './mailer.ts';

/**
 * Returns a mailer that keeps, by tenant, which addresses were refused for good, and refuses them itself
 * from then on: until a record has another address, nothing goes to it.
 */
export function skipRefusedAddresses(mailer: Mailer, db: Db): Mailer {
  return {
    ...mailer,
    send: async (message) => {
      const { tenantUuid, to } = message;
      const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.asTenant(tenantUuid, system, work);
      if (await inTenant((tx) => isRefused(tx, to))) throw new RefusedAddress();
      try {
        await mailer.send(message);
      } catch (error) {
        if (saysNobodyIsThere(error)) await inTenant((tx) => insertRefused(tx, to));
        throw error;
      }
    },
  };
}

/** Stands for the server's answer to an address that it refused before. */
class RefusedAddress extends Error {
  override name = 'RefusedAddress';
  readonly command = 'RCPT TO';
  readonly responseCode = 550;
}

/**
 * Returns whether a server refused the recipient itself for good (RFC 5321, 5yz to RCPT TO). Answers about
 * the commands (500 to 504), about signing in (530) and about policy (RFC 3463, X.7.Z) are about the sender.
 */
function saysNobodyIsThere(error: unknown): boolean {
  const failure = error as { responseCode?: number; command?: string; response?: string };
  const { responseCode = 0, command = '', response = '' } = failure;
  const isOfSender = responseCode <= 504 || responseCode === 530 || /^\d+[ -]5\.7\./.test(response);
  return command === 'RCPT TO' && responseCode >= 500 && !isOfSender;
}

async function isRefused(tx: Tx, address: string): Promise<boolean> {
  const rows = await tx`select from refused_addresses where address = ${plainEmail(address)}`;
  return rows.length > 0;
}

/** Notes that nothing more goes to an address from now on. */
export async function insertRefused(tx: Tx, address: string): Promise<void> {
  await tx`
    insert into refused_addresses (tenant_uuid, address)
    select tenant_uuid, ${plainEmail(address)} from tenants where tenant_uuid = ${tx.tenantUuid}
    on conflict do nothing`;
}
