import { fastify } from 'fastify';
import { hashOf } from '../pages/page.ts';

const prefix = '/docs';

/**
 * Returns the browsable reference, loaded when somebody first opens it: it is a 4 MB page script that
 * most processes never serve. Answers what a request for its address is to get.
 */
export function lazyReference() {
  let loading: ReturnType<typeof load> | undefined;
  return async (url: string) => {
    loading ??= load();
    const { statusCode, headers, rawPayload } = await (await loading).inject(url);
    const { location, 'content-type': type = 'text/plain' } = headers;
    const isPage = String(type).startsWith('text/html');
    const own = isPage
      ? { 'content-security-policy': policyOf(String(rawPayload)) }
      : { 'cache-control': 'public, max-age=3600' };
    return {
      statusCode,
      // No more: others speak of a connection, which there is none of.
      headers: { 'content-type': String(type), ...own, ...(location && { location }) },
      body: rawPayload,
    };
  };
}

/** The page runs its own scripts alone, and talks to nobody but the server it came from. */
function policyOf(page: string): string {
  const inline = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, script = '']) => script)
    .filter((script) => script !== '')
    .map(hashOf);
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

type Parameter = { in: string; name: string; example?: string };
type Document = {
  paths?: Record<string, Record<string, { parameters?: Parameter[] }>>;
  components?: { parameters?: Record<string, Parameter> };
};

/** Returns a document whose headers have examples, which the reference fills in for whoever tries it. */
export function prefilled(document: Document, values: Record<string, string>): Document {
  const copy = structuredClone(document);
  const operations = Object.values(copy.paths ?? {}).flatMap((each) => Object.values(each));
  const shared = Object.values(copy.components?.parameters ?? {});
  for (const parameter of [...shared, ...operations.flatMap((each) => each.parameters ?? [])]) {
    const value = parameter.in === 'header' ? values[parameter.name] : undefined;
    if (value !== undefined) parameter.example = value;
  }
  return copy;
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
