import type { Tx } from '../database/transaction.ts';
import { createFromClaims } from './create-from-claims.ts';
import { findBySubject, findStaffByEmail, linkSubject } from './person-queries.ts';
import type { UsableConnection } from './provider-client.ts';
import { RefusedSignIn } from './refused-sign-in.ts';
import { applyRoles, rolesOfGroups } from './roles-of-groups.ts';
import type { VerifiedPerson } from './verified-person.ts';

/**
 * Returns who of the firm's own staff somebody is whom the provider has signed in: by its subject, else
 * once by the e-mail, else made anew where the firm wants that. The firm is locked before. Throws
 * RefusedSignIn.
 */
export async function findPerson(
  tx: Tx,
  connection: UsableConnection,
  person: VerifiedPerson,
): Promise<string> {
  const { issuer } = connection.metadata;
  const { subject } = person;
  const roles = rolesOfGroups(connection, person.claims);
  const known = await findBySubject(tx, issuer, subject);
  if (known && !known.isDeleted) {
    if (!known.isOwnStaff) throw new RefusedSignIn('SSO_NO_ACCOUNT');
    if (roles) await applyRoles(tx, connection, known.userUuid, roles);
    return known.userUuid;
  }
  const named = await findStaffByEmail(tx, person.email);
  if (named) {
    if (named.isLinked) throw new RefusedSignIn('SSO_NO_ACCOUNT');
    if (!named.isActive) throw new RefusedSignIn('USER_INACTIVE');
    await linkSubject(tx, { issuer, subject, userUuid: named.userUuid });
    if (roles) await applyRoles(tx, connection, named.userUuid, roles);
    return named.userUuid;
  }
  // Whom the firm has deleted is not made again by signing in.
  const given = roles ?? connection.defaultRoles;
  if (known || !connection.createStaff || given.length === 0)
    throw new RefusedSignIn('SSO_NO_ACCOUNT');
  const userUuid = await createFromClaims(tx, connection, person, given);
  await linkSubject(tx, { issuer, subject, userUuid });
  return userUuid;
}
