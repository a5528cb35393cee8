import { createApp as createAnalytics } from '@atrium/analytics/app.ts';
import { toConfig as toAnalyticsConfig } from '@atrium/analytics/config.ts';
import { createLogger } from '@atrium/kit/logging.ts';
import { describePlatform } from '@atrium/platform/describe.ts';
import { addHeaders } from './add-headers.ts';
import { addWebhooks } from './add-webhooks.ts';
import { describeProperties } from './describe-properties.ts';
import { type OpenApi, operationsOf } from './document.ts';
import { addExamples, readExamples } from './examples.ts';
import { nameParts } from './name-parts.ts';
import { nameSchemas } from './name-schemas.ts';

import { tags } from './tags.ts';

/**
 * Returns the OpenAPI document of everything behind the one port: the platform's, with the paths of the
 * analytics service in it. Made from the routes themselves; no database or engine is opened.
 */
export async function makeDocument(): Promise<OpenApi> {
  const platform = (await describePlatform()) as OpenApi;
  const analytics = (await describeAnalytics()) as OpenApi;
  // The platform forwards these; the analytics service describes them.
  const own = Object.entries(platform.paths).filter(([path]) => !path.startsWith('/api/analytics'));
  // The platform's problems include those of analytics.
  const schemas = { ...analytics.components.schemas, ...platform.components.schemas };
  const whole: OpenApi = {
    ...platform,
    servers: [{ url: '/', description: 'The platform that serves this document' }],
    tags,
    paths: Object.fromEntries(
      [...own, ...Object.entries(analytics.paths)].sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    components: { ...platform.components, schemas },
  };
  // A value that is left out of JSON is left out of the document too.
  const plain = JSON.parse(JSON.stringify(whole, withoutForeignKeywords)) as OpenApi;
  describeSuccess(plain);
  nameScopes(plain);
  const document = nameSchemas(nameParts(plain));
  addHeaders(document);
  describeProperties(document);
  addWebhooks(document);
  addExamples(document, await readExamples());
  return document;
}

/** Names the scopes that the operations state, as those of the one OAuth flow. */
function nameScopes(document: OpenApi): void {
  const flow = document.components.securitySchemes?.oauth2?.flows.clientCredentials;
  const stated = operationsOf(document).flatMap((operation) => operation['x-scope'] ?? []);
  const all = [...new Set(stated)].sort().map((scope) => {
    const [area = '', right] = scope.split(':');
    return [scope, `${right === 'read' ? 'Read' : 'Change'} what is of ${area}`];
  });
  if (flow) flow.scopes = Object.fromEntries(all);
}

/** Leaves out a keyword of OpenAPI 3.0, which the validator reads and 3.1 does not have. */
function withoutForeignKeywords(key: string, value: unknown): unknown {
  return key === 'nullable' && typeof value === 'boolean' ? undefined : value;
}

const successes: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Taken; the work goes on',
  204: 'Done, and there is nothing to tell',
  302: 'Leads on',
  304: 'Not modified since the ETag that the request names',
};

/** Says of a successful answer what its status means, where the route does not. */
function describeSuccess(document: OpenApi): void {
  for (const { responses } of operationsOf(document))
    for (const [status, response] of Object.entries(responses))
      if (response.description === 'Default Response')
        response.description = successes[status] ?? 'An answer';
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
