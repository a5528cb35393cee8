import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { AtriumError, ConnectionError } from '../../../client/src/errors.ts';
import type { Caller } from '../operations/caller.ts';
import type { Catalogue } from '../operations/catalogue.ts';
import { plainLine } from '../plain-line.ts';

/** An endpoint as its creation answers it; one whose answer was lost is told without its secret. */
type Endpoint = { endpointUuid: string; secret: string | null };
type Message = { messageId: string; eventType: string; payload: unknown };
type Listening = {
  call: Caller;
  operations: Catalogue[string];
  target: string | undefined;
  eventTypes: string[];
};

const everyMs = 1_000;
const patienceMs = 15_000;
const pageSize = 100;

/** Forwards the messages of an endpoint that it makes, until it is told to end; then removes the endpoint. */
export async function listen({ call, operations, target, eventTypes }: Listening): Promise<number> {
  const ask = (name: string, input: object, signal?: AbortSignal) => {
    const operation = operations[name];
    if (!operation) throw new Error(`There is no operation ${name}`);
    return call(operation.row, input as never, signal ? { signal } : {});
  };
  const ending = new AbortController();
  const end = () => ending.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  const description = `atrium webhooks listen (${hostname()})`.slice(0, 500);
  const body = { delivery: 'POLL', eventTypes, description };
  const create = async (): Promise<{ endpointUuid: string; secret: string }> => {
    for (;;) {
      const made = (await ask('create-webhook-endpoint', { body })) as Endpoint;
      const { endpointUuid, secret } = made;
      if (secret !== null) return { endpointUuid, secret };
      await ask('delete-webhook-endpoint', { endpointUuid });
    }
  };
  const { endpointUuid, secret } = await create();
  try {
    say(`Signing secret: ${secret}`);
    say(target ? `Forwarding to ${target}, until Ctrl-C` : 'Listening, until Ctrl-C');
    let after: string | undefined;
    let isLost = false;
    while (!ending.signal.aborted) {
      try {
        const query = { endpointUuid, withPayload: true, size: pageSize, after };
        const page = await ask('list-webhook-messages', query, ending.signal);
        if (isLost) tell('Connected again');
        isLost = false;
        const { content } = page as { content: Message[] };
        for (const message of content) {
          if (ending.signal.aborted) break;
          await forward(message, secret, target);
          after = message.messageId;
        }
        if (content.length === 0) await pause(everyMs, undefined, { signal: ending.signal });
      } catch (error) {
        if (ending.signal.aborted) break;
        if (after !== undefined && isUnknownPlace(error)) {
          after = undefined;
          continue;
        }
        if (!isPassing(error)) throw error;
        if (!isLost) tell(`${(error as Error).message}; trying on`);
        isLost = true;
        await pause(everyMs, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    }
  } finally {
    await ask('delete-webhook-endpoint', { endpointUuid }).catch((error: unknown) => {
      if (!(error instanceof AtriumError && error.status === 404))
        tell('The endpoint could not be removed: it ends in an hour');
    });
    for (const signal of signals) process.off(signal, end);
  }
  return 0;
}

/** Posts a message, signed by Standard Webhooks 1.0, and says what came of it. Never rejects. */
async function forward(
  message: Message,
  secret: string,
  target: string | undefined,
): Promise<void> {
  const { messageId, eventType, payload } = message;
  const body = JSON.stringify(payload);
  if (!target) return say(`${eventType} ${plainLine(body)}`);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const hmac = createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac.digest('base64')}`,
  };
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(target, {
      method: 'POST',
      headers,
      body,
      signal,
      redirect: 'manual',
    });
    await response.body?.cancel();
    say(`${eventType} ${messageId} ${response.status}`);
  } catch (error) {
    say(`${eventType} ${messageId} was not taken: ${plainLine((error as Error).message)}`);
  }
}

/** Returns whether an error may pass: a lost connection, or a server that is not there for a while. */
const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof AtriumError && (error.status >= 500 || error.status === 429));

/** Returns whether the message that was read last is not known any more, as after its thirty days. */
const isUnknownPlace = (error: unknown): boolean =>
  error instanceof AtriumError &&
  error.status === 400 &&
  error.errors.some(({ field }) => field === 'after');

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const tell = (line: string): void => void process.stderr.write(`${plainLine(line)}\n`);
