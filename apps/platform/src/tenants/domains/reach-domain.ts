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

  async function look(domain: string): Promise<ReachLook> {
    const url = `https://${domain}:${port}/.well-known/jwks.json`;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const { statusCode, body } = await request(url, { dispatcher, signal });
      const text = await readText(body);
      return statusCode === 200 && text !== undefined && isOwn(text) ? 'REACHED' : 'OTHER_SERVER';
    } catch (error) {
      // Whatever keeps the platform from being reached there keeps others from it, too.
      return reasonOf(error);
    }
  }

  function isOwn(text: string): boolean {
    try {
      const { keys } = JSON.parse(text) as { keys?: { kid?: string }[] };
      return keys?.some(({ kid }) => kid !== undefined && ownIds.has(kid)) ?? false;
    } catch {
      // Whatever is no list of keys is somebody else's answer.
      return false;
    }
  }

  const isReached = async (domain: string) => (await look(domain)) === 'REACHED';

  return { isReached, look, close: () => dispatcher.close() };
}

/** What a look at a domain over https tells: its last step that did not succeed, if one did not. */
export type ReachLook =
  | 'REACHED'
  | 'OTHER_SERVER'
  | 'CERTIFICATE_REFUSED'
  | 'NOT_PUBLIC'
  | 'NO_ADDRESS'
  | 'NO_ANSWER';

function reasonOf(error: unknown): ReachLook {
  const { code = '', name = '' } = error as NodeJS.ErrnoException;
  if (name === 'AddressNotPublic') return 'NOT_PUBLIC';
  if (['ENODATA', 'ENOTFOUND'].includes(code)) return 'NO_ADDRESS';
  return certificateErrors.test(code) ? 'CERTIFICATE_REFUSED' : 'NO_ANSWER';
}

// Codes of OpenSSL's verification (X509_V_ERR_*) and of Node's own check of names.
const certificateErrors = /CERT|ISSUER|VERIFY|SIGNATURE|CRL|^ERR_(TLS|SSL)|CHAIN|HOSTNAME_MISMATCH/;

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
