import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { readConfig } from '@atrium/cli/config.ts';
import { openProfiles } from '@atrium/cli/sign-in/profiles.ts';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { world } from '@atrium/platform/test-support/world.ts';
import { afterAll, expect, test } from 'vitest';

const w = await world();
const url = `http://127.0.0.1:${await w.listen()}`;
const directory = mkdtempSync(join(tmpdir(), 'atrium-login-'));
const profile = join(directory, 'atrium/default.json');
const main = join(import.meta.dirname, 'main.ts');

afterAll(() => rmSync(directory, { recursive: true }));

function start(...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
  const { HOME = '' } = process.env;
  return spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...childEnvironment(),
      HOME,
      DATA_DIR: join(directory, 'none'),
      XDG_CONFIG_HOME: directory,
    },
  });
}

async function atrium(...args: string[]) {
  const child = start(...args);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, out, err };
}

/** Begins to sign in, and returns what the address in its output asks for. */
async function beginLogin() {
  const child = start('login', '--no-browser', '--url', `${url}/`);
  const ended = once(child, 'exit');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const address = new URL(line);
  expect(`${address.origin}${address.pathname}`).toBe(`${url}/authorize`);
  const of = (name: string) => address.searchParams.get(name) ?? '';
  expect([of('response_type'), of('client_id')]).toEqual(['code', 'atrium-cli']);
  return { of, ended, redirectUri: of('redirect_uri'), state: of('state') };
}

test('login keeps a session that commands use and renew, until logout ends it', async () => {
  const person = await (await w.tenant()).as('TENANT_ADMIN');
  const { of, ended, redirectUri, state } = await beginLogin();
  const foreign = await fetch(`${redirectUri}?code=x&state=another`);
  expect(foreign.status).toBe(400);
  expect((await fetch(`${new URL(redirectUri).origin}//`)).status).toBe(400);
  const { body } = await person.post('/api/auth/authorize', {
    clientId: of('client_id'),
    redirectUri,
    state,
    codeChallenge: of('code_challenge'),
    codeChallengeMethod: of('code_challenge_method'),
  });
  expect((await fetch(body.redirectTo)).status).toBe(200);
  expect((await ended)[0]).toBe(0);
  expect(statSync(profile).mode & 0o777).toBe(0o600);

  // Commands that meet an ended token renew it once: a refresh token that came twice would end the session.
  const kept = JSON.parse(readFileSync(profile, 'utf8'));
  const accessToken = kept.accessToken.replace(/\.[^.]*$/, '.none');
  writeFileSync(profile, JSON.stringify({ ...kept, accessToken }));
  const { userUuid } = (await person.get('/api/auth/me')).body;
  const calls = [
    ['api', 'GET', '/api/auth/me'],
    ['authentication', 'get-me'],
    ['authentication', 'get-me'],
  ];
  const answers = await Promise.all(calls.map((call) => atrium(...call)));
  for (const { code, out, err } of answers) {
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out).userUuid).toBe(userUuid);
  }
  expect(statSync(profile).mode & 0o777).toBe(0o600);
  const { refreshToken } = JSON.parse(readFileSync(profile, 'utf8'));
  expect(refreshToken).not.toBe(kept.refreshToken);

  // It comes before what the environment says, but only at its own address, and not where a token is needed.
  const environment = { XDG_CONFIG_HOME: directory, ATRIUM_URL: url, ATRIUM_TOKEN: 'atr_x' };
  const here = { firstSignIn: () => undefined };
  const elsewhere = { ...environment, ATRIUM_URL: 'https://atrium.example' };
  const [profiled, token] = [{ profile: 'default' }, { token: 'atr_x' }];
  expect(readConfig({}, here, environment)).toMatchObject({ url, credentials: profiled });
  expect(readConfig({}, here, elsewhere).credentials).toEqual(token);
  expect(readConfig({ byToken: true }, here, environment).credentials).toEqual(token);

  expect(await atrium('logout')).toMatchObject({ code: 0, err: '' });
  expect(existsSync(profile)).toBe(false);
  expect((await w.anonymous.post('/api/auth/refresh', { refreshToken })).status).toBe(401);
});

test('a sign-in that is declined in the browser keeps nothing', async () => {
  const { ended, redirectUri, state } = await beginLogin();
  await fetch(`${redirectUri}?${new URLSearchParams({ error: 'access_denied', state })}`);
  expect((await ended)[0]).toBe(1);
  expect(existsSync(profile)).toBe(false);
});

test('the lock of a profile that was left behind is taken over by one, who keeps it from its former owner', async () => {
  const profiles = openProfiles({ XDG_CONFIG_HOME: directory });
  const lock = join(directory, 'atrium/slow.json.lock');
  const work = () => Promise.withResolvers<void>();
  const [former, next, last] = [work(), work(), work()];
  const begun: string[] = [];
  const run = (name: string, { promise }: { promise: Promise<void> }) =>
    profiles.alone('slow', async () => {
      begun.push(name);
      await promise;
    });
  const first = run('former', former);
  const longAgo = new Date(0);
  for (const path of [...readdirSync(lock).map((each) => join(lock, each)), lock])
    utimesSync(path, longAgo, longAgo);
  const second = run('next', next);
  await expect.poll(() => begun).toEqual(['former', 'next']);
  former.resolve();
  await first;
  const third = run('last', last);
  last.resolve();
  // What the former owner leaves is no other's lock.
  expect(existsSync(lock)).toBe(true);
  expect(begun).toEqual(['former', 'next']);
  next.resolve();
  await Promise.all([second, third]);
  expect(begun).toEqual(['former', 'next', 'last']);
  expect(readdirSync(join(directory, 'atrium')).filter((name) => name.includes('lock'))).toEqual(
    [],
  );
});
