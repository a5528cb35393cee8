import type { Server } from '@atrium/kit/server.ts';

/** A browser: it keeps cookies for each host and does not follow redirects. */
export function createBrowser(app: Server) {
  const jars = new Map<string, Map<string, string>>();
  const received: string[] = [];

  function keep(host: string, cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar.set(pair.slice(0, at), pair.slice(at + 1)));
  }

  async function send(method: 'GET' | 'POST', url: string, payload?: object, headers = {}) {
    const { host, pathname, search, protocol } = new URL(url);
    const cookie = [...(jars.get(host) ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const answer = await app.inject({
      method,
      url: `${pathname}${search}`,
      headers: {
        host,
        'x-forwarded-proto': protocol.slice(0, -1),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(payload ? { payload } : {}),
    });
    for (const each of [answer.headers['set-cookie'] ?? []].flat()) {
      received.push(each);
      keep(host, each);
    }
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      location: String(answer.headers.location ?? ''),
      body: isJson ? answer.json() : answer.body,
    };
  }

  return {
    get: (url: string) => send('GET', url),
    post: (url: string, payload: object, headers?: object) => send('POST', url, payload, headers),
    put: (origin: string, cookie: string) => keep(new URL(origin).host, cookie),
    /** Every Set-Cookie header that came, as it came. */
    setCookies: () => [...received],
  };
}
