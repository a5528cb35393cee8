import { plainAddress } from '@atrium/kit/http/counted-address.ts';
import { fastifyPlugin } from 'fastify-plugin';
import { withOrigin } from '../database/request-origin.ts';

const longestUserAgent = 500;

/** Lets events that tell of sign-ins, exports and entries keep from where the request came. */
export const requestOrigins = fastifyPlugin(async (app) => {
  // Later than the body, whose reading continues in the context of its connection.
  app.addHook('preValidation', ({ ip, headers }, _reply, done) => {
    const userAgent = headers['user-agent']?.slice(0, longestUserAgent) ?? null;
    withOrigin({ address: plainAddress(ip) ?? ip, userAgent }, done);
  });
});
