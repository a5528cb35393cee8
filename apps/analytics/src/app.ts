import { trustOutside } from '@atrium/kit/auth/outside-issuer.ts';
import { createVerifier, type TrustedIssuer } from '@atrium/kit/auth/verifier.ts';
import { createServer } from '@atrium/kit/server.ts';
import { formats } from '@atrium/questions/instant.ts';
import { isMoment } from '@atrium/questions/zone.ts';
import type { Logger } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import type { Config } from './config.ts';
import { exportRoutes } from './export/routes.ts';
import type { Ingestor } from './ingest/ingestor.ts';
import { ingestRoutes } from './ingest/routes.ts';
import { problemCatalogue } from './problems.ts';
import { createAsking } from './query/asking.ts';
import { queryRoutes } from './query/routes.ts';
import type { Store } from './store/store.ts';

type AppOptions = {
  config: Config;
  log: Logger;
  store: Store;
  ingestor: Ingestor;
  issuer: TrustedIssuer;
};

/** Returns the HTTP service with its routes, in this order. */
export async function createApp({ config, log, store, ingestor, issuer }: AppOptions) {
  const outside = config.outsideIssuer;
  const app = await createServer({
    logger: log,
    verifier: createVerifier(outside ? [issuer, trustOutside(outside)] : [issuer]),
    catalogue: problemCatalogue,
    publicUrl: config.publicUrl,
    checks: { store: () => store.ping(), ...ingestor.checks },
    openapi: {
      title: 'Atrium Analytics',
      version: manifest.version,
      description: 'Events in, answers out',
    },
    rateLimits: { enabled: config.rateLimits, perUserPerMinute: config.perUserPerMinute },
    accessLog: config.accessLog,
    metricsToken: config.metricsToken,
    trustProxy: config.trustProxy,
    addressLimits: config.addressLimits,
    requestTimeoutMs: config.requestTimeoutMs,
    registry: ingestor.registry,
    formats: { ...formats, moment: isMoment },
    longNumbers: 'TEXT',
  });
  const limited = (perMinute: number) => (config.rateLimits ? perMinute : Number.POSITIVE_INFINITY);
  await app.register(ingestRoutes, {
    ingestor,
    eventsPerMinute: limited(config.eventsPerMinute),
    historyPerMinute: limited(config.historyPerMinute),
  });
  const asking = createAsking({ store, ingestor, caps: config.caps, maxWaitMs: config.maxWaitMs });
  await app.register(queryRoutes, { asking });
  await app.register(exportRoutes, { asking });
  return app;
}
