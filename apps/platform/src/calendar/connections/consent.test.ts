import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { calendarWorld, eachProvider } from '../../../test-support/calendar-world.ts';
import { createBrowser } from '../../../test-support/cookie-browser.ts';

// Mapped domains are reached over https, which ends at a proxy.
const w = await calendarWorld({ TRUST_PROXY: '1' });
const base = '/api/v1/calendar';
const failed = `${base}/callback/oauth-failed`;
const success = `${base}/callback/success`;
const here = w.door.url;

async function person() {
  const staff = await (await w.tenant()).as('TENANT_STAFF');
  const email = `${staff.identity['x-user-id']}@calendar.example`;
  const status = async () => (await staff.get(`${base}/connection`)).body.status;
  return { staff, email, status };
}

type Person = Awaited<ReturnType<typeof person>>;
type Browser = ReturnType<typeof createBrowser>;

/** Begins a consent in a browser, and returns where the provider would send one back that gave it. */
async function begin(
  { staff, email }: Person,
  browser: Browser,
  origin = here,
  kind: 'a' | 'b' = 'a',
  body: object = {},
) {
  const url = `${origin}${base}/connect/provider_${kind}`;
  const begun = await browser.post(url, body, staff.identity);
  expect(begun.status).toBe(200);
  return w.simulators[kind].approve(begun.body.authorizationUrl, email);
}

const paramsOf = (back: string) => {
  const { searchParams } = new URL(back);
  return { code: searchParams.get('code'), state: searchParams.get('state') };
};

describe('A consent', () => {
  test('is finished by the browser that began it, whose cookie no script reads', async () => {
    const [one, browser] = [await person(), createBrowser(w.app)];
    const back = await begin(one, browser);
    expect(browser.setCookies()).toEqual([
      expect.stringMatching(
        /^calendar-consent=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect((await browser.get(back)).location).toBe(success);
    expect(await one.status()).toBe('CONNECTED');
  });

  test('given in another browser connects nothing, neither there nor to the one who began', async () => {
    const [attacker, victim] = [await person(), await person()];
    const [theirs, mine] = [createBrowser(w.app), createBrowser(w.app)];
    const back = await begin(attacker, theirs);
    expect((await mine.get(back)).location).toBe(failed);
    // A browser that has begun a consent of its own has a cookie, which is another one.
    await begin(victim, mine);
    expect((await mine.get(back)).location).toBe(failed);
    expect([await attacker.status(), await victim.status()]).toEqual(['NONE', 'NONE']);
  });

  test('survives a reload before it, and a reload of the callback changes nothing', async () => {
    const [one, browser] = [await person(), createBrowser(w.app)];
    const first = await begin(one, browser);
    const second = await begin(one, browser);
    expect((await browser.get(first)).location).toBe(success);
    expect((await browser.get(first)).location).toBe(failed);
    expect(await one.status()).toBe('CONNECTED');
    expect((await browser.get(second)).location).toBe(success);
    expect(await one.status()).toBe('CONNECTED');
  });

  test('begun in the console leads back to it, and says there what became of it', async () => {
    const [one, browser] = [await person(), createBrowser(w.app)];
    const back = await begin(one, browser, here, 'a', { returnTo: 'CONSOLE' });
    expect((await browser.get(back)).location).toBe('/settings/calendar?consent=given');
    expect(await one.status()).toBe('CONNECTED');
    const another = await begin(one, browser, here, 'a', { returnTo: 'CONSOLE' });
    const declined = `${another.replace(/code=[^&]*&?/, '')}&error=access_denied`;
    expect((await browser.get(declined)).location).toBe('/settings/calendar?consent=refused');
  });

  test('begun in the console and given in another browser leads to where it is finished', async () => {
    const [one, browser] = [await person(), createBrowser(w.app)];
    const back = await begin(one, browser, here, 'a', { returnTo: 'CONSOLE' });
    const { location = '' } = await createBrowser(w.app).get(back);
    expect(location).toMatch(/^\/settings\/calendar\?consent=elsewhere#/);
    expect(await one.status()).toBe('NONE');
    const { provider, ...answer } = Object.fromEntries(
      new URLSearchParams(new URL(location, here).hash.slice(1)),
    );
    const refused = await (await person()).staff.post(`${base}/callback/${provider}`, answer);
    expect(refused.status).toBe(403);
    const done = await one.staff.post(`${base}/callback/${provider}`, answer);
    expect([done.status, done.body.status]).toEqual([200, 'CONNECTED']);
  });

  test('whose cookie is garbage begins with another one', async () => {
    const [one, browser] = [await person(), createBrowser(w.app)];
    browser.put(here, 'calendar-consent=x');
    const back = await begin(one, browser);
    expect((await browser.get(back)).location).toBe(success);
  });
});

describe('A consent that came back in another browser', () => {
  test('is finished by the person who began it, with their own bearer, once', async () => {
    const one = await person();
    const back = await begin(one, createBrowser(w.app));
    expect((await createBrowser(w.app).get(back)).location).toBe(failed);
    const done = await one.staff.post(`${base}/callback/google`, paramsOf(back));
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ status: 'CONNECTED', email: one.email });
    const again = await one.staff.post(`${base}/callback/google`, paramsOf(back));
    expect([again.status, again.body.code]).toEqual([400, 'CONSENT_INVALID']);
  });

  test('is finished by nobody else: not by a colleague, another tenant’s staff, or without a bearer', async () => {
    const tenant = await w.tenant();
    const [began, colleague] = [await tenant.as('TENANT_STAFF'), await tenant.as('TENANT_ADMIN')];
    const one: Person = { ...(await person()), staff: began };
    const back = await begin(one, createBrowser(w.app));
    const stranger = await person();
    for (const by of [colleague, stranger.staff]) {
      const refused = await by.post(`${base}/callback/provider_a`, paramsOf(back));
      expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await w.anonymous.post(`${base}/callback/provider_a`, paramsOf(back))).status).toBe(
      401,
    );
    expect((await began.post(`${base}/callback/provider_a`, paramsOf(back))).status).toBe(200);
  });

  test('is 400 for a state or code that is not the provider’s, and for a missing one', async () => {
    const one = await person();
    const { code, state } = paramsOf(await begin(one, createBrowser(w.app)));
    const send = (provider: string, body: object) =>
      one.staff.post(`${base}/callback/${provider}`, body);
    for (const body of [{ state }, { code }, { code, state: 7 }])
      expect((await send('google', body)).body.code).toBe('VALIDATION_FAILED');
    const forged = `${state?.slice(1)}A`;
    for (const [provider, body] of [
      ['google', { code, state: forged }],
      ['microsoft', { code, state }],
      ['google', { code: 'guess', state }],
    ] as const) {
      const refused = await send(provider, body);
      expect([refused.status, refused.body.code]).toEqual([400, 'CONSENT_INVALID']);
    }
    expect(await one.status()).toBe('NONE');
  });
});

describe('A consent begun at a mapped domain', () => {
  async function mapped() {
    const tenant = await w.tenant();
    const domain = `wealth-${randomUUID()}.example.com`;
    const admin = await tenant.as('TENANT_ADMIN');
    const path = `/api/tenants/${tenant.tenantUuid}/domains`;
    expect((await admin.post(path, { domain, active: true })).status).toBe(200);
    return { origin: `https://${domain}`, admin, domain, path };
  }

  test('is finished at the host of its callback, by the person who began it, and leads back', async () => {
    const { origin } = await mapped();
    const [one, browser] = [await person(), createBrowser(w.app)];
    for (const [returnTo, page] of [
      ['PAGE', success],
      ['CONSOLE', '/settings/calendar?consent=given'],
    ] as const) {
      const back = await begin(one, browser, origin, 'a', { returnTo });
      expect(back).toMatch(here);
      expect(browser.setCookies().at(-1)).toMatch(
        /^__Host-calendar-consent=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      const { location } = await browser.get(back);
      expect(location).toMatch(/^\/settings\/calendar\?consent=elsewhere#/);
      const done = await one.staff.post(`${base}/callback/google`, paramsOf(back));
      expect([done.status, done.body.status]).toEqual([200, 'CONNECTED']);
      expect(done.body.continueAt).toBe(`${origin}${page}`);
    }
  });

  test('tells the domain neither its code nor its state, whoever consents', async () => {
    const { origin } = await mapped();
    const [attacker, victim] = [await person(), await person()];
    const url = `${origin}${base}/connect/provider_a`;
    const begun = await createBrowser(w.app).post(url, {}, attacker.staff.identity);
    const back = await w.simulators.a.approve(begun.body.authorizationUrl, victim.email);
    for (const asked of [back, `${back}&led-on=1`]) {
      const { location } = await createBrowser(w.app).get(asked);
      expect(location).toMatch(/^\/settings\/calendar\?consent=elsewhere#/);
    }
    const refused = await victim.staff.post(`${base}/callback/google`, paramsOf(back));
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    expect([await attacker.status(), await victim.status()]).toEqual(['NONE', 'NONE']);
  });

  test('fails where the domain is not mapped any more, and is never led there', async () => {
    const { origin, admin, domain, path } = await mapped();
    const [one, browser] = [await person(), createBrowser(w.app)];
    const [first, second] = [
      await begin(one, browser, origin),
      await begin(one, browser, origin, 'a', { returnTo: 'CONSOLE' }),
    ];
    await admin.post(path, { domain, active: false });
    expect((await browser.get(first)).location).toBe(failed);
    expect(await one.status()).toBe('NONE');
    const done = await one.staff.post(`${base}/callback/google`, paramsOf(second));
    expect([done.status, done.body.continueAt]).toEqual([200, null]);
  });
});

describe.each(eachProvider)('A consent at $provider', ({ kind }) => {
  /** The person unticks the calendar and leaves the rest. */
  const tooLittle = (url: string) => {
    const less = new URL(url);
    less.searchParams.set('scope', 'openid email profile offline_access User.Read');
    return less.href;
  };

  test('without the permission for the calendar is told as that, and connects nothing', async () => {
    const [one, browser] = [await person(), createBrowser(w.app)];
    const begun = async () => {
      const url = `${here}${base}/connect/provider_${kind}`;
      const { body } = await browser.post(url, {}, one.staff.identity);
      return w.simulators[kind].approve(tooLittle(body.authorizationUrl), one.email);
    };
    const { location } = await browser.get(await begun());
    expect(location).toBe(`${failed}?reason=permissions`);
    expect((await w.anonymous.get(location)).body).toContain('A permission is missing');
    const finished = await one.staff.post(
      `${base}/callback/provider_${kind}`,
      paramsOf(await begun()),
    );
    expect([finished.status, finished.body.code]).toEqual([409, 'CALENDAR_PERMISSIONS_MISSING']);
    expect(await one.status()).toBe('NONE');
  });
});
