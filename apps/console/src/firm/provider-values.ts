import type { AnswerOf, BodyOf } from '../api.ts';
import { type ProgramRole, programRoles } from '../enumerations.ts';
import type { Place } from '../forms/told-limits.ts';
import { partsOf } from '../forms/typed-lists.ts';

export type Connection = AnswerOf<'getSsoConnection'>;
type Change = NonNullable<BodyOf<'updateSsoConnection'>>;

/** Returns the role that a program gives; the least where none is stated. */
const roleIn = (roles: readonly string[]): ProgramRole =>
  programRoles.find((each) => each === roles[0]) ?? 'TENANT_STAFF';

/** The connection as its form has it. The secret is never read: what is typed takes its place. */
export const valuesOf = (connection: Connection) => ({
  isActive: connection.isActive,
  issuer: connection.issuer ?? '',
  clientId: connection.clientId ?? '',
  clientSecret: '',
  emailDomains: connection.emailDomains.map(({ domain }) => domain).join('\n'),
  signIn: connection.signIn,
  createStaff: connection.createStaff,
  defaultRoles: roleIn(connection.defaultRoles),
  groupsClaim: connection.groupsClaim ?? '',
  groups: connection.groupRoles.map(({ group, roles }, index) => ({
    key: String(index),
    group,
    role: roleIn(roles),
  })),
  breakGlass: [...connection.breakGlass],
  trustsSecondFactor: connection.trustsSecondFactor,
});

export type Values = ReturnType<typeof valuesOf>;

/** Returns which limit each field has. */
export const limitsOf = ({ groups }: Values): Readonly<Record<string, Place>> => ({
  issuer: 'updateSsoConnection:issuer',
  clientId: 'updateSsoConnection:clientId',
  emailDomains: 'updateSsoConnection:emailDomains',
  groupsClaim: 'updateSsoConnection:groupsClaim',
  breakGlass: 'updateSsoConnection:breakGlass',
  ...Object.fromEntries(
    groups.map((_, at) => [
      `groups.${at}.group`,
      'updateSsoConnection:groupRoles[].group' as const,
    ]),
  ),
});

/** Returns what changes the connection from one form to another. */
export function changesOf(values: Values, from: Values): Change {
  const isNew = <Name extends keyof Values>(name: Name) =>
    JSON.stringify(values[name]) !== JSON.stringify(from[name]);
  const stated = <T>(isStated: boolean, change: T): T | object => (isStated ? change : {});
  return {
    ...stated(isNew('isActive'), { isActive: values.isActive }),
    ...stated(isNew('issuer'), { issuer: values.issuer.trim() }),
    ...stated(isNew('clientId'), { clientId: values.clientId.trim() }),
    ...stated(values.clientSecret !== '', { clientSecret: values.clientSecret }),
    ...stated(isNew('emailDomains'), {
      emailDomains: partsOf('emailDomains', values.emailDomains),
    }),
    ...stated(isNew('signIn'), { signIn: values.signIn }),
    ...stated(isNew('createStaff'), { createStaff: values.createStaff }),
    ...stated(isNew('defaultRoles'), { defaultRoles: [values.defaultRoles] }),
    ...stated(isNew('groupsClaim'), { groupsClaim: values.groupsClaim.trim() || null }),
    ...stated(isNew('groups'), {
      groupRoles: values.groups.map(({ group, role }) => ({ group: group.trim(), roles: [role] })),
    }),
    ...stated(isNew('breakGlass'), { breakGlass: values.breakGlass }),
    ...stated(isNew('trustsSecondFactor'), { trustsSecondFactor: values.trustsSecondFactor }),
  } as Change;
}
