import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node';

/** A message of a stream. */
export type StreamMessage = { sequence: number; msg: Msg };

const [pageBytes, quietMs] = [4 * 1_048_576, 5_000];

/**
 * Reads the next messages of a stream from a sequence on: a direct get of several (NATS 2.11, ADR-31). Any server
 * of the stream answers, maybe with less than there is. Empty when there are none. Throws when no
 * server answers.
 */
export async function readStream(
  nc: NatsConnection,
  stream: string,
  from: number,
  batch = 1_000,
): Promise<StreamMessage[]> {
  const inbox = createInbox();
  const messages: StreamMessage[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<StreamMessage[]>();
  const subscription = nc.subscribe(inbox, {
    callback(error, msg) {
      if (error) return reject(error);
      const code = msg.headers?.code ?? 0;
      // 204 ends a batch, and 404 is one of nothing.
      if (code === 204 || code === 404) return resolve(messages);
      if (code !== 0) return reject(new Error(`The stream ${stream} answers ${code}`));
      timer.refresh();
      messages.push({ sequence: Number(msg.headers?.get('Nats-Sequence')), msg });
    },
  });
  nc.publish(
    `$JS.API.DIRECT.GET.${stream}`,
    JSON.stringify({ seq: from, batch, max_bytes: pageBytes }),
    { reply: inbox },
  );
  const timer = setTimeout(
    () => reject(new Error(`The stream ${stream} does not answer`)),
    quietMs,
  );
  return promise.finally(() => {
    clearTimeout(timer);
    subscription.unsubscribe();
  });
}
