import type { Config } from '../../config.ts';
import type { Tx } from '../../database/transaction.ts';
import { findLinkDomain } from './queries.ts';

export type FirmAddresses = ReturnType<typeof createFirmAddresses>;

type Settings = Pick<Config, 'development' | 'port'>;

/**
 * Says where firms are reached, for all that names an address of one: mails, calendar files, pages and
 * answers. Under production rules only a domain that the platform itself reached is named.
 */
export function createFirmAddresses({ development, port }: Settings, publicUrl: string) {
  /** Returns the domain that links of a firm name; undefined when they name the platform's address. */
  const domainOf = (tx: Tx, tenantUuid: string) =>
    findLinkDomain(tx, tenantUuid, { isReached: !development });

  /** Returns how links and pictures of a firm begin: its domain's address, else PUBLIC_URL. */
  async function originOf(tx: Tx, tenantUuid: string, otherwise = publicUrl): Promise<string> {
    const domain = await domainOf(tx, tenantUuid);
    if (domain === undefined) return otherwise;
    const isThisMachine = development && domain.endsWith('.localhost');
    return isThisMachine ? `http://${domain}:${port}` : `https://${domain}`;
  }

  return { domainOf, originOf };
}
