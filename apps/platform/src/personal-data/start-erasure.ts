import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { FastifyRequest } from 'fastify';
import { inNobodysName } from '../database/in-nobodys-name.ts';
import type { Tx } from '../database/transaction.ts';
import { beginning, clearBatch, type Progress } from './clear-texts.ts';
import { erasePerson } from './erase-person.ts';
import type { ErasureRow } from './erasure-queries.ts';
import type { Erasures } from './erasures.ts';
import type { Erasure } from './schemas.ts';
import { createMatcher } from './text-matcher.ts';

/** How long a request waits for its erasure, in milliseconds; it goes on without it. */
const waitMs = 20_000;
/** Transactions that stand in each other's way are tried again so many times. */
const tries = 4;

type Services = { erasures: Erasures };
type Asked = { contactUuid: string; reason: string | undefined };

/** Undoes a transaction whose counts are all that was asked for. */
class Undo extends Error {}

/**
 * Erases a person: the record at once, and the texts of others for as long as the request waits.
 * Returns the erasure, or undefined when it goes on behind the answer. Throws NOT_FOUND, or
 * VALIDATION_FAILED without a reason.
 */
export async function startErasure(
  request: FastifyRequest,
  { erasures }: Services,
  { contactUuid, reason }: Asked,
): Promise<Erasure | undefined> {
  const { caller } = request;
  const { tenantUuid } = caller;
  await withoutDeadlock(() =>
    request.inTenant(async (tx) => {
      // Within it, since whoever may not erase is told that first.
      if (reason === undefined) throw invalid(fieldError('reason', 'REQUIRED', 'is required'));
      const begun = await erasePerson(tx, { caller, contactUuid });
      await erasures.keep(tx, { ...begun, reason });
    }),
  );
  const erasure = await withoutDeadlock(() => erasures.goOn(tenantUuid, contactUuid, waitMs));
  if (!erasure) return undefined;
  // Mails go once nothing of the record is there, so that a refused erasure has removed none.
  const mails = await erasures.removeMails(tenantUuid, erasure);
  erasures.finishSoon(tenantUuid, contactUuid);
  return toErasure({ ...erasure, removed: { ...erasure.removed, mails } });
}

/** Counts what erasing a person would remove, and changes nothing. Throws NOT_FOUND. */
export async function countErasure(request: FastifyRequest, contactUuid: string): Promise<Erasure> {
  const { caller } = request;
  const undone: { begun?: Awaited<ReturnType<typeof erasePerson>> } = {};
  const undo = async (tx: Tx) => {
    undone.begun = await erasePerson(tx, { caller, contactUuid });
    throw new Undo();
  };
  await withoutDeadlock(() =>
    request.inTenant(undo).catch((error) => {
      if (!(error instanceof Undo)) throw error;
    }),
  );
  if (!undone.begun) throw new Error('Nothing was counted');
  const { search, removed, kept } = undone.begun;
  const { nearBy, own, emails } = search;
  const asked = { matcher: createMatcher(search), nearBy, own, emails, isClearing: false };
  let progress: Progress = { ...beginning, isMended: true };
  for (;;) {
    const from = progress;
    const next = await request.readTenant((tx) =>
      inNobodysName(tx, () => clearBatch(tx, from, asked)),
    );
    if (!next) break;
    progress = next;
  }
  const { mentions, calendarCopies, numbers } = progress;
  const [{ at }] = await request.readTenant(
    (tx) => tx<[{ at: string }]>`select record_time(now()) as at`,
  );
  return {
    contactUuid,
    erasedAt: at,
    dryRun: true,
    removed: { ...removed, mentions, calendarCopies },
    kept: [...kept, ...numbers.map((place) => `NUMBER_IN ${place}`)],
  };
}

export function toErasure({ contactUuid, erasedAt, removed, kept }: ErasureRow): Erasure {
  return { contactUuid, erasedAt, dryRun: false, removed, kept };
}

/** Runs work again that PostgreSQL ended for the sake of another transaction (40P01, 40001). */
async function withoutDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left--) {
    try {
      return await work();
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (left === 0 || !['40P01', '40001'].includes(code)) throw error;
    }
  }
}
