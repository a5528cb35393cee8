import type { FastifyInstance } from 'fastify';
import { keepCopies } from '../core/copies.ts';
import type { Provider } from '../core/provider.ts';
import { createServer } from '../core/server.ts';
import { userSideRoutes } from '../user-side/requests.ts';
import { listRoutes } from './calendar-view.ts';
import { deltaRoutes } from './delta.ts';
import { body, refusal, unknownRoute } from './errors.ts';
import { eventRoutes } from './events.ts';
import { look, oauthRoutes } from './oauth.ts';
import { peopleRoutes } from './people.ts';
import { sendLifecycle, subscriptionRoutes } from './subscriptions.ts';

/** Microsoft: OAuth and the Microsoft Graph protocol, as far as calendars go. */
export function createMicrosoft(provider: Provider): FastifyInstance {
  const app = createServer(provider, { refusal, body, unknownRoute });
  keepCopies(provider);
  oauthRoutes(app, provider);
  peopleRoutes(app, provider);
  deltaRoutes(app, provider);
  listRoutes(app, provider);
  eventRoutes(app, provider);
  subscriptionRoutes(app, provider);
  userSideRoutes(app, provider, 'b', look, {
    'reauthorization-required': (email) =>
      sendLifecycle(provider, email, 'reauthorizationRequired'),
    'subscription-removed': (email) => sendLifecycle(provider, email, 'subscriptionRemoved'),
    missed: (email) => sendLifecycle(provider, email, 'missed'),
  });
  return app;
}
