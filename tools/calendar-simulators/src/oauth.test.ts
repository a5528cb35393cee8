import { afterAll, describe, expect, test } from 'vitest';
import { askForTokens, authorizationOf, signIn } from '../test-support/sign-in.ts';
import { startSimulators } from './start-simulators.ts';

const eachProvider = [
  { kind: 'a', provider: 'Google' },
  { kind: 'b', provider: 'Microsoft' },
] as const;
const simulators = await startSimulators();
afterAll(simulators.close);

describe.each(eachProvider)('Signing in at $provider', ({ kind }) => {
  const simulator = simulators[kind];
  const exchange = async (form: Record<string, string>) => {
    const response = await askForTokens(simulators, kind, form);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const codeFor = (email: string) => {
    const { url, verifier } = authorizationOf(simulators, kind);
    const code = new URL(simulator.approve(url, email)).searchParams.get('code') ?? '';
    return { grant_type: 'authorization_code', code, code_verifier: verifier };
  };

  test('shows a page to choose an account on, and goes back with a code when it is allowed', async () => {
    simulator.person('known@example.com');
    const { url } = authorizationOf(simulators, kind);
    const shown = await fetch(url);
    expect(shown.headers.get('content-type')).toContain('text/html');
    const text = await shown.text();
    expect(text).toContain('value="known@example.com"');

    const ask = Object.fromEntries(new URL(url).searchParams);
    const press = (decision: string) =>
      fetch(url.split('?')[0] ?? '', {
        method: 'POST',
        body: new URLSearchParams({ ...ask, account: 'known@example.com', decision }),
        redirect: 'manual',
      });
    const allowed = await press('allow');
    expect(allowed.status).toBe(303);
    const back = new URL(allowed.headers.get('location') ?? '');
    expect(back.origin).toBe('http://127.0.0.1:9');
    expect(back.searchParams.get('state')).toBe('some state');
    expect(back.searchParams.get('code')).toBeTruthy();
    const denied = new URL((await press('deny')).headers.get('location') ?? '');
    expect(denied.searchParams.get('error')).toBe('access_denied');
  });

  test('escapes what it was asked with', async () => {
    const { url } = authorizationOf(simulators, kind);
    const hostile = new URL(url);
    hostile.searchParams.set('login_hint', '"><script>alert(1)</script>');
    expect(await (await fetch(hostile)).text()).not.toContain('<script>alert');
  });

  test('answers a code once, to the verifier that belongs to it, with who signed in', async () => {
    const form = codeFor('ana@example.com');
    const { status, body } = await exchange(form);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) });
    const claims = JSON.parse(
      Buffer.from(String(body.id_token).split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(claims.email).toBe('ana@example.com');
    expect(await exchange(form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const wrong = { ...codeFor('ana@example.com'), code_verifier: 'x'.repeat(43) };
    expect(await exchange(wrong)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('refuses another client, and a request with a redirect address that is none', async () => {
    expect(
      await exchange({ ...codeFor('ana@example.com'), client_secret: 'guessed' }),
    ).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    const { url } = authorizationOf(simulators, kind);
    const other = new URL(url);
    other.searchParams.set('client_id', 'somebody');
    expect((await fetch(other, { redirect: 'manual' })).status).toBe(400);
    other.searchParams.set('client_id', 'atrium-local');
    other.searchParams.set('redirect_uri', 'javascript:alert(1)');
    expect((await fetch(other, { redirect: 'manual' })).status).toBe(400);
  });

  test('refreshes until the person takes the permission back', async () => {
    const { refresh_token } = await signIn(simulators, kind, 'bea@example.com');
    const form = { grant_type: 'refresh_token', refresh_token };
    const { status, body } = await exchange(form);
    expect(status).toBe(200);
    expect(body.access_token).toEqual(expect.any(String));
    expect(body.refresh_token === undefined).toBe(kind === 'a');
    simulator.revoke('bea@example.com');
    expect(await exchange(form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('can be told to refuse a refresh token, or to be unavailable', async () => {
    const { refresh_token } = await signIn(simulators, kind, 'cal@example.com');
    const form = { grant_type: 'refresh_token', refresh_token };
    simulator.faults.add({ kind: 'fail-before', operation: 'oauth.token', status: 503 });
    expect((await exchange(form)).status).toBe(503);
    expect((await exchange(form)).status).toBe(200);
    simulator.faults.add({ kind: 'invalid-grant', account: 'cal@example.com' });
    expect(await exchange(form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await exchange(form)).status).toBe(400);
  });
});

test('A hint is answered at once where no page is wanted', async () => {
  const quick = await startSimulators({ autoApprove: true });
  try {
    const { url } = authorizationOf(quick, 'a');
    const answered = await fetch(`${url}&login_hint=ana@example.com`, { redirect: 'manual' });
    expect(answered.status).toBe(302);
    expect(answered.headers.get('location')).toContain('code=');
  } finally {
    await quick.close();
  }
});

test('Google takes a token back that the client revokes, and tells who holds one', async () => {
  const { access_token, refresh_token } = await signIn(simulators, 'a', 'dan@example.com');
  const headers = { authorization: `Bearer ${access_token}` };
  const ask = () => fetch(`${simulators.a.url}/v1/userinfo`, { headers });
  expect(await (await ask()).json()).toMatchObject({ email: 'dan@example.com' });
  const revoke = () =>
    fetch(`${simulators.a.url}/revoke?token=${encodeURIComponent(refresh_token)}`, {
      method: 'POST',
    });
  expect((await revoke()).status).toBe(200);
  expect((await ask()).status).toBe(401);
  expect((await revoke()).status).toBe(400);
});
