import { type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { RequestPayload } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { KitProblem } from '../problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True where a body is passed on as it came, packed or not. */
    keepsBody?: boolean;
  }
}

/**
 * Unpacks bodies that come with `Content-Encoding: gzip`, as they are read. What is packed and what comes out
 * are each held to the route's limit, so that no small body becomes a large one. Throws
 * UNSUPPORTED_MEDIA_TYPE for any other encoding (RFC 9110, section 15.5.16).
 */
export const unpackedBody = fastifyPlugin(async (app) => {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { headers, routeOptions } = request;
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
    const isPlain = encoding === '' || encoding === 'identity';
    if (isPlain || routeOptions.config.keepsBody || !hasBody(headers)) return done(null, payload);
    if (encoding !== 'gzip' && encoding !== 'x-gzip') {
      const options = { headers: { 'accept-encoding': 'gzip' } };
      const detail = 'Content-Encoding can be gzip only';
      return done(new KitProblem('UNSUPPORTED_MEDIA_TYPE', detail, options));
    }
    done(null, unpack(payload as Readable, routeOptions.bodyLimit ?? app.initialConfig.bodyLimit));
  });
});

type Headers = { 'content-length'?: string | undefined; 'transfer-encoding'?: string | undefined };

const hasBody = (headers: Headers): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function unpack(packed: Readable, limit = Number.POSITIVE_INFINITY): RequestPayload {
  const gunzip = createGunzip();
  // The length that was stated is that of what is packed, which Fastify compares it with.
  const after = Object.assign(upTo(limit), { receivedEncodedLength: 0 });
  const before = upTo(limit, (bytes) => {
    after.receivedEncodedLength = bytes;
  });
  const fail = (error: Error) => {
    packed.unpipe(before);
    gunzip.destroy();
    after.destroy(error instanceof KitProblem ? error : notGzip());
  };
  packed.on('error', fail);
  before.on('error', fail);
  gunzip.on('error', fail);
  // Without a reader, as when a header is refused, there is nobody else to hear of it.
  after.on('error', () => gunzip.destroy());
  after.on('close', () => packed.unpipe(before));
  return packed.pipe(before).pipe(gunzip).pipe(after);
}

/** Makes a stream that passes on so many bytes, tells how many it were so far, and fails beyond. */
function upTo(limit: number, tell: (bytes: number) => void = () => undefined): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      tell(bytes);
      if (bytes > limit) done(new KitProblem('PAYLOAD_TOO_LARGE'));
      else done(null, chunk);
    },
  });
}

const notGzip = () => new KitProblem('MALFORMED_JSON', 'The body is not packed with gzip');
