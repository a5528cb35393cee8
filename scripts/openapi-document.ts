import { createApp as createAnalytics } from '@atrium/analytics/app.ts';
import { toConfig as toAnalyticsConfig } from '@atrium/analytics/config.ts';
import { createLogger } from '@atrium/kit/logging.ts';
import { describePlatform } from '@atrium/platform/http/describe.ts';

type Document = { paths: Record<string, unknown>; components?: { schemas?: object } };

/**
 * Returns the OpenAPI document of everything behind the one port: the platform's, with the paths of the
 * analytics service in it. Made from the routes themselves; no database or engine is opened.
 */
export async function makeDocument(): Promise<object> {
  const platform = (await describePlatform()) as Document;
  const analytics = (await describeAnalytics()) as Document;
  // The platform forwards these; the analytics service describes them.
  const own = Object.entries(platform.paths).filter(([path]) => !path.startsWith('/api/analytics'));
  const schemas = { ...platform.components?.schemas, ...analytics.components?.schemas };
  return {
    ...platform,
    paths: Object.fromEntries(
      [...own, ...Object.entries(analytics.paths)].sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    components: { ...platform.components, schemas },
  };
}

async function describeAnalytics(): Promise<object> {
  const app = await createAnalytics({
    config: toAnalyticsConfig({}),
    log: createLogger('describe', 'silent'),
    issuer: {
      issuer: 'describe',
      audience: 'describe',
      keys: () => Promise.reject(new Error('none')),
    },
    // Its routes are read, never called.
    store: { readers: 1 } as never,
    ingestor: {} as never,
  });
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}
