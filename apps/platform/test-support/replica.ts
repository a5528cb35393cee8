import { Registry } from '@prometheus-io/client';
import { createApp } from '../src/app.ts';
import { createServices } from '../src/services.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import type { World } from './world.ts';

/** Another process's platform on the database of a world. Closed when the file is done. */
export async function replicaOf({ config, services: { logger, mailer } }: World) {
  const publicUrl = 'http://atrium.test';
  const services = await createServices(config, {
    logger,
    registry: new Registry(),
    mailer,
    publicUrl,
  });
  const app = await createApp(services);
  atEndOfFile(async () => {
    await app.close();
    await services.closeDb();
  });
  return app;
}
