import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

export type Load = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  seconds?: number;
  connections?: number;
  /** Each request bears an Idempotency-Key of its own. */
  keyed?: boolean;
};

export type Figures = { perSecond: number; p50: number; p99: number };

/** Thirty-two connections, or as many as asked for, for some seconds. Throws when any answer is not 2xx. */
export async function load({
  url,
  method = 'GET',
  headers = {},
  body,
  seconds = 6,
  connections = 32,
  keyed = false,
}: Load): Promise<Figures> {
  const result = await autocannon({
    url,
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body } : {}),
    connections,
    duration: seconds,
    ...(keyed ? { requests: [{ setupRequest: withKey }] } : {}),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

const withKey = (request: autocannon.Request): autocannon.Request => ({
  ...request,
  headers: { ...request.headers, 'idempotency-key': randomUUID() },
});

// Seconds until both are compiled: a process that has just started is measured by nobody.
const warmUp = 8;

export type Comparison = { ours: Figures; bare: Figures; ratio: number };

/**
 * Measures a subject against its reference: rounds in turn, so that what else the machine does
 * falls on both, and the medians compared.
 */
export async function compare(subject: Load, reference: Load, rounds = 3): Promise<Comparison> {
  await load({ ...subject, seconds: warmUp });
  await load({ ...reference, seconds: warmUp });
  const runs: { subject: Figures; reference: Figures }[] = [];
  for (let round = 0; round < rounds; round++) {
    runs.push({ reference: await load(reference), subject: await load(subject) });
  }
  const of = (who: 'subject' | 'reference') => median(runs.map((run) => run[who]));
  const [ours, bare] = [of('subject'), of('reference')];
  return { ours, bare, ratio: ours.perSecond / bare.perSecond };
}

function median(figures: Figures[]): Figures {
  const sorted = figures.toSorted((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as Figures;
}
