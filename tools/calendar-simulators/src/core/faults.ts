/**
 * Says what can go wrong on demand.
 *
 * - `fail-before`, `fail-after`: answers `status` (503) before or after the change was committed
 * - `slow-before`, `slow-after`: answers `delayMs` late, having committed late or in time
 * - `hang-up-after`: closes the connection without an answer, after the change was committed
 * - `rate-limit`: `status` (429, or 403 for Google) with Retry-After `retryAfterSeconds`
 * - `expire-access-token`: the token of this request is no longer valid (401)
 * - `invalid-grant`: the refresh token is refused for good, with another `error` where one is given
 * - `expire-sync-token`: this sync or delta token is too old (410)
 * - `no-sync-token`: the last page of a listing carries no token
 * - `endless-paging`: the same page again, with yet another link to a next one
 * - `short-page`: a page of `items` (0) entries, with a link to the others
 * - `drop-push`, `double-push`, `late-push` (`delayMs`), `hold-push` (until the next one has gone)
 * - `short-channel`: the channel or subscription lasts `seconds`, whatever was asked
 * - `refuse-repeat`: B: an honest repeat of a creation is answered 409 instead of the event
 */
export const faultKinds = [
  'fail-before',
  'fail-after',
  'slow-before',
  'slow-after',
  'hang-up-after',
  'rate-limit',
  'expire-access-token',
  'invalid-grant',
  'expire-sync-token',
  'no-sync-token',
  'endless-paging',
  'short-page',
  'drop-push',
  'double-push',
  'late-push',
  'hold-push',
  'short-channel',
  'refuse-repeat',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export type Fault = {
  kind: FaultKind;
  /** An operation such as `events.insert`, or all of a kind: `events.*`. Default: any. */
  operation?: string;
  /** The e-mail address of the calendar concerned. Default: any. */
  account?: string;
  /** Says how often it strikes before it is used up; `null` for ever. Default: once. */
  times?: number | null;
  /** The chance, 0 to 1, that it strikes when it could. Default: 1. */
  probability?: number;
  status?: number;
  /** The provider's own word for the refusal: `MailboxNotEnabledForRESTAPI`, `quotaExceeded`. */
  code?: string;
  retryAfterSeconds?: number;
  delayMs?: number;
  seconds?: number;
  items?: number;
  error?: string;
};

export type Faults = ReturnType<typeof createFaults>;

type Where = { operation?: string | undefined; account?: string | undefined };

/** The faults of one provider; which of the probable ones strike follows from the seed. */
export function createFaults(random: () => number) {
  let active: (Fault & { left: number })[] = [];

  /** Arms a fault; the function returned takes it away again. */
  function add(fault: Fault): () => void {
    const armed = { ...fault, left: fault.times === null ? Infinity : (fault.times ?? 1) };
    active.push(armed);
    return () => {
      active = active.filter((each) => each !== armed);
    };
  }

  /** The fault of this kind that strikes here, if one does; it is used up by that. */
  function strike(kind: FaultKind, where: Where = {}): Fault | undefined {
    const struck = active.find(
      (each) => each.kind === kind && concerns(each, where) && random() < (each.probability ?? 1),
    );
    if (!struck) return undefined;
    struck.left -= 1;
    if (struck.left <= 0) active = active.filter((each) => each !== struck);
    return struck;
  }

  return {
    add,
    strike,
    clear: () => {
      active = [];
    },
    list: () => active.map(({ left, ...fault }) => ({ ...fault, left })),
  };
}

function concerns(fault: Fault, where: Where): boolean {
  if (fault.account && fault.account !== where.account) return false;
  if (!fault.operation) return true;
  if (fault.operation.endsWith('*'))
    return where.operation?.startsWith(fault.operation.slice(0, -1)) ?? false;
  return fault.operation === where.operation;
}
