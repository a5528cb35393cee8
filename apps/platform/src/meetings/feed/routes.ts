import { createHash } from 'node:crypto';
import { roles } from '@atrium/kit/auth/caller.ts';
import { Nullable, problems, RecordTime } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { hashOpaqueToken, newOpaqueToken } from '../../auth/opaque-token.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import { notFound } from '../../problems.ts';
import { toFeed } from '../invitations/icalendar.ts';
import { titleOf } from '../invitations/message.ts';
import { toLanguage } from '../invitations/messages.ts';
import {
  deleteFeed,
  type FeedOwner,
  findFeed,
  findFeedOwner,
  listFeedEntries,
  putFeed,
} from './queries.ts';

const path = '/api/v1/calendar/feed';
const tags = ['Calendar'];

/**
 * Serves a user's meetings in the own tenant as a calendar to subscribe to, by a secret address.
 */
export async function calendarFeedRoutes(app: Server, db: Db) {
  app.get(
    path,
    {
      config: { roles, personOnly: true },
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
      config: { roles, personOnly: true },
      schema: {
        operationId: 'createCalendarFeed',
        tags,
        summary:
          'A new secret address to subscribe to one’s meetings; an earlier one stops working',
        description:
          'Calendar programs read the address without signing in, so it is as secret as a password.',
        response: {
          201: Type.Object({ url: Type.String(), createdAt: RecordTime }),
          ...problems(401, 403),
        },
      },
    },
    async (request, reply) => {
      const token = newOpaqueToken();
      const { userUuid, homeTenantUuid } = request.caller;
      const originOf = await request.originOfFirms();
      // Takes no Idempotency-Key: the answer that it keeps would hold the secret.
      const { origin, createdAt } = await request.inTenant(
        async (tx) => ({
          origin: await originOf(tx, homeTenantUuid),
          createdAt: await putFeed(tx, userUuid, hashOpaqueToken(token)),
        }),
        homeTenantUuid,
      );
      const url = `${origin}${path}/${token}.ics`;
      return reply.header('cache-control', 'no-store').send({ url, createdAt });
    },
  );

  app.delete(
    path,
    {
      config: { roles, personOnly: true },
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
      config: { public: true },
      schema: {
        operationId: 'readCalendarFeed',
        tags,
        summary: 'One’s meetings as iCalendar, by the secret address',
        description:
          'For calendar programs. With If-None-Match it answers 304 while nothing changed.',
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
      const content = await db.asTenant(owner.tenantUuid, system, async (tx) =>
        feedOf(owner, await listFeedEntries(tx, owner)),
      );
      const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
      reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
      const known = request.headers['if-none-match']
        ?.split(',')
        .map((each) => each.trim().replace(/^W\//, ''));
      if (known?.includes(etag)) return reply.code(304).send(null);
      return reply.type('text/calendar; charset=utf-8').serializer(String).send(content);
    },
  );
}

/** Returns a user's feed, without internal notes, passwords and other people's names. */
function feedOf(owner: FeedOwner, entries: Awaited<ReturnType<typeof listFeedEntries>>): string {
  const language = toLanguage(owner.language);
  return toFeed(
    owner.tenantName,
    entries.map((entry) => ({
      ...entry,
      title: titleOf(entry.title, language),
      description: [entry.description, entry.meetingInformation, entry.link]
        .filter(Boolean)
        .join('\n\n'),
    })),
  );
}
