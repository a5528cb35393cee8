import { type Kind, nameIn } from '../kind.ts';

/** Webhook endpoints, with the messages to them. */
export const endpointKind: Kind = {
  entityType: 'WEBHOOK_ENDPOINT',
  tables: ['webhook_endpoints', 'webhook_messages'],
  name: (tx, uuid) => {
    const host = tx`coalesce(nullif(btrim(r.description), ''), substring(r.url from '^https?://([^/?#]+)'))`;
    return nameIn(tx, 'webhook_endpoints', 'endpoint_uuid', uuid, host);
  },
  told: {
    table: 'webhook_endpoints',
    alias: 'w',
    column: 'endpoint_uuid',
    roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'],
    area: 'webhooks',
    mayRead: (tx) => tx`true`,
  },
  texts: [
    { table: 'webhook_endpoints', key: ['endpoint_uuid'], texts: ['description'] },
    {
      table: 'webhook_messages',
      key: ['endpoint_uuid', 'message_uuid'],
      json: { tries: ['at', 'error'] },
      // What endpoints answered; few say anything.
      where: (tx) => tx`
      tries @? '$[*].responseExcerpt ? (@ != null && @ != "")'`,
    },
  ],
};
