import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Answers for a platform that waits for its schema: it lives (`/health/live`), and is not ready for anything
 * else (503). Returns what ends that and frees the port.
 */
export async function answerWhileWaiting({ host, port }: { host: string; port: number }) {
  const server = createServer((request, response) => {
    const lives = request.url?.split('?')[0] === '/health/live';
    const components = lives ? {} : { components: { schema: 'DOWN' } };
    response.writeHead(lives ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
      ...(lives ? {} : { 'retry-after': '5' }),
    });
    response.end(JSON.stringify({ status: lives ? 'UP' : 'DOWN', ...components }));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}
