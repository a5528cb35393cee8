export const roles = [
  'SYSTEM_ADMIN',
  'TENANT_ADMIN',
  'PARTNER_ADMIN',
  'TENANT_STAFF',
  'PARTNER_STAFF',
  'CLIENT',
] as const;

export type Role = (typeof roles)[number];

/** Every role but CLIENT: the people who work for a tenant, and the system administrator. */
export const staffRoles = [
  'SYSTEM_ADMIN',
  'TENANT_ADMIN',
  'PARTNER_ADMIN',
  'TENANT_STAFF',
  'PARTNER_STAFF',
] as const satisfies readonly Role[];

/** The caller of a request. All of it comes from the verified token. */
export type Caller = {
  readonly userUuid: string;
  /** The login session; null when an outside issuer signed the token. */
  readonly sessionUuid: string | null;
  /**
   * When the person signed in as the token says (`auth_time`, else `iat`), in seconds; null when it
   * says nothing. Of a session the platform knows better.
   */
  readonly signedInAt: number | null;
  /** The branch of the session; absent where that is the one that it began with. */
  readonly branchUuid?: string;
  /** True when a machine's credential got the token: nobody in person. */
  readonly isMachine: boolean;
  /** True when a token that a person made for a program speaks for that person. */
  readonly isToken?: boolean;
  /** True when an identity provider speaks, which keeps the tenant's staff in step and does no more. */
  readonly provisionsOnly?: boolean;
  /** What a token or a machine is held to; absent where it may all that its roles may. */
  readonly scopes?: readonly string[];
  /** The tenant the request works in: a SYSTEM_ADMIN may choose it by `x-tenant-uuid`. */
  readonly tenantUuid: string;
  /** The tenant the user belongs to. */
  readonly homeTenantUuid: string;
  readonly tenantCode: string | null;
  readonly partnerUuid: string | null;
  readonly email: string;
  readonly roles: readonly Role[];
  /** The role the caller acts in, from `x-user-type`. */
  readonly userType: Role;
};

/** Returns whether the caller has any of the given roles. */
export function hasRole(caller: Pick<Caller, 'roles'>, ...wanted: readonly Role[]): boolean {
  return caller.roles.some((role) => wanted.includes(role));
}

/** Returns whether a program speaks: a machine, or a person's token. It needs no x- headers. */
export const isProgram = ({ isMachine, isToken }: Caller): boolean => isMachine || isToken === true;

const included: Partial<Record<Role, readonly Role[]>> = {
  SYSTEM_ADMIN: staffRoles,
  TENANT_ADMIN: ['TENANT_STAFF'],
  PARTNER_ADMIN: ['PARTNER_STAFF'],
};

/** The roles a caller may act in: an administrator is also one of the staff. */
export function actingRoles({ roles: held }: Caller): readonly Role[] {
  return held.flatMap((role) => [role, ...(included[role] ?? [])]);
}

/** Returns whether a caller reads a part of the API: people do as far as their roles go, programs by scope. */
export const readsArea = ({ scopes }: Caller, area: string): boolean =>
  scopes?.includes(`${area}:read`) ?? true;

/** Returns whether a caller reads all of some parts of the API. */
export const readsAreas = (caller: Caller, ...areas: readonly string[]): boolean =>
  areas.every((area) => readsArea(caller, area));
