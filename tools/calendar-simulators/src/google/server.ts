import type { FastifyInstance } from 'fastify';
import { keepCopies } from '../core/copies.ts';
import type { Provider } from '../core/provider.ts';
import { createServer } from '../core/server.ts';
import { userSideRoutes } from '../user-side/requests.ts';
import { calendarRoutes } from './calendars.ts';
import { channelRoutes } from './channels.ts';
import { body, refusal, unknownRoute } from './errors.ts';
import { eventRoutes } from './events.ts';
import { listRoutes } from './list-events.ts';
import { look, oauthRoutes } from './oauth.ts';

/** Google: OAuth and the Google Calendar v3 protocol. */
export function createGoogle(provider: Provider): FastifyInstance {
  const app = createServer(provider, { refusal, body, unknownRoute });
  keepCopies(provider);
  oauthRoutes(app, provider);
  calendarRoutes(app, provider);
  channelRoutes(app, provider);
  listRoutes(app, provider);
  eventRoutes(app, provider);
  userSideRoutes(app, provider, 'a', look);
  return app;
}
