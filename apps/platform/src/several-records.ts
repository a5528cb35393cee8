import { ProblemError } from '@atrium/kit/problem.ts';
import { Named, Nullable, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { atSavepoint } from './database/at-savepoint.ts';
import type { Tx } from './database/transaction.ts';
import { asProblem } from './problems.ts';

/** The records that one request names to do the same with each. */
export const RecordUuids = Type.Array(Uuid, {
  minItems: 1,
  maxItems: 100,
  description: 'Named twice, a record counts once',
});

/** Tells what became of each record that a request named. */
export const Outcomes = Named('RecordOutcomes', {
  outcomes: Type.Array(
    Named('RecordOutcome', {
      uuid: { ...Uuid, description: 'The record' },
      refusal: Nullable(
        Type.String({ description: 'The code of the problem for which it stayed as it was' }),
      ),
    }),
  ),
});
export type Outcomes = Static<typeof Outcomes>;

/**
 * Does the same with each of several records, in one order whoever names them, and tells what became of
 * each: one that is refused stays as it was, and the others go on. What fails for another reason
 * than the record's own is thrown, and nothing is done.
 */
export async function withEach(
  tx: Tx,
  uuids: readonly string[],
  work: (uuid: string) => Promise<unknown>,
): Promise<Outcomes> {
  const outcomes = [];
  for (const uuid of [...new Set(uuids.map((each) => each.toLowerCase()))].sort())
    outcomes.push({ uuid, refusal: await refusalOf(tx, () => work(uuid)) });
  return { outcomes };
}

async function refusalOf(tx: Tx, work: () => Promise<unknown>): Promise<string | null> {
  try {
    await atSavepoint(tx, work);
    return null;
  } catch (thrown) {
    const error = asProblem(thrown);
    if (!(error instanceof ProblemError) || error.status >= 500) throw error;
    return error.code;
  }
}
