import { Agent, type Dispatcher, request } from 'undici';
import { AddressNotPublic, guardedConnector } from '../../http/public-addresses.ts';

const limitMs = 15_000;
const excerptBytes = 1_024;
// An answer up to this is read to its end, so that the connection is used again.
const readBytes = 65_536;

/** Says what became of a request. `error` is a fixed word; null when the message was delivered. */
export type Outcome = {
  status: number | null;
  error: SendError | null;
  durationMs: number;
  responseExcerpt: string | null;
  /** Says how long the receiver asked to wait, in seconds. */
  retryAfter: number | null;
};

type SendError =
  | 'REFUSED'
  | 'REDIRECTED'
  | 'TIMEOUT'
  | 'ADDRESS_NOT_PUBLIC'
  | 'NAME_NOT_FOUND'
  | 'TLS_FAILED'
  | 'CONNECTION_FAILED';

export type Sender = ReturnType<typeof createSender>;

type Options = { allowsPrivate: boolean; nameServers?: readonly string[]; timeoutMs?: number };

/**
 * Posts messages to endpoints: 15 seconds altogether, no redirects, 2xx is success. Never rejects. A
 * connection is used again by whoever sends to the same origin.
 */
export function createSender({ timeoutMs = limitMs, ...options }: Options) {
  const dispatcher = new Agent({
    connect: guardedConnector(options),
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 30_000,
    headersTimeout: timeoutMs + 1_000,
    bodyTimeout: timeoutMs + 1_000,
  });

  async function send(
    url: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<Outcome> {
    const began = performance.now();
    const signal = AbortSignal.timeout(timeoutMs);
    const outcome = await post(url, headers, body, { dispatcher, signal }).catch(
      (error: unknown) => ({ ...nothing, error: toError(error, signal) }),
    );
    return { ...outcome, durationMs: Math.round(performance.now() - began) };
  }

  return { send, close: () => dispatcher.destroy() };
}

const nothing = { status: null, responseExcerpt: null, retryAfter: null };

async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  how: { dispatcher: Dispatcher; signal: AbortSignal },
): Promise<Omit<Outcome, 'durationMs'>> {
  const answer = await request(url, {
    ...how,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Atrium-Webhooks/1', ...headers },
    body,
  });
  const { statusCode: status } = answer;
  return {
    status,
    error: errorOf(status),
    responseExcerpt: await readExcerpt(answer.body),
    retryAfter: readRetryAfter(answer.headers['retry-after']),
  };
}

function errorOf(status: number): SendError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'REDIRECTED' : 'REFUSED';
}

/** Reads the beginning of an answer. What goes wrong then changes nothing: the status is known. */
async function readExcerpt(body: Dispatcher.ResponseData['body']): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      if (length < excerptBytes) parts.push(part);
      length += part.length;
      if (length > readBytes) break;
    }
  } catch {
    body.on('error', () => undefined);
  }
  body.destroy();
  return length > 0 ? toText(Buffer.concat(parts)) : null;
}

/** Returns at most a kibibyte of text, without what a database cannot keep. */
function toText(bytes: Buffer): string {
  const text = bytes.subarray(0, excerptBytes).toString('utf8').replaceAll('\0', '');
  // A character that was cut through is written longer than what was there of it.
  return Buffer.from(text).subarray(0, excerptBytes).toString('utf8').replace(/�+$/, '');
}

/** Reads Retry-After, seconds or a date (RFC 9110, section 10.2.3). */
function readRetryAfter(header: string | string[] | undefined): number | null {
  const text = [header].flat()[0]?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

function toError(error: unknown, signal: AbortSignal): SendError {
  if (signal.aborted) return 'TIMEOUT';
  const failures = [error, ...((error as AggregateError).errors ?? [])];
  if (failures.some((each) => each instanceof AddressNotPublic)) return 'ADDRESS_NOT_PUBLIC';
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/TIMEOUT|TIMEDOUT/.test(code)) return 'TIMEOUT';
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP)$/.test(code))
    return 'NAME_NOT_FOUND';
  return /CERT|TLS|SSL|EPROTO|UNABLE_TO_VERIFY/.test(code) ? 'TLS_FAILED' : 'CONNECTION_FAILED';
}
