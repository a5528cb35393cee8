import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionError, errorOf } from '../../../client/src/errors.ts';
import type { Session } from '../session.ts';

export type ItemResult = {
  index: number;
  status: 'accepted' | 'duplicate' | 'rejected';
  errors?: { field: string; message: string }[];
};

export type SendOptions = {
  session: Session;
  giveUpSeconds: number;
  onWait: (reason: string, seconds: number) => void;
};

const [firstWaitSeconds, longestWaitSeconds] = [0.5, 30];
const worthRetrying = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Sends a batch until it is answered. While Atrium is away or asks to wait it waits, as long as
 * `Retry-After` says or longer each time. Rejects when that goes on for too long, and at once for
 * what waiting does not mend.
 */
export async function sendBatch(
  lines: readonly string[],
  { session, giveUpSeconds, onWait }: SendOptions,
): Promise<ItemResult[]> {
  const deadline = performance.now() + giveUpSeconds * 1000;
  for (let waitSeconds = firstWaitSeconds; ; waitSeconds *= 2) {
    const tried = await attempt(session, lines);
    if (tried.results) return tried.results;
    if (performance.now() > deadline)
      throw new Error(`${tried.reason}. Run the same command again to go on from here.`);
    const backOff = Math.min(waitSeconds, longestWaitSeconds) * (0.5 + Math.random() / 2);
    const seconds = tried.retryAfter ?? backOff;
    onWait(tried.reason, seconds);
    await pause(seconds * 1000);
  }
}

type Tried =
  | { results: ItemResult[] }
  | { results?: undefined; reason: string; retryAfter?: number | undefined };

async function attempt(session: Session, lines: readonly string[]): Promise<Tried> {
  try {
    const response = await session.fetch('/api/analytics/events/batch', () => ({
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.join('\n'),
    }));
    if (response.ok) {
      return (await response.json().catch((cause: unknown) => {
        throw new ConnectionError('The answer broke off', { cause });
      })) as { results: ItemResult[] };
    }
    const refused = await errorOf(response, {});
    if (!worthRetrying.has(refused.status)) throw refused;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return {
      reason: `${refused.status} ${refused.message}`,
      retryAfter: seconds >= 0 ? seconds : undefined,
    };
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    return { reason: error.message };
  }
}
