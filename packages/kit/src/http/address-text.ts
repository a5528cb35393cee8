import { fastifyPlugin } from 'fastify-plugin';
import { fieldError, invalid } from '../problem.ts';

/** Refuses NUL characters in path and query, as `json-body.ts` does in bodies: no store can keep them. */
export const addressText = fastifyPlugin(async (app) => {
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.url.includes('%00')) return done();
    const given = { ...(request.params as object), ...(request.query as object) };
    const faulty = Object.entries(given).filter(([name, value]) =>
      `${name}${value}`.includes('\0'),
    );
    if (faulty.length === 0) return done();
    const message = 'must be Unicode text without NUL characters';
    done(
      invalid(
        ...faulty.map(([name]) =>
          fieldError(name.replaceAll('\0', '') || 'query', 'INVALID_TEXT', message),
        ),
      ),
    );
  });
});
