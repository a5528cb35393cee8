import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import document from '@atrium/api-client/openapi.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Webhook } from 'standardwebhooks';
import { atEndOfFile } from './at-end-of-file.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** A message as the document describes it. */
type Told = { post: { requestBody: { content: { 'application/json': { schema: object } } } } };

type Received = {
  id: string;
  at: number;
  headers: Record<string, string>;
  body: string;
  message: { type: string; timestamp: string; data: Record<string, unknown> };
};

type Answer = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

/** A system that receives webhooks, as its own owner would write it; it answers 204 unless told otherwise. */
export async function startReceiver(answer?: Answer) {
  const received: Received[] = [];
  let answering = answer;
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '');
    const headers = request.headers as Record<string, string>;
    const id = headers['webhook-id'] ?? '';
    received.push({ id, at: performance.now(), headers, body, message: JSON.parse(body || '{}') });
    if (answering) answering(request, response, received.length);
    else response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  atEndOfFile(stop);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    /** The messages of a type. */
    of: (type: string) => received.filter(({ message }) => message.type === type),
    answerBy: (next: Answer | undefined) => {
      answering = next;
    },
    stop,
  };
}

/**
 * Verifies a message as a receiver does with the package of Standard Webhooks, and by the document; throws if
 * it is not right.
 */
export function verify({ body, headers, message }: Received, secret: string): unknown {
  const webhooks: Readonly<Record<string, Told | undefined>> = document.webhooks;
  const schema = webhooks[message.type]?.post.requestBody.content['application/json'].schema;
  if (!schema) throw new Error(`The document names no ${message.type}`);
  const meets: boolean = ajv.validate(schema, message);
  if (!meets) throw new Error(`${message.type}: ${ajv.errorsText()}`);
  return new Webhook(secret).verify(body, headers);
}
