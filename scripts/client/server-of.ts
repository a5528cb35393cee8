import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from '@atrium/platform/test-support/at-end-of-file.ts';

export type Handler = (request: IncomingMessage, body: string, response: ServerResponse) => void;

type Asked = { method: string; url: string; key: unknown; bearer: unknown; body: string };

/** A server that answers what a test tells it to, and keeps what it was asked. */
export async function serverOf(handle: Handler) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      asked.push({
        method,
        url,
        key: headers['idempotency-key'],
        bearer: headers.authorization,
        body,
      });
      handle(request, body, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEndOfFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Answers with JSON; with a problem document where the status is a failure. */
export function answer(response: ServerResponse, status: number, body: object, headers = {}) {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body));
}
