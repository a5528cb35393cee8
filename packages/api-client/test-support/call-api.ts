import { senderTo } from '../../client/src/connection.ts';

export type Headers = Record<string, string>;
// biome-ignore lint/suspicious/noExplicitAny: the tour reads whatever came back
export type Answer = { status: number; body: any; label: string };
export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Headers,
) => Promise<Answer & { cookie: string }>;

/** Prints one line of the tour. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Returns a caller of the platform at `baseUrl`; problem documents come back like any answer. */
export function ask(baseUrl: string): Call {
  const send = senderTo({ baseUrl });
  return async (method, path, body, headers = {}) => {
    const json = body !== undefined && { 'content-type': 'application/json' };
    const sent = json && { body: JSON.stringify(body) };
    const init = { method, headers: { ...headers, ...json }, ...sent, redirect: 'follow' } as const;
    const response = await send(path, init);
    const [text, type] = [await response.text(), response.headers.get('content-type') ?? ''];
    return {
      status: response.status,
      body: /[/+]json/.test(type) && text ? JSON.parse(text) : text,
      cookie: response.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; '),
      label: `${method} ${path}`,
    };
  };
}

/** Posts a form, as the button of a page does. */
export async function post(address: string, fields: Record<string, string>): Promise<Answer> {
  const { origin, pathname } = new URL(address);
  const init = { method: 'POST', body: new URLSearchParams(fields) };
  const response = await senderTo({ baseUrl: origin })(pathname, init);
  return { status: response.status, body: await response.text(), label: `POST ${pathname}` };
}

/** Prints a step and its status; ends the tour when the status is not the one the contract states. */
export function expectStatus(status: number, answer: Answer) {
  const problem = answer.status >= 400 ? `  ${answer.body.code}: ${answer.body.detail}` : '';
  say(`   ${String(answer.status)}     ${answer.label}${problem}`);
  if (answer.status === status) return answer.body;
  throw new Error(
    `${answer.label} answered ${answer.status} where ${status} was due: ${JSON.stringify(answer.body)}`,
  );
}

/** Signs in, and answers the headers that every later request carries. */
export async function signIn(call: Call, email: string, password: string): Promise<Headers> {
  const { accessToken, user } = expectStatus(
    200,
    await call('POST', '/api/auth/login', { email, password }),
  );
  say(`   signed in ${user.email} as ${user.userType}`);
  return {
    authorization: `Bearer ${accessToken}`,
    'x-tenant-uuid': user.tenantUuid,
    'x-user-id': user.userUuid,
    'x-user-email': user.email,
    'x-user-type': user.userType,
  };
}

/** Asks again until there is an answer; gives up after ten seconds. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`Waited ten seconds until ${what}`);
}
