import { backlog } from '@atrium/kit/http/shed-load.ts';
import { createLogger } from '@atrium/kit/logging.ts';
import { runService } from '@atrium/kit/service.ts';
import { startTracing } from '@atrium/kit/tracing/spans.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { openForm } from './open-form.ts';
import { trustedIssuer } from './trusted-issuer.ts';

// The engine's files too are for nobody else on this machine.
process.umask(0o077);

await runService(async () => {
  const config = readConfig();
  const log = createLogger('analytics', config.logLevel);
  const endTracing = await startTracing({
    endpoint: config.otlpEndpoint,
    service: 'analytics',
    resource: config.resourceAttributes,
    logger: log,
  });
  const { store, ingestor } = await openForm(config, log);
  const issuer = trustedIssuer(config.tokens);
  const app = await createApp({ config, log, store, ingestor, issuer });
  const address = await app.listen({ host: config.host, port: config.port, backlog });
  const stop = async () => {
    await app.close();
    await ingestor.close();
    await store.close();
    await endTracing();
  };
  return { address, stop };
}, process.env);
