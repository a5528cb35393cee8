import { Agent, type buildConnector, request } from 'undici';

export type DomainReach = ReturnType<typeof createDomainReach>;

type Options = {
  /** Makes connections, to public addresses only. */
  connect: buildConnector.connector;
  port: number;
  /** The keys that this platform publishes, by which it knows itself. */
  ownKeys: readonly { kid?: string }[];
  timeoutMs?: number;
};

const mostBytes = 65_536;

/** Asks whether https of a domain, with a certificate that counts, leads to this platform. */
export function createDomainReach({ connect, port, ownKeys, timeoutMs = 10_000 }: Options) {
  const dispatcher = new Agent({ connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const ownIds = new Set(ownKeys.map(({ kid }) => kid));

  async function isReached(domain: string): Promise<boolean> {
    const url = `https://${domain}:${port}/.well-known/jwks.json`;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const { statusCode, body } = await request(url, { dispatcher, signal });
      const text = await readText(body);
      if (statusCode !== 200 || text === undefined) return false;
      const { keys } = JSON.parse(text) as { keys?: { kid?: string }[] };
      return keys?.some(({ kid }) => kid !== undefined && ownIds.has(kid)) ?? false;
    } catch {
      // Whatever keeps the platform from being reached there keeps others from it, too.
      return false;
    }
  }

  return { isReached, close: () => dispatcher.close() };
}

/** Returns the text of an answer; undefined of one that is far too long. */
async function readText(body: AsyncIterable<Buffer>): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > mostBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
