import { Agent, type Dispatcher, request } from 'undici';
import type { Config } from '../config.ts';
import { guardedConnector, namesThisMachine } from '../http/public-addresses.ts';

const limitMs = 5_000;
const mostBytes = 256 * 1_024;

/** The provider did not answer, or not now: it may do so later. */
export class ProviderAway extends Error {
  override name = 'ProviderAway';
}

/** The provider answered what is no answer to the question. */
export class ProviderWrong extends Error {
  override name = 'ProviderWrong';
}

type Asked = {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
};

export type ProviderFetch = ReturnType<typeof createProviderFetch>;

type Settings = Pick<Config, 'development' | 'webhooksPrivateAddresses'>;

/**
 * Makes the one way by which identity providers are asked: https, and on the embedded start http to this
 * machine, public addresses only, no redirects, 5 seconds and 256 KiB.
 */
export function createProviderFetch({ development, webhooksPrivateAddresses }: Settings) {
  const allowsLoopback = development || webhooksPrivateAddresses;
  const open = (allowsPrivate: boolean) =>
    new Agent({ connect: guardedConnector({ allowsPrivate }), keepAliveTimeout: 1_000 });
  const guarded = open(webhooksPrivateAddresses);
  const local = allowsLoopback ? open(true) : guarded;

  /** Returns whether something may be asked, or a browser be sent, at an address. */
  function isAllowed(address: string): boolean {
    const url = URL.parse(address);
    if (!url || url.username || url.password || url.hash) return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url));
  }

  const isLocal = ({ hostname }: URL) => allowsLoopback && namesThisMachine(hostname);

  /** Asks an address. Throws ProviderAway or ProviderWrong. */
  async function ask(address: string, { method = 'GET', headers = {}, body }: Asked = {}) {
    if (!isAllowed(address)) throw new ProviderWrong('An address that is not asked');
    const dispatcher = isLocal(new URL(address)) ? local : guarded;
    const signal = AbortSignal.timeout(limitMs);
    const answer = await request(address, {
      method: method as Dispatcher.HttpMethod,
      headers: { ...headers, 'user-agent': 'Atrium' },
      body: body ?? null,
      dispatcher,
      signal,
    }).catch(away);
    const text = await readText(answer.body);
    const { statusCode: status } = answer;
    if (status >= 500 || status === 429) throw new ProviderAway(`Status ${status}`);
    if (status >= 300 && status < 400) throw new ProviderWrong('A redirect');
    const hasBody = status !== 204 && status !== 205;
    return new Response(hasBody ? text : null, { status, headers: toHeaders(answer.headers) });
  }

  return { ask, isAllowed };
}

function away(cause: unknown): never {
  throw new ProviderAway('No answer', { cause });
}

async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length > mostBytes) break;
    }
  } catch (error) {
    away(error);
  }
  if (length > mostBytes) throw new ProviderWrong('An answer that is too long');
  return Buffer.concat(parts).toString('utf8');
}

function toHeaders(headers: Dispatcher.ResponseData['headers']): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const each of [value ?? []].flat()) kept.append(name, each);
  return kept;
}
