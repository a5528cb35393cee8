import { boundPartner } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Question } from '@atrium/questions/read-question.ts';
import { pathOf } from '../store/attribute-path.ts';
import type { Bind } from './bind.ts';

/** The events that a caller sees: all of a tenant, or only those that name the caller's partner. */
export type EventScope = {
  tenantUuid: string;
  /** Undefined: all. Null: none, for partner staff who have no partner. */
  partnerUuid?: string | null | undefined;
};

/** Returns whose events a caller sees. The platform's events name the partner that they concern. */
export function scopeOf(caller: Caller): EventScope {
  const partner = boundPartner(caller);
  return {
    tenantUuid: caller.tenantUuid.toLowerCase(),
    partnerUuid: partner === null ? null : partner?.toLowerCase(),
  };
}

/** A question about the events that its asker may see. */
export type ScopedQuestion = EventScope & Question;

/** Returns the condition on `events` that a scope stands for: the only way to events for all that reads. */
export function scopeSql({ tenantUuid, partnerUuid }: EventScope, bind: Bind): string {
  const tenant = `tenant_id = toUUID(${bind(tenantUuid)})`;
  if (partnerUuid === undefined) return tenant;
  if (partnerUuid === null) return `${tenant} and false`;
  const named = `attribute.${pathOf('partnerUuid')}.:String`;
  return `${tenant} and ifNull(${named} = ${bind(partnerUuid)}, 0)`;
}
