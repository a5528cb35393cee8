type CalendarProvider = 'PROVIDER_A' | 'PROVIDER_B';

/** The actor that audit rows and events name. */
export type Actor = {
  actorType: 'TENANT_STAFF' | 'CONTACT' | 'SYSTEM';
  actorId: string | null;
  /**
   * Set when a program acts: a machine by its credential, a person's own token, an assistant with such a
   * token, an identity provider, or the provider of somebody's calendar.
   */
  via?: 'CREDENTIAL' | 'TOKEN' | 'ASSISTANT' | 'SCIM' | CalendarProvider;
  /** The session in which somebody asks, and the branch of it; of whatever is no request there is none. */
  sessionUuid?: string | null;
  branchUuid?: string;
};

export const system: Actor = { actorType: 'SYSTEM', actorId: null };

/** The caller as the token names them. The database checks that session, user and tenants are still valid. */
export type Principal = Actor & {
  tenantUuid: string;
  homeTenantUuid: string;
  userUuid: string;
  sessionUuid: string | null;
  /** True when the caller may enter without the second factor that the own tenant requires, to set it up. */
  setsUpFactor?: boolean;
  /** True when a caller of another tenant may enter without the second factor that this one requires. */
  entersWithoutFactor?: boolean;
  /** True when the caller must have signed in, or proved who they are, in the last ten minutes. */
  needsProof?: boolean;
  /** True when a caller of another tenant may enter without the approval that this one requires. */
  entersUnapproved?: boolean;
  /**
   * From where somebody asks whom the own tenant holds to its networks; null where that is no address.
   * Absent of everybody else.
   */
  address?: string | null;
};
