import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { notFound } from '../../problems.ts';
import { assetsPath, formatAddress, publishedKey } from './addresses.ts';
import { contentTypeOf } from './asset-kinds.ts';
import { defaultFiles, defaultsVersion } from './defaults.ts';

// An asset is only ever a picture: opened by itself it is a page that may do nothing.
const sandbox =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";
const picture = {
  200: {
    description: 'The picture',
    content: Object.fromEntries(
      ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/x-icon'].map((type) => [
        type,
        { schema: Type.String({ format: 'binary' }) },
      ]),
    ),
  },
};
const FileName = Type.String({ pattern: '^[a-z0-9-]+\\.[a-z]+$' });

/** Serves published assets and the defaults, the same from whatever store they come. */
export async function assetRoutes(
  app: Server,
  { config, objects }: { config: Config; objects: ObjectStore },
) {
  const open = { public: true, rateLimit: { max: config.rateLimits.publicBrandingPerMinute } };

  app.get(
    `${assetsPath}/:tenantUuid/:versionHint/:sessionUuid/:fileName`,
    {
      config: open,
      schema: {
        operationId: 'getAsset',
        tags: ['Branding'],
        summary: 'A published asset',
        description:
          'A logo or icon as it was published. The content of an address never changes, so it is cacheable for ever.',
        params: Type.Object({
          tenantUuid: Uuid,
          versionHint: Type.Integer({ minimum: 0, maximum: 999_999_999 }),
          sessionUuid: Uuid,
          fileName: FileName,
        }),
        response: { ...picture, ...problems(404, 429) },
      },
    },
    async ({ params }, reply) => {
      const key = publishedKey(params.tenantUuid.toLowerCase(), formatAddress(params));
      return sendAsset(reply, params.fileName, await objects.read(key), true);
    },
  );

  app.get(
    `${assetsPath}/default/:version/:fileName`,
    {
      config: open,
      schema: {
        operationId: 'getDefaultAsset',
        tags: ['Branding'],
        summary: 'An asset that ships with the platform',
        description:
          'The logo and icons that stand in for those that a tenant has not set. The version in the address makes it cacheable for ever.',
        params: Type.Object({ version: Type.String(), fileName: FileName }),
        response: { ...picture, ...problems(404, 429) },
      },
    },
    async ({ params: { version, fileName } }, reply) =>
      sendAsset(reply, fileName, defaultFiles.get(fileName) ?? null, version === defaultsVersion),
  );
}

function sendAsset(
  reply: FastifyReply,
  fileName: string,
  content: Buffer | null,
  forEver: boolean,
) {
  if (!content) throw notFound('asset');
  return reply
    .headers({
      'content-type': contentTypeOf(fileName),
      'cache-control': forEver ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      'content-security-policy': sandbox,
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(content);
}
