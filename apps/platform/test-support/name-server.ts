import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';

/** A name server (RFC 1035, over UDP) that knows TXT records, for tests. */
export async function startNameServer() {
  const records = new Map<string, string>();
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    const { id = 0, questions = [] } = decode(message);
    const name = questions[0]?.name ?? '';
    const text = records.get(name);
    const answers = text === undefined ? [] : [{ type: 'TXT' as const, name, data: [text] }];
    socket.send(encode({ type: 'response', id, questions, answers }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    setText: (name: string, text: string) => records.set(name, text),
    stop: () => socket.close(),
  };
}
