import { Agent, type RequestOptions, request } from 'node:http';
import type { Load } from './load.ts';
import type { Subject } from './peers-subject.ts';

/** Sends the request of this number and reads the answer to its end. Throws when it is not 200. */
export type Send = (n: number) => Promise<void>;

/**
 * Sends requests, of ten seven that read a contact, two that list and one that creates; or only one kind.
 * Connections are kept, 512 at most, until it is closed.
 */
export function mixedLoad(
  { get, list, create }: Pick<Subject, 'get' | 'list' | 'create'>,
  only?: Load,
): { send: Send; close: () => Promise<void> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 512, timeout: 60_000 });
  const requests = Array.from({ length: 10 }, (_, n) =>
    toRequest(agent, only ?? (n === 9 ? create : n > 6 ? (list ?? get) : get)),
  );
  return {
    send: (n) => ask(requests[n % 10] as Request),
    close: async () => agent.destroy(),
  };
}

/** Requests a second of 32 callers that each wait for their answer. */
export async function closedLoop(send: Send, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let asked = 0;
  const caller = async () => {
    while (performance.now() < until) await send(asked++);
  };
  await Promise.all(Array.from({ length: 32 }, caller));
  return asked / seconds;
}

/** Milliseconds from when each request was due to its answer. */
export async function openLoop(send: Send, rate: number, seconds: number) {
  const began = performance.now();
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  let due = began;
  let failure: unknown;
  for (let n = 0; due - began < seconds * 1000 && failure === undefined; n++) {
    due += (-Math.log(1 - Math.random()) / rate) * 1000;
    const early = due - performance.now();
    if (early > 1) await new Promise((later) => setTimeout(later, early));
    const wasDue = due;
    const answered = send(n)
      .then(() => times.push(performance.now() - wasDue))
      .catch((error) => {
        failure ??= error;
      })
      .then(() => void open.delete(answered));
    open.add(answered);
  }
  await Promise.all(open);
  if (failure !== undefined) throw failure;
  return times;
}

type Request = { options: RequestOptions; body: string | undefined };

/** Made once: what the load costs to send is taken from what is measured. */
function toRequest(agent: Agent, { url, method = 'GET', headers = {}, body }: Load): Request {
  const type = body ? { 'content-type': 'application/json' } : {};
  const { hostname, port, pathname } = new URL(url);
  const options = { agent, hostname, port, path: pathname, method };
  return { options: { ...options, headers: { ...headers, ...type } }, body };
}

/** Sends one request and reads the answer to its end. Throws when it is not 200. */
function ask({ options, body }: Request): Promise<void> {
  return new Promise((answered, failed) => {
    const sent = request(options, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200
          ? answered()
          : failed(new Error(`${options.method} ${options.path}: ${response.statusCode}`)),
      );
    });
    sent.on('error', failed);
    sent.end(body);
  });
}

/** The value below which a part of sorted values lies, to a tenth. */
export const at = (sorted: readonly number[], part: number) =>
  Math.round((sorted[Math.floor(sorted.length * part)] ?? Number.NaN) * 10) / 10;

export const mean = (values: number[]) =>
  values.reduce((sum, each) => sum + each, 0) / values.length;

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
