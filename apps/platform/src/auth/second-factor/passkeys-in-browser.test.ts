import { Registry } from '@prometheus-io/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchBrowser } from '../../../test-support/browser.ts';
import {
  type SecondFactorWorld,
  secondFactorWorld,
} from '../../../test-support/second-factor-world.ts';
import { createApp } from '../../app.ts';

if (!chromiumPath) {
  test('Passkeys in a browser are not tested: there is no Chromium here', ({ skip }) => skip());
}

/** Says what the browser and the platform say to each other, by the browser's own reading of the JSON. */
const script = `
  async function ask(path, body, headers = {}) {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }
  async function make(bearer) {
    const headers = { authorization: bearer };
    const { body } = await ask('/api/auth/me/passkeys/options', undefined, headers);
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(body);
    const made = await navigator.credentials.create({ publicKey });
    return ask('/api/auth/me/passkeys', { name: 'Browser', response: made.toJSON() }, headers);
  }
  async function sign(options) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return (await navigator.credentials.get({ publicKey })).toJSON();
  }
  async function withPassword(email, password) {
    const { body } = await ask('/api/auth/login', { email, password });
    const passkey = await sign(body.passkeyOptions);
    return ask('/api/auth/login/second-factor', { challenge: body.challenge, passkey });
  }
  async function alone() {
    const { body } = await ask('/api/auth/login/passkey/options');
    return ask('/api/auth/login/passkey', { response: await sign(body) });
  }`;

describe.runIf(chromiumPath)('In a browser', () => {
  let w: SecondFactorWorld;
  let browser: Browser;
  let page: Page;
  let close: () => Promise<void>;

  beforeAll(async () => {
    w = await secondFactorWorld();
    const app = await createApp({ ...w.services, registry: new Registry() });
    close = () => app.close();
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    browser = await launchBrowser();
    page = await browser.newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`http://localhost:${port}/.well-known/jwks.json`);
  });

  afterAll(async () => {
    await close?.();
  });

  const run = (call: string) =>
    page.evaluate<{ status: number; body: Record<string, unknown> }>(
      `(async () => { ${script} return ${call}; })()`,
    );

  test('a passkey is made, signs in after the password, and signs in alone', async () => {
    const ana = await w.person();
    const made = await run(`make(${JSON.stringify(ana.identity.authorization)})`);
    expect(made, JSON.stringify(made.body)).toMatchObject({
      status: 201,
      body: { name: 'Browser', lastUsedAt: null },
    });
    const pair = `${JSON.stringify(ana.email)}, ${JSON.stringify(ana.password)}`;
    for (const call of [`withPassword(${pair})`, 'alone()']) {
      const { status, body } = await run(call);
      expect([call, status], JSON.stringify(body)).toEqual([call, 200]);
      expect(body).toMatchObject({ tokenType: 'Bearer', user: { userUuid: ana.userUuid } });
    }
    expect((await ana.get('/api/auth/me/passkeys')).body).toMatchObject([
      { name: 'Browser', lastUsedAt: expect.any(String) },
    ]);
  });
});
