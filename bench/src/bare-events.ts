import { AnalyticsEvent } from '@atrium/analytics/ingest/schemas.ts';
import { formats } from '@atrium/questions/instant.ts';
import { fastify } from 'fastify';

/** The reference for single events: a bare handler that validates the same body and stores nothing. */
const app = fastify({
  ajv: {
    customOptions: { strict: false },
    onCreate(ajv) {
      for (const [name, accepts] of Object.entries(formats)) ajv.addFormat(name, accepts);
    },
  },
});

app.post('/events', { schema: { body: AnalyticsEvent } }, (_request, reply) =>
  reply.code(202).send(),
);

process.send?.({ address: await app.listen({ host: '127.0.0.1', port: 0 }) });
process.on('disconnect', () => process.exit(0));
