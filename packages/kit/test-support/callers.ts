import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Calls a server from a thread of its own, each time on a new connection, with eight callers at once,
 * until one is refused. Posts how often each ending came: ANSWERED, or the error's code.
 */
const endings: Record<string, number> = {};
let [refused, open] = [false, 0];
for (let caller = 0; caller < 8; caller += 1) call();

function call(): void {
  open += 1;
  let ending = 'UNANSWERED';
  const socket = connect(workerData.port, '127.0.0.1');
  socket.once('connect', () => {
    socket.write('GET /health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  });
  socket.on('data', () => {
    ending = 'ANSWERED';
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    ending = error.code ?? error.message;
  });
  socket.on('close', () => {
    endings[ending] = (endings[ending] ?? 0) + 1;
    open -= 1;
    refused ||= ending === 'ECONNREFUSED';
    if (!refused) call();
    else if (open === 0) parentPort?.postMessage(endings);
  });
}
