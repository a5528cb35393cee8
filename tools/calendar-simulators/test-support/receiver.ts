import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Received = { headers: IncomingHttpHeaders; body: string; path: string };

/** Somewhere for pushes to arrive; it answers validation requests unless told otherwise. */
export async function openReceiver() {
  const received: Received[] = [];
  const answers: number[] = [];
  let validates = true;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://receiver');
    const token = url.searchParams.get('validationToken');
    if (token !== null) {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(validates ? token : 'no');
      return;
    }
    received.push({ headers: request.headers, body: await text(request), path: url.pathname });
    response.writeHead(answers.shift() ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** The statuses to answer next, in order. */
    answers,
    refuseValidation() {
      validates = false;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
