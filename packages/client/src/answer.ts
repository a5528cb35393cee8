import { ConnectionError, invalidAnswer } from './errors.ts';
import type { Row } from './table.ts';

/**
 * Reads a successful answer as the operation gives it: JSON, text, a file as Blob, a stream of events as it
 * begins. Throws INVALID_ANSWER for anything else, such as the page of a proxy.
 */
export async function answerOf(
  { gives = ['application/json'] }: Row,
  response: Response,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const type =
    (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isGiven = gives.includes(type);
  if (isGiven && type === 'text/event-stream') return response.body;
  const isFile = isGiven && /^image\/|\/zip$/.test(type);
  const read = isFile ? response.blob() : response.text();
  const came = await read.catch((cause: unknown) => {
    if (signal?.aborted) throw signal.reason;
    throw new ConnectionError('The answer broke off', { cause });
  });
  if (typeof came !== 'string') return came;
  if (came === '' && (gives.includes('') || response.status === 204)) return undefined;
  const isText = isGiven && !/[/+]json$/.test(type);
  return isText ? came : (parsed(came) ?? Promise.reject(invalidAnswer(response, came)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
