import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import type { Actor } from '../database/principal.ts';
import type { EntityType } from '../event-types.ts';
import type { Kind } from '../kind.ts';
import { toPrincipal } from './transactions.ts';

/** A person has read a record. */
export type View = Actor & { tenantUuid: string; entityType: EntityType; entityId: string };

declare module 'fastify' {
  interface FastifyRequest {
    /** Notes that the caller has read records; machines are no readers. */
    noteViews(entityType: EntityType, entityIds: readonly string[]): void;
  }
  interface FastifyContextConfig {
    /** The route answers the record of this kind that its path names. */
    shows?: EntityType;
  }
}

type Options = {
  note: (views: readonly View[]) => void;
  flush: () => Promise<void>;
  kinds: readonly Kind[];
};

/** Notes who looked at which record, once it was answered. */
export const notedViews = fastifyPlugin<Options>(async (app, { note, flush, kinds }) => {
  app.decorateRequest('noteViews', function (this: FastifyRequest, entityType, entityIds) {
    const { caller } = this;
    if (caller.isMachine) return;
    const { tenantUuid, actorType, actorId } = toPrincipal(caller);
    note(entityIds.map((entityId) => ({ tenantUuid, actorType, actorId, entityType, entityId })));
  });

  app.addHook('onResponse', async (request, reply) => {
    const { shows } = request.routeOptions.config;
    if (!shows || reply.statusCode !== 200) return;
    const { viewed } = kinds.find(({ entityType }) => entityType === shows) ?? {};
    const entityId = viewed && (request.params as Record<string, string>)[viewed.parameter];
    if (entityId) request.noteViews(shows, [entityId.toLowerCase()]);
  });

  app.addHook('onClose', flush);
});
