import { fastifyPlugin } from 'fastify-plugin';
import { invalid } from '../problem.ts';
import { invalidText } from './json-body.ts';

/** Refuses NUL characters in path and query, as `json-body.ts` does in bodies: no store can keep them. */
export const addressText = fastifyPlugin(async (app) => {
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.url.includes('%00')) return done();
    const given = { ...(request.params as object), ...(request.query as object) };
    const faults = Object.entries(given)
      .filter(([name, value]) => `${name}${value}`.includes('\0'))
      .map(([name]) => invalidText(name, 'query'));
    done(faults.length > 0 ? invalid(...faults) : undefined);
  });
});
