import type { Readable } from 'node:stream';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { Config } from '../config.ts';
import { Problem } from '../problems.ts';
import { looksLike, plainContentType } from './content-signatures.ts';
import type { ObjectStore } from './object-store.ts';
import { readBody } from './read-body.ts';
import { createUploadSigner, SignedQuery, uploadPath } from './upload-signer.ts';

const Params = Type.Object({ '*': Type.String({ maxLength: 500 }) });

/** Takes uploads by signed URL into the platform's own store. An S3 store takes them itself. */
export async function uploadRoutes(
  app: Server,
  { config, objects }: { config: Config; objects: ObjectStore },
) {
  if (config.s3) return;
  const signer = createUploadSigner(config.secretKey);
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
