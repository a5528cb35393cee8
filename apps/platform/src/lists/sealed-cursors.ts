import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { type Cursor, OpenedCursor } from './cursor.ts';

type Paged = { nextCursor?: string | null };
/** The list that a page is of: its path, and what is asked of it apart from the page. */
type Of = { path: string; list: object };

declare module 'fastify' {
  interface FastifyRequest {
    /** Returns a page that is a part of another answer with its cursor as the page's own list seals it. */
    sealPage<Page extends Paged>(page: Page, of: Of): Page;
  }
}

type Asked = { cursor?: string | Cursor | null; page?: unknown; size?: unknown };

/**
 * Encrypts the cursors that lists answer and decrypts those that requests state, because a cursor
 * holds values of a record and may stand in a URL. Each is bound to the user, the tenant, the path,
 * the filters and the sort: one of another list, or an altered one, is VALIDATION_FAILED. The first of the
 * `keys` encrypts, all of them decrypt.
 */
export const sealedCursors = fastifyPlugin<{ keys: readonly Buffer[] }>(async (app, { keys }) => {
  const [first = Buffer.alloc(0)] = keys;

  app.decorateRequest('sealPage', function (this: FastifyRequest, page, of) {
    if (!page.nextCursor) return page;
    return { ...page, nextCursor: seal(first, page.nextCursor, boundTo(this, of)) };
  });

  app.addHook('onRoute', (route) => {
    const { querystring, body } = (route.schema ?? {}) as Record<string, { properties?: object }>;
    if (![querystring, body].some((part) => 'cursor' in (part?.properties ?? {}))) return;
    route.preHandler = [route.preHandler ?? []].flat().concat(async (request) => {
      const asked = askedOf(request);
      if (typeof asked.cursor === 'string' && asked.cursor !== '')
        asked.cursor = open(keys, asked.cursor, boundTo(request, listOf(request)));
    });
    route.preSerialization = [route.preSerialization ?? []]
      .flat()
      // A refusal comes this way too, with whatever was sent.
      .concat(async (request, _, answer) => {
        const page = answer as Paged;
        return page.nextCursor ? request.sealPage(page, listOf(request)) : page;
      });
  });
});

const askedOf = ({ body, query }: FastifyRequest) => (body ?? query) as Asked;

function listOf(request: FastifyRequest): Of {
  const { cursor: _, page: __, size: ___, ...list } = askedOf(request);
  const [path = ''] = request.url.split('?');
  return { path, list };
}

/** Returns the context that a cursor belongs to: who asks for which list. */
function boundTo({ caller: { tenantUuid, userUuid } }: FastifyRequest, { path, list }: Of): Buffer {
  return Buffer.from(JSON.stringify([tenantUuid, userUuid, path, list]));
}

function seal(key: Buffer, text: string, bound: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function open(keys: readonly Buffer[], cursor: string, bound: Buffer): OpenedCursor {
  const bytes = Buffer.from(cursor, 'base64url');
  // Other spellings of the same bytes are altered cursors, too.
  if (bytes.toString('base64url') === cursor)
    for (const key of keys) {
      const text = openBy(key, bytes, bound);
      if (text !== undefined) return new OpenedCursor(text);
    }
  throw invalid(
    fieldError(
      'cursor',
      'UNKNOWN_CURSOR',
      'must be a nextCursor of this list with the same filters and sort',
    ),
  );
}

/** Returns what a key sealed; undefined of anything else. */
function openBy(key: Buffer, bytes: Buffer, bound: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(bound);
    decipher.setAuthTag(bytes.subarray(12, 28));
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
