import { randomUUID } from 'node:crypto';
import { roles } from '@atrium/kit/auth/caller.ts';
import { createTurns } from '@atrium/kit/http/turns.ts';
import { Nullable, problems, RecordTime } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { hashOpaqueToken, newOpaqueToken } from '../../auth/opaque-token.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Work } from '../../database/transaction.ts';
import { namesTag } from '../../http/entity-tags.ts';
import { notFound, Problem } from '../../problems.ts';
import { deleteFeed, findFeed, findFeedOwner, putFeed } from './queries.ts';
import { buildFeed, findFeedTag, readFeed } from './read-feed.ts';

const path = '/api/v1/calendar/feed';
const tags = ['Calendar'];

/**
 * Serves a user's meetings in the own tenant as a calendar to subscribe to, by a secret address.
 */
export async function calendarFeedRoutes(app: Server, { config, db }: { config: Config; db: Db }) {
  const release = config.commit ?? randomUUID();
  const turns = createTurns({ atOnce: 1 });
  const countBuild = config.rateLimits.enabled ? limitBuilds(app) : async () => undefined;

  app.get(
    path,
    {
      config: { area: 'calendar', roles, personOnly: true },
      schema: {
        operationId: 'getCalendarFeed',
        tags,
        summary: 'Whether one’s meetings can be subscribed to; the address itself is told once',
        description: 'The address is shown when it is created and never again.',
        response: {
          200: Type.Object({ active: Type.Boolean(), createdAt: Nullable(RecordTime) }),
          ...problems(401, 403),
        },
      },
    },
    async (request) => {
      const { userUuid, homeTenantUuid } = request.caller;
      const feed = await request.readTenant((tx) => findFeed(tx, userUuid), homeTenantUuid);
      return { active: feed !== undefined, createdAt: feed?.createdAt ?? null };
    },
  );

  app.post(
    path,
    {
      config: { area: 'calendar', roles, personOnly: true, creates: true, shownOnce: ['url'] },
      schema: {
        operationId: 'createCalendarFeed',
        tags,
        summary:
          'A new secret address to subscribe to one’s meetings; an earlier one stops working',
        description:
          'Calendar programs read the address without signing in, so it is as secret as a password.',
        response: {
          201: Type.Object({
            url: Nullable(
              Type.String({ description: 'Shown once; null in a replay by Idempotency-Key' }),
            ),
            createdAt: RecordTime,
          }),
          ...problems(400, 401, 403, 409, 422),
        },
      },
    },
    async (request, reply) => {
      const token = newOpaqueToken();
      const { userUuid, homeTenantUuid } = request.caller;
      const originOf = await request.originOfFirms();
      const made = await request.inTenant(
        async (tx) => ({
          url: `${await originOf(tx, homeTenantUuid)}${path}/${token}.ics`,
          createdAt: await putFeed(tx, userUuid, hashOpaqueToken(token)),
        }),
        homeTenantUuid,
      );
      return reply.header('cache-control', 'no-store').send(made);
    },
  );

  app.delete(
    path,
    {
      config: { area: 'calendar', roles, personOnly: true },
      schema: {
        operationId: 'revokeCalendarFeed',
        tags,
        summary: 'End the subscription of one’s meetings',
        description: 'The address stops working at once.',
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      const { userUuid, homeTenantUuid } = request.caller;
      const deleted = await request.inTenant((tx) => deleteFeed(tx, userUuid), homeTenantUuid);
      if (!deleted) throw notFound('calendar feed');
    },
  );

  app.get(
    `${path}/:token.ics`,
    {
      config: { public: true, heavy: true },
      schema: {
        operationId: 'readCalendarFeed',
        tags,
        summary: 'One’s meetings as iCalendar, by the secret address',
        description:
          'For calendar programs: the 1,000 entries nearest to now. With If-None-Match it answers 304 while nothing changed; each address is built anew at most six times a minute.',
        params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
        response: {
          200: {
            description: 'The calendar (RFC 5545)',
            content: { 'text/calendar': { schema: Type.String() } },
          },
          304: Type.Null({ description: 'Not modified' }),
          ...problems(404, 429),
        },
      },
    },
    async (request, reply) => {
      const tokenHash = hashOpaqueToken(request.params.token);
      const owner = await db.asPlatform((tx) => findFeedOwner(tx, tokenHash));
      if (!owner) throw notFound('calendar feed');
      const inTenant = <T>(work: Work<T>) => db.asTenant(owner.tenantUuid, system, work);
      reply.headers({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
      const known = request.headers['if-none-match'];
      if (known) {
        const etag = await inTenant((tx) => findFeedTag(tx, owner, release));
        if (namesTag(known, etag)) return reply.code(304).header('etag', etag).send(null);
      }
      const endTurn = await turns.take(tokenHash.toString('hex'));
      try {
        await request.takeHeavyTurn(owner.userUuid);
        await countBuild(request);
        const { etag, entries } = await inTenant((tx) => readFeed(tx, owner, release));
        const content = await buildFeed(owner, entries);
        reply.header('etag', etag).type('text/calendar; charset=utf-8');
        return reply.serializer(String).send(content);
      } finally {
        endTurn();
      }
    },
  );
}

const buildsPerMinute = 6;

/** Returns what counts the builds of an address. It throws RATE_LIMITED beyond six in a minute. */
function limitBuilds(app: Server): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({
    max: buildsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ params }) =>
      `feed ${hashOpaqueToken((params as { token: string }).token).toString('hex')}`,
  });
  return async (request) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    const detail = `This address is read anew at most ${buildsPerMinute} times a minute`;
    const headers = { 'retry-after': String(Math.max(1, counted.ttlInSeconds)) };
    throw new Problem('RATE_LIMITED', detail, { headers });
  };
}
