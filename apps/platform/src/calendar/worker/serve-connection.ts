import { LeaseLost } from '../../background/leases.ts';
import { recordAttempt } from '../attempts.ts';
import { disconnectCalendar } from '../connections/disconnect-calendar.ts';
import {
  endPush,
  listDuePushes,
  markFailed,
  type Push,
  postponePush,
} from '../export/push-queries.ts';
import { removeRetired } from '../export/remove-retired.ts';
import { pullChanges } from '../import/pull-changes.ts';
import { failPull } from '../import/pull-queries.ts';
import { mostTries, pauseOf } from '../pause.ts';
import { ProviderError } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';
import { clearExportFailure, countFailures, failExport } from './failures.ts';
import type { Due } from './find-due.ts';
import { keepChannels } from './keep-channels.ts';
import { pushMeeting } from './push-meeting.ts';

const atOnce = 4;
const atATime = 20;

/**
 * Does what is due for one connection: push channels, changes to take in, changes to bring out and
 * events to remove. It goes on until nothing is left, a few meetings at a time, so that a
 * notification waits behind twenty meetings and not behind a thousand. False when nothing was due.
 */
export async function serveConnection(
  context: SyncContext,
  findDue: () => Promise<Due>,
): Promise<boolean> {
  let worked = false;
  try {
    for (let due = await findDue(); isAny(due); due = await findDue()) {
      worked = true;
      const goesOn =
        (!due.channels || (await attempt('import', () => keepChannels(context)))) &&
        (!due.pull || (await attempt('import', () => pullChanges(context)))) &&
        (!due.pushes || (await attempt('export', () => pushSome(context)))) &&
        (!due.removals || (await attempt('export', () => removeRetired(context))));
      if (!goesOn) break;
    }
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
  return worked;

  /** Works in one direction, which fails and pauses by itself. False when the connection is at its end. */
  async function attempt(direction: Direction, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      return handle(context, error, direction);
    }
  }
}

const isAny = (due: Due) => Object.values(due).includes(true);

async function pushSome(context: SyncContext): Promise<void> {
  const { connectionUuid } = context.lease;
  const waiting = await context.lease.inTenantShared((tx) =>
    listDuePushes(tx, connectionUuid, atATime),
  );
  const run = async () => {
    for (let push = waiting.shift(); push; push = waiting.shift()) await tryPush(context, push);
  };
  const runs = await Promise.allSettled(Array.from({ length: atOnce }, run));
  const failed = runs.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  await context.lease.inTenantShared((tx) => clearExportFailure(tx, connectionUuid));
}

/** Tries once; a failure is kept with the meeting, and one of the whole connection is thrown. */
export async function tryPush(
  context: SyncContext,
  push: Push,
  { tries = mostTries } = {},
): Promise<void> {
  const startedAt = Date.now();
  try {
    await pushMeeting(context, push, { isLastTry: push.attempts + 1 >= tries });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'AUTH') throw error;
    await keepFailure(context, push, error, { tries, startedAt });
    // Nobody else gets through either: the others are not made to waste their tries.
    if (error.code === 'RATE_LIMITED') throw error;
  }
}

async function keepFailure(
  { lease, settings }: SyncContext,
  push: Push,
  error: ProviderError,
  { tries, startedAt }: { tries: number; startedAt: number },
): Promise<void> {
  const attempt = push.attempts + 1;
  const isFinal = error.kind === 'PERMANENT' || attempt >= tries;
  const { meetingUuid, operation } = push;
  await lease.inTenantShared(async (tx) => {
    await tx`select from meetings where meeting_uuid = ${meetingUuid} for no key update`;
    const delayMs = Math.max(error.retryAfterMs ?? 0, pauseOf(settings.retryBaseMs, attempt));
    const nextTryAt = isFinal ? undefined : await postponePush(tx, push, delayMs);
    if (isFinal && (await endPush(tx, push)))
      await markFailed(tx, meetingUuid, operation, error.code);
    await recordAttempt(tx, {
      meetingUuid,
      connectionUuid: lease.connectionUuid,
      direction: 'OUTWARD',
      operation,
      outcome: isFinal ? 'FAILED' : 'RETRY',
      error,
      attempt,
      nextTryAt,
      durationMs: Date.now() - startedAt,
    });
  });
}

type Direction = 'import' | 'export';

/**
 * Notes a failure of a whole direction: the provider is not to be had, or the grant is gone, which
 * ends the connection. False when nothing more can be done for it now.
 */
export async function handle(
  { lease, settings, logger }: SyncContext,
  error: unknown,
  direction: Direction,
): Promise<boolean> {
  if (error instanceof LeaseLost) return false;
  const { connectionUuid } = lease;
  const { kind, code, retryAfterMs } = toFailure(error);
  if (kind === 'AUTH') {
    await lease.inTenant((tx) => disconnectCalendar(tx, lease, 'AUTH_EXPIRED'));
    return false;
  }
  // A fault of ours waits like one of theirs, and is told.
  if (!(error instanceof ProviderError))
    logger.warn({ err: error, connectionUuid }, 'calendar sync');
  await lease.inTenant(async (tx) => {
    const failures = await countFailures(tx, connectionUuid, direction);
    const delayMs = Math.max(retryAfterMs ?? 0, pauseOf(settings.retryBaseMs, failures + 1));
    const fail = direction === 'import' ? failPull : failExport;
    await fail(tx, connectionUuid, { code, delayMs });
  });
  return true;
}

const toFailure = (error: unknown) =>
  error instanceof ProviderError ? error : new ProviderError('RETRY', 'INTERNAL', { cause: error });
