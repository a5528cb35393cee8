import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../problems.ts';

const maxMs = 15_000;
const idleMs = 10_000;

/** What the worker answers. */
export type Sanitized = { svg: string } | { refusal: string };

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * The drawing without scripts, handlers, links and references to elsewhere. It is parsed in a
 * thread whose memory and time are bounded and which ends when there is no more to do. One call
 * at a time. Throws ASSET_REJECTED for what is not a well-formed drawing.
 */
export async function sanitizeSvg(content: Buffer): Promise<Buffer> {
  clearTimeout(idle);
  worker ??= startWorker();
  try {
    const answered = once(worker, 'message', { signal: AbortSignal.timeout(maxMs) });
    worker.postMessage(content.toString('utf8'));
    const [answer] = (await answered) as [Sanitized];
    if ('refusal' in answer) throw new Problem('ASSET_REJECTED', answer.refusal);
    return Buffer.from(answer.svg);
  } catch (error) {
    if (error instanceof Problem) throw error;
    await stopWorker();
    throw new Problem('ASSET_REJECTED', 'The drawing is too much to read', { cause: error });
  } finally {
    idle = setTimeout(stopWorker, idleMs).unref();
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./sanitize-svg-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 192 },
  });
  // A thread that dies between two calls must not take the process with it.
  started.on('error', () => {
    if (worker === started) worker = undefined;
  });
  started.unref();
  return started;
}

async function stopWorker(): Promise<void> {
  const stopped = worker;
  worker = undefined;
  await stopped?.terminate();
}
