import type { Tx } from '../database/transaction.ts';
import { Problem } from '../problems.ts';
import { listEmailDomains } from '../sso/domain-queries.ts';
import { type ConnectionRow, findConnection } from '../sso/queries.ts';

/** Throws BREAK_GLASS for an administrator whom the provider does not touch. */
export function refuseBreakGlass({ breakGlass }: ConnectionRow, staffUuid: string): void {
  if (breakGlass.includes(staffUuid)) throw new Problem('BREAK_GLASS');
}

/** Throws BREAK_GLASS as the connection of the tenant says now. */
export async function requireNoBreakGlass(tx: Tx, staffUuid: string): Promise<void> {
  refuseBreakGlass(await findConnection(tx), staffUuid);
}

/** Returns the names and external ids of the groups that make administrators. */
export const adminGroupsOf = ({ groupRoles }: ConnectionRow): string[] =>
  groupRoles.filter(({ roles }) => roles.includes('TENANT_ADMIN')).map(({ group }) => group);

/** Returns whether the firm has proved an e-mail domain, in plain form, to be its own. */
export async function isProvedDomain(tx: Tx, domain: string): Promise<boolean> {
  const domains = await listEmailDomains(tx);
  return domains.some((each) => each.isProved && each.domain === domain);
}
