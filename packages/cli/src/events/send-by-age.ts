import { type ItemResult, type SendOptions, sendBatch } from './send-batch.ts';

// An hour more than Atrium asks for, as far as the clocks may differ.
const oldMs = 25 * 3_600_000;

/** Returns whether an event surely happened more than a day ago. */
export function isOld(event: { occurredAt?: unknown }): boolean {
  const { occurredAt } = event;
  return typeof occurredAt === 'string' && Date.parse(occurredAt) < Date.now() - oldMs;
}

/**
 * Sends the old events of a batch and the others each by themselves: Atrium takes more in a minute
 * of batches whose events are all old. Answers the results as of one batch.
 */
export async function sendByAge(
  items: readonly { line: string; isOld: boolean }[],
  options: SendOptions,
): Promise<ItemResult[]> {
  const numbered = items.map((item, index) => ({ ...item, index }));
  const parts = [true, false].map((old) => numbered.filter((item) => item.isOld === old));
  const answers = parts.map(async (part) => {
    if (part.length === 0) return [];
    const results = await sendBatch(
      part.map(({ line }) => line),
      options,
    );
    return results.map((result) => ({ ...result, index: part[result.index]?.index ?? -1 }));
  });
  return (await Promise.all(answers)).flat();
}
