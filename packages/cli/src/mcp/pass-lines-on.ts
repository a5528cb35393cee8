import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Make } from '../../../client/src/asking.ts';

type Message = {
  id?: string | number;
  method?: string;
  params?: { name?: string; _meta?: Record<string, unknown> };
};
type Send = (init: ReturnType<Make>) => Promise<Response>;

/**
 * Passes the messages of an assistant on, one a line, until its input ends, and writes each answer as a
 * line. What cannot be passed on is answered as an error of its request; the output has nothing else.
 */
export async function passLinesOn(input: Readable, output: Writable, send: Send): Promise<void> {
  // The revision that `initialize` agreed on, which later messages name (streamable HTTP).
  let revision: string | undefined;
  const write = (message: object) => output.write(`${JSON.stringify(message)}\n`);

  async function pass(line: string): Promise<void> {
    let message: Message = {};
    try {
      message = JSON.parse(line);
      const response = await send({
        method: 'POST',
        headers: headersOf(message, revision),
        body: line,
      });
      for (const answer of await answersIn(response)) {
        revision ??= answer.result?.protocolVersion;
        if (message.id !== undefined) write({ ...answer, id: answer.id ?? message.id });
      }
    } catch (error) {
      const isText = error instanceof SyntaxError;
      const told = { code: isText ? -32_700 : -32_000, message: (error as Error).message };
      if (isText || message.id !== undefined)
        write({ jsonrpc: '2.0', error: told, id: message.id ?? null });
    }
  }

  const under = new Set<Promise<void>>();
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue;
    const passed = pass(line).finally(() => under.delete(passed));
    under.add(passed);
    // What comes after it names the revision that it agrees on.
    if (revision === undefined) await passed;
  }
  await Promise.all(under);
}

const versionKey = 'io.modelcontextprotocol/protocolVersion';

function headersOf({ method, params }: Message, agreed: string | undefined) {
  const own = params?._meta?.[versionKey];
  const revision = typeof own === 'string' ? own : agreed;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  if (revision) headers['mcp-protocol-version'] = revision;
  if (typeof own === 'string' && method) headers['mcp-method'] = method;
  if (typeof own === 'string' && params?.name) headers['mcp-name'] = params.name;
  return headers;
}

type Answer = { id?: string | number | null; result?: { protocolVersion?: string } };

/** Returns the messages of an answer: of JSON, or of a stream that has ended. Throws what a problem says. */
async function answersIn(response: Response): Promise<Answer[]> {
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('problem+json')) {
    const { code, detail } = JSON.parse(text) as { code: string; detail: string };
    throw new Error(`${code}: ${detail}`);
  }
  if (type.includes('event-stream'))
    return text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice('data: '.length)));
  if (!type.includes('json')) return [];
  return [JSON.parse(text)];
}
