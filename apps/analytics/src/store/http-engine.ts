import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Session } from 'chdb';

/**
 * For tests: the part of ClickHouse's HTTP interface that the official client uses, in front of
 * the embedded engine. It has sessions, bound parameters, settings, inserts and error codes;
 * it has no users, compression, progress or cluster, and cannot show how those behave.
 */
export async function startHttpEngine(directory: string) {
  const named = new Map<string, Session>();
  const free: Session[] = [];
  const open = () => new Session(directory);
  named.set('', open());

  const urls: string[] = [];
  let gate = async (_url: URL): Promise<void> => {};

  async function run(url: URL, body: string, form: Form): Promise<string> {
    const get = (name: string) => url.searchParams.get(name);
    const name = get('session_id');
    const session = name === null ? (free.pop() ?? open()) : (named.get(name) ?? open());
    if (name !== null) named.set(name, session);
    try {
      const inQuery = get('query');
      const insert = inQuery && /^insert into (\w+) format/i.exec(inQuery)?.[1];
      if (insert) {
        const inferred = { input_format_try_infer_dates: 0, input_format_try_infer_datetimes: 0 };
        for (const name of Object.keys(inferred))
          if (get(name) !== '0') throw new Error(`${name} should be 0`);
        const token = get('insert_deduplication_token');
        const settings = {
          ...inferred,
          insert_deduplicate: Number(get('insert_deduplicate')),
          ...(token === null ? {} : { insert_deduplication_token: token }),
        };
        await session.insert({
          table: insert,
          values: body,
          format: 'JSONCompactEachRow',
          settings,
        });
        return '';
      }
      const sql = (form.query ?? inQuery ?? body).replace(/\s+format \w+\s*;?\s*$/i, '');
      const settings = /^\s*select/i.test(sql) ? settingsOf(url) : '';
      return await answer(
        session,
        `${sql}${settings}`,
        paramsOf([...url.searchParams, ...Object.entries(form)], sql),
      );
    } finally {
      if (name === null) free.push(session);
    }
  }

  const server = createServer(async (request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', 'http://engine');
    if (url.pathname === '/ping') return response.end('Ok.\n');
    urls.push(url.search);
    const body = await buffer(request);
    await gate(url);
    try {
      const form = await formOf(request, body);
      const rows = await run(url, body.toString(), form);
      response.setHeader('content-type', 'application/x-ndjson');
      response.end(rows);
    } catch (error) {
      const message = (error as Error).message;
      response.statusCode = 500;
      response.setHeader('x-clickhouse-exception-code', /Code: (\d+)/.exec(message)?.[1] ?? '0');
      response.end(message);
    }
    return undefined;
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;

  return {
    /** The query string of each request. */
    urls,
    /** Lets each request wait for something before it is run. */
    letWait(until: (url: URL) => Promise<void>) {
      gate = until;
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
      for (const session of [...named.values(), ...free]) session.close();
    },
  };
}

async function answer(session: Session, sql: string, params: Record<string, string | string[]>) {
  const format = 'JSONCompactEachRow';
  if (!/^\s*select/i.test(sql)) {
    const bound = sql.replace(/\{(\w+):String\}/g, (_, name) => `'${params[name]}'`);
    return (await session.queryAsync(bound, { format })).text();
  }
  let rows = '';
  for await (const chunk of session.queryStreamBind(sql, params, { format })) rows += chunk.text();
  return rows;
}

type Form = Record<string, string>;

/** Returns the fields of a multipart body; none of any other. */
async function formOf({ headers }: IncomingMessage, body: Buffer): Promise<Form> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return {};
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData();
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
}

/** Returns values as they were before the client wrote them for HTTP: text escaped as TSV, lists in quotes. */
function paramsOf(fields: [string, string][], sql: string): Record<string, string | string[]> {
  const given = fields.filter(([name]) => name.startsWith('param_'));
  return Object.fromEntries(
    given.map(([param, value]) => {
      const name = param.slice(6);
      if (!sql.includes(`{${name}:Array(String)}`)) return [name, plain(value)];
      const items = value.matchAll(/'((?:[^'\\]|\\.)*)'/gs);
      return [name, [...items].map(([, item = '']) => plain(item))];
    }),
  );
}

const meant: Record<string, string> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', 0: '\0' };

function plain(escaped: string): string {
  return escaped.replace(/\\(.)/gs, (_, letter: string) => meant[letter] ?? letter);
}

/** Returns the settings of a query, without the client's own parameters. */
function settingsOf(url: URL): string {
  const ofClient = /^(query|query_id|session_id|database|param_.*|cancel_http_.*|default_format)$/;
  const settings = [...url.searchParams].filter(([name]) => !ofClient.test(name));
  const pairs = settings.map(([name, value]) => `${name} = ${Number(value)}`);
  return pairs.length > 0 ? ` settings ${pairs.join(', ')}` : '';
}
