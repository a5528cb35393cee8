import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';

/** A name server (RFC 1035, over UDP) that knows TXT records and IPv4 addresses, for tests. */
export async function startNameServer() {
  const records = new Map<string, string>();
  const addresses = new Map<string, readonly string[]>();
  const onceOnly = new Map<string, readonly string[]>();

  function addressesOf(name: string): readonly string[] {
    const found = onceOnly.get(name) ?? addresses.get(name) ?? [];
    onceOnly.delete(name);
    return found;
  }

  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    const { id = 0, questions = [] } = decode(message);
    const { name = '', type } = questions[0] ?? {};
    const text = records.get(name);
    const texts = text === undefined ? [] : [{ type: 'TXT' as const, name, data: [text] }];
    const answers =
      type === 'A'
        ? addressesOf(name).map((data) => ({ type: 'A' as const, name, data }))
        : type === 'AAAA'
          ? []
          : texts;
    socket.send(encode({ type: 'response', id, questions, answers }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    setText: (name: string, text: string) => records.set(name, text),
    setAddresses: (name: string, of: readonly string[]) => void addresses.set(name, of),
    /** Answers the next question of a name's addresses by these, and those after it as before. */
    answerOnce: (name: string, of: readonly string[]) => void onceOnly.set(name, of),
    stop: () => socket.close(),
  };
}
