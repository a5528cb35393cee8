import { randomUUID } from 'node:crypto';
import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import { endOtherSignIns } from '../auth/sso/end-other-sign-ins.ts';
import { pickStated } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { Problem } from '../problems.ts';
import { checkRescuers } from './check-rescuers.ts';
import { listEmailDomains, replaceEmailDomains } from './domain-queries.ts';
import type { PreparedUpdate } from './prepare-update.ts';
import {
  beganAt,
  type ConnectionRow,
  dropOldConnection,
  findConnection,
  lockFirm,
  saveConnection,
} from './queries.ts';
import { recordConnectionChange } from './record-connection-change.ts';
import { requireWhole } from './require-whole.ts';

/** The fields that are kept as they are stated. */
const settingNames = [
  'isActive',
  'issuer',
  'clientId',
  'signIn',
  'createStaff',
  'defaultRoles',
  'groupRoles',
  'groupsClaim',
  'breakGlass',
  'trustsSecondFactor',
] as const;

/**
 * Changes what is stated of a firm’s connection. Another issuer or client ends sign-ins under way and
 * drops whom the old one knew. Throws VALIDATION_FAILED, DOMAIN_TAKEN, FORBIDDEN for a break-glass
 * list that is not changed by the firm itself, and SSO_SIGN_IN_FIRST.
 */
export async function updateConnection(
  tx: Tx,
  caller: Caller,
  { stated, sealSecret, metadata, domains }: PreparedUpdate,
): Promise<void> {
  await lockFirm(tx);
  const [before, domainsBefore] = [await findConnection(tx), await listEmailDomains(tx)];
  const { clientSecret } = stated;
  const settings = pickStated(stated, settingNames);
  const isOther = differs(before, settings, 'issuer') || differs(before, settings, 'clientId');
  const connectionUuid = isOther ? randomUUID() : (before.connectionUuid ?? randomUUID());
  const after: ConnectionRow = {
    ...before,
    ...settings,
    breakGlass: [
      ...new Set((settings.breakGlass ?? before.breakGlass).map((each) => each.toLowerCase())),
    ],
    groupRoles: (settings.groupRoles ?? before.groupRoles).map(({ group, roles }) => ({
      group,
      roles,
    })),
    connectionUuid,
    metadata: metadata ?? before.metadata,
    sealedSecret: clientSecret === undefined ? before.sealedSecret : sealSecret(clientSecret),
    savedBy: caller.homeTenantUuid === tx.tenantUuid ? caller.userUuid : before.savedBy,
  };
  requireWhole(after);
  if (isChanged(before.breakGlass, after.breakGlass) && !hasRole(caller, 'TENANT_ADMIN'))
    throw new Problem('FORBIDDEN', 'Only the firm’s own administrators change breakGlass');
  await checkRescuers(tx, after);
  const begins = before.signIn !== 'SSO_ONLY' || (after.isActive && !before.isActive);
  const becomesOnly = after.signIn === 'SSO_ONLY' && (begins || isOther);
  if (becomesOnly && (isOther || !(await beganAt(tx, connectionUuid, caller.sessionUuid))))
    throw new Problem('SSO_SIGN_IN_FIRST');

  const changed: string[] = settingNames.filter((name) => isChanged(before[name], after[name]));
  if (clientSecret !== undefined) changed.push('clientSecret');
  if (isChanged(domainsBefore, domains)) changed.push('emailDomains');
  if (isOther) await dropOldConnection(tx);
  await replaceEmailDomains(tx, domains);
  if (changed.length === 0 && metadata === undefined) return;
  await saveConnection(tx, after);
  if (becomesOnly) await endOtherSignIns(tx, connectionUuid, after.breakGlass);
  if (changed.length > 0)
    await recordConnectionChange(tx, after, domains.length, changed.toSorted());
}

const isChanged = (before: unknown, after: unknown) =>
  JSON.stringify(before) !== JSON.stringify(after);

function differs(
  before: ConnectionRow,
  stated: Partial<ConnectionRow>,
  name: 'issuer' | 'clientId',
): boolean {
  return stated[name] !== undefined && stated[name] !== before[name];
}
