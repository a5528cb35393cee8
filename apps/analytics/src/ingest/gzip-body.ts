import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { KitProblem } from '@atrium/kit/problem.ts';
import type { FastifyRequest, RequestPayload } from 'fastify';

/**
 * Unpacks request bodies sent with `Content-Encoding: gzip`. The route's body limit counts
 * what comes out, so a small bomb stays small.
 */
export async function gzipBody(request: FastifyRequest, _reply: unknown, payload: RequestPayload) {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return payload;
  if (encoding !== 'gzip')
    throw new KitProblem('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding can be gzip only');
  const packed = payload as Readable;
  const unpacked = Object.assign(createGunzip(), { receivedEncodedLength: 0 });
  packed.on('data', (chunk: Buffer) => {
    unpacked.receivedEncodedLength += chunk.length;
  });
  packed.on('error', (error) => unpacked.destroy(error));
  unpacked.on('error', () => {});
  delete request.headers['content-length'];
  return packed.pipe(unpacked);
}
