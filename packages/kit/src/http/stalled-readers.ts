import type { Socket } from 'node:net';
import { fastifyPlugin } from 'fastify-plugin';

type Progress = { sent: number; since: number };
/** The socket as Node sees it, which knows how much of the last write the system has not taken yet. */
type Inner = { _handle?: { writeQueueSize?: number } | null };

/**
 * Ends the connections of readers that have stopped: part of an answer waits for them, and for 30
 * seconds nothing of it went out. What they hold up (memory, a turn, an open export) is given back.
 */
export const stalledReaders = fastifyPlugin<{ stalledMs?: number }>(
  async (app, { stalledMs = 30_000 }) => {
    const sockets = new Map<Socket, Progress>();
    app.server.on('connection', (socket: Socket) => {
      sockets.set(socket, { sent: 0, since: performance.now() });
      socket.once('close', () => sockets.delete(socket));
    });

    const timer = setInterval(() => {
      const now = performance.now();
      for (const [socket, progress] of sockets) {
        const sent = socket.bytesWritten - ((socket as Inner)._handle?.writeQueueSize ?? 0);
        const isWaiting = socket.writableLength > 0 && sent === progress.sent;
        if (!isWaiting) sockets.set(socket, { sent, since: now });
        else if (now - progress.since >= stalledMs) socket.destroy();
      }
    }, stalledMs / 10);
    timer.unref();
    app.addHook('onClose', async () => clearInterval(timer));
  },
);
