import type { Readable } from 'node:stream';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { Config } from '../config.ts';
import { notFound, Problem } from '../problems.ts';
import { looksLike, plainContentType } from './content-signatures.ts';
import type { ObjectStore } from './object-store.ts';
import { readBody } from './read-body.ts';
import {
  asAttachment,
  createUrlSigner,
  downloadPath,
  SignedDownload,
  SignedQuery,
  uploadPath,
} from './url-signer.ts';

const Params = Type.Object({ '*': Type.String({ maxLength: 500 }) });

/** Takes uploads into the platform's own store and sends downloads, by signed URLs. An S3 store does so itself. */
export async function uploadRoutes(
  app: Server,
  { config, objects }: { config: Config; objects: ObjectStore },
) {
  if (config.s3) return;
  const signer = createUrlSigner(config.secretKeys);

  app.get(
    `${downloadPath}/*`,
    {
      config: { public: true },
      schema: { hide: true, params: Params, querystring: SignedDownload },
    },
    async (request, reply) => {
      const { '*': key } = request.params;
      const { name, type } = request.query;
      const found = signer.verifyDownload(key, request.query) ? await objects.stream(key) : null;
      if (!found) throw notFound('file');
      return reply
        .headers({
          'content-type': type,
          'content-length': found.bytes,
          'content-disposition': asAttachment(name),
          'cache-control': 'private, no-store',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        })
        .send(found.content);
    },
  );

  await app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (_request: unknown, body: unknown) => body);

    scope.put(
      `${uploadPath}/*`,
      {
        config: { public: true },
        schema: { hide: true, params: Params, querystring: SignedQuery },
      },
      async (request, reply) => {
        const { '*': key } = request.params;
        const { type, maxBytes } = request.query;
        if (!signer.verify(key, request.query)) throw new Problem('UPLOAD_LINK_INVALID');
        if (plainContentType(request.headers['content-type']) !== type)
          throw new Problem('UNSUPPORTED_MEDIA_TYPE', `The Content-Type must be ${type}`);
        const announced = Number(request.headers['content-length'] ?? 0);
        const content = await readBody(request.body as Readable | undefined, announced, maxBytes);
        if (!looksLike(type, content))
          throw new Problem('ASSET_REJECTED', `The content is not ${type}`);
        await objects.write(key, content, type);
        return reply.code(200).send();
      },
    );
  });
}
