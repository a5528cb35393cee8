import { fastify } from 'fastify';

const prefix = '/docs';

/**
 * The browsable reference, loaded when somebody first opens it: it is a 4 MB page script that
 * most processes never serve. Answers what a request for its address is to get.
 */
export function lazyReference() {
  let loading: ReturnType<typeof load> | undefined;
  return async (url: string) => {
    loading ??= load();
    const { statusCode, headers, rawPayload } = await (await loading).inject(url);
    return { statusCode, headers, body: rawPayload };
  };
}

async function load() {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(scalar, {
    routePrefix: prefix,
    // No fonts, telemetry or proxies from elsewhere: the page must work without internet.
    configuration: {
      url: '/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return app;
}
