import { expect } from 'vitest';

/**
 * Sends a request again each second while the platform says to come again (503), as it does to one of a crowd
 * that waited too long on a slow machine: what it refused so has changed nothing. Returns the answer that it gave
 * then; throws when there was none in two minutes.
 */
export async function untilServed<Answer extends { status: number }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await send();
  const again = async () => {
    if (answer.status === 503) answer = await send();
    return answer.status;
  };
  await expect.poll(again, { interval: 1_000, timeout: 120_000 }).not.toBe(503);
  return answer;
}
