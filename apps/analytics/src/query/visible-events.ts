import { boundPartner } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { pathOf } from '../store/attribute-path.ts';
import type { Bound } from '../store/store.ts';

/** Whose events somebody sees: those of a tenant, or of them those that name a partner. */
export type EventScope = {
  tenantUuid: string;
  /** Undefined: all. Null: none, for partner staff without a partner. */
  partnerUuid: string | null | undefined;
};

/** Returns whose events a caller sees; the platform's events name the partner that they concern. */
export function scopeOf(caller: Caller): EventScope {
  const partnerUuid = boundPartner(caller)?.toLowerCase() ?? nullOrAll(caller);
  return { tenantUuid: caller.tenantUuid.toLowerCase(), partnerUuid };
}

const nullOrAll = (caller: Caller) => (boundPartner(caller) === undefined ? undefined : null);

const partnerPath = `attribute.${pathOf('partnerUuid')}.:String`;

/** Returns the condition on `events` that a scope stands for, with its values. */
export function scopeSql({ tenantUuid, partnerUuid }: EventScope): {
  sql: string;
  params: Record<string, Bound>;
} {
  const tenant = 'tenant_id = toUUID({tenant:String})';
  if (partnerUuid === undefined) return { sql: tenant, params: { tenant: tenantUuid } };
  return {
    sql: `${tenant} and ifNull(${partnerPath} = {partner:String}, 0)`,
    // No event names an empty partner.
    params: { tenant: tenantUuid, partner: partnerUuid ?? '' },
  };
}
