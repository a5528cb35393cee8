import { inSpan } from '@atrium/kit/tracing/spans.ts';
import { readTraceparent, traceHeaders } from '@atrium/kit/tracing/trace-context.ts';
import type { EndpointSecrets } from '../secrets.ts';
import type { DueMessage, Target, Tried } from './queries.ts';
import { pauseAfter } from './schedule.ts';
import type { Sender } from './sender.ts';
import { signedHeaders } from './sign.ts';

const gone = 410;

/** Sends a message once, signed with the endpoint's secrets, and says what is to become of it. */
export async function sendMessage(
  { sender, secrets }: { sender: Sender; secrets: EndpointSecrets },
  { endpointUuid, url, secret, previousSecret }: Target,
  { messageUuid, body, failures, traceParent }: DueMessage,
): Promise<Tried> {
  const opened = [
    secrets.open(secret, endpointUuid),
    ...(previousSecret === null ? [] : secrets.openPrevious(previousSecret, endpointUuid)),
  ];
  const now = Date.now();
  const headers = signedHeaders(messageUuid, body, opened, now);
  const parent = readTraceparent(traceParent) ?? null;
  const { retryAfter, ...outcome } = await inSpan(
    { name: 'send webhook', kind: 'CLIENT', parent },
    () => sender.send(url, { ...headers, ...traceHeaders() }, body),
  );
  const pauseSeconds =
    outcome.error === null || outcome.status === gone ? null : pauseAfter(failures + 1, retryAfter);
  const failed = pauseSeconds === null ? 'FAILED' : 'PENDING';
  return {
    ...outcome,
    messageUuid,
    at: new Date(now).toISOString().slice(0, 19),
    state: outcome.error === null ? 'DELIVERED' : failed,
    pauseSeconds,
  };
}

/** Returns whether the receiver said that it is gone for good. */
export const saysGone = ({ status }: Pick<Tried, 'status'>): boolean => status === gone;
