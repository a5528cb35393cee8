import type { catalogue } from '../problems.ts';

/** The facts that decide who may do what with a meeting. */
export type Facts = {
  /** The viewer is its host or created it, or administers the tenant that both have left. */
  owns: boolean;
  /** The viewer is invited to it. */
  participates: boolean;
  /** The viewer administers the tenant: reads every meeting, changes none of others. */
  administers: boolean;
  active: boolean;
  /** It came from a calendar outside, where its organizer changes it. */
  external: boolean;
  /** Its last sync failed for good. */
  failed: boolean;
  /** The host's calendar is connected, and its last sync failed or it has no event there yet. */
  retryable: boolean;
};

export type Action = 'edit' | 'cancel' | 'resend' | 'removeFromCalendar' | 'retrySync';

/**
 * Returns why an action is refused, as a problem code, or undefined when it is allowed. The flags
 * of an answer and the enforcement of a request both come from here.
 */
export function refusalOf(action: Action, facts: Facts): keyof typeof catalogue | undefined {
  if (action === 'removeFromCalendar' && facts.participates)
    return facts.active ? 'MEETING_ACTIVE' : undefined;
  if (!facts.owns) return 'FORBIDDEN';
  if (action === 'removeFromCalendar') return facts.active ? 'MEETING_ACTIVE' : undefined;
  if (action === 'retrySync') return facts.retryable ? undefined : 'SYNC_NOT_RETRYABLE';
  if (!facts.active) return 'MEETING_CANCELED';
  return facts.external ? 'EXTERNALLY_ORGANIZED' : undefined;
}

/** Returns the flags of an answer. */
export function permissionsOf(facts: Facts) {
  const may = (action: Action) => refusalOf(action, facts) === undefined;
  return {
    canEdit: may('edit'),
    canCancel: may('cancel'),
    canResend: may('resend'),
    canRemoveFromCalendar: may('removeFromCalendar'),
    canRetrySync: may('retrySync'),
    externalSyncFailureVisibleToViewer: facts.failed && (facts.owns || facts.administers),
  };
}

export type Permission = keyof ReturnType<typeof permissionsOf>;

/** The facts in the order of their bits in a facts code. */
export const factNames = [
  'owns',
  'participates',
  'administers',
  'active',
  'external',
  'failed',
  'retryable',
] as const satisfies readonly (keyof Facts)[];

/** Reads a facts code: one bit for each fact. */
export function factsOf(code: number): Facts {
  const entries = factNames.map((name, bit) => [name, (code & (1 << bit)) !== 0]);
  return Object.fromEntries(entries);
}

const codes = Array.from({ length: 1 << factNames.length }, (_, code) => code);
const answers = codes.map((code) => permissionsOf(factsOf(code)));
const allows = (permission: Permission, code: number) => answers[code]?.[permission] ?? false;

/** The condition of a flag: the bits of the facts it depends on, and their codes. */
type FlagCondition = { bits: number[]; codes: number[] };

function conditionOf(permission: Permission): FlagCondition {
  const matters = (bit: number) =>
    codes.some((code) => allows(permission, code) !== allows(permission, code ^ (1 << bit)));
  const bits = factNames.map((_name, bit) => bit).filter(matters);
  const mask = bits.reduce((all, bit) => all | (1 << bit), 0);
  const met = codes.filter((code) => (code & ~mask) === 0 && allows(permission, code));
  return { bits, codes: met };
}

/** The flags as conditions that SQL can filter by, worked out once. */
export const flagConditions: Record<Permission, FlagCondition> = {
  canEdit: conditionOf('canEdit'),
  canCancel: conditionOf('canCancel'),
  canResend: conditionOf('canResend'),
  canRemoveFromCalendar: conditionOf('canRemoveFromCalendar'),
  canRetrySync: conditionOf('canRetrySync'),
  externalSyncFailureVisibleToViewer: conditionOf('externalSyncFailureVisibleToViewer'),
};
