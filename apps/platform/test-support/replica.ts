import { Registry } from '@prometheus-io/client';
import { createApp } from '../src/app.ts';
import { createServices } from '../src/services.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { patience } from './open-platform.ts';
import type { World } from './world.ts';

type Shared = Pick<World, 'config' | 'services'>;

/** The services of another process on the database of a world; whoever asks for them calls their `closeDb`. */
export function replicaServices(
  { config, services: { logger, mailer } }: Shared,
  publicUrl = 'http://atrium.test',
) {
  const registry = new Registry();
  return createServices(config, { logger, registry, mailer, publicUrl, patience });
}

/** Another process's platform on the database of a world. Closed when the file is done. */
export async function replicaOf(shared: Shared) {
  const services = await replicaServices(shared);
  const app = await createApp(services);
  atEndOfFile(async () => {
    await app.close();
    await services.closeDb();
  });
  return app;
}
