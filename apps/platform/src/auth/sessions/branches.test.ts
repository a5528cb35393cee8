import { beforeAll, describe, expect, test } from 'vitest';
import { addTotp } from '../../../test-support/second-factor-world.ts';
import { staffInput } from '../../../test-support/staff-input.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const origin = 'http://localhost:8080';
const host = 'localhost:8080';
let tenant: Awaited<ReturnType<typeof w.tenant>>;
beforeAll(async () => {
  tenant = await w.tenant();
});

type Answer = Awaited<ReturnType<typeof w.anonymous.post>>;

/** What came of a sign-in or a refresh by cookie: a browser, or whoever has copied its cookie. */
function browser(answer: Answer) {
  const cookie = [answer.headers['set-cookie'] ?? []].flat().join().split(';')[0] ?? '';
  const authorization = `Bearer ${answer.body.accessToken}`;
  const client = w.anonymous.with({ authorization });
  const refresh = () => w.anonymous.post('/api/auth/refresh', undefined, { host, origin, cookie });
  return { client, refresh };
}
type Browser = ReturnType<typeof browser>;

const works = async ({ client, refresh }: Browser) => [
  (await client.get('/api/auth/me')).status,
  (await refresh()).status,
];
const [goesOn, isOver] = [
  [200, 200],
  [401, 401],
];

/** A person whose cookie was copied: the owner and the thief have a branch each of one session. */
async function copied({ ownerFirst = true } = {}) {
  const input = staffInput(tenant.tenantUuid);
  const admin = await tenant.as('TENANT_ADMIN');
  await admin.post('/api/tenant-staff', input);
  const { userEmail: email, password } = input;
  const signIn = async () =>
    browser(await w.anonymous.post('/api/auth/login', { email, password, cookie: true }, { host }));
  const first = await signIn();
  const [one, two] = [browser(await first.refresh()), browser(await first.refresh())];
  const [owner, thief] = ownerFirst ? [one, two] : [two, one];
  expect((await owner.client.get('/api/auth/sessions')).body).toHaveLength(1);
  return { owner, thief, password, signIn, elsewhere: await signIn() };
}

const changes: [string, (owner: Browser, password: string) => Promise<unknown>][] = [
  ['ends all other sessions', ({ client }) => client.delete('/api/auth/sessions')],
  [
    'changes the password',
    ({ client }, currentPassword) =>
      client.put('/api/auth/me/password', { currentPassword, password: 'another long password' }),
  ],
  ['adds the first factor', ({ client }) => addTotp(client)],
];

describe.each(changes)('Who %s', (_title, change) => {
  test.each([true, false])(
    'ends every branch of the own session but the asking one (the owner came first: %s)',
    async (ownerFirst) => {
      const { owner, thief, elsewhere, password } = await copied({ ownerFirst });
      await change(owner, password);
      expect(await works(thief)).toEqual(isOver);
      expect(await works(elsewhere)).toEqual(isOver);
      // Two of the owner's own tabs may still refresh at once.
      const [tab, otherTab] = await Promise.all([owner.refresh(), owner.refresh()]);
      expect(await works(browser(tab))).toEqual(goesOn);
      expect(await works(browser(otherTab))).toEqual(goesOn);
    },
  );
});

test('A change of another factor ends the branches and leaves other sessions', async () => {
  const { owner, thief, password, signIn } = await copied();
  const { secret } = await addTotp(owner.client);
  expect(secret).toBeTruthy();
  expect(await works(thief)).toEqual(isOver);
  const again = browser(await owner.refresh());
  const copy = browser(await owner.refresh());
  expect((await again.client.post('/api/auth/me/recovery-codes', { password })).status).toBe(200);
  expect(await works(copy)).toEqual(isOver);
  expect(await works(again)).toEqual(goesOn);
  expect(await signIn()).toBeDefined();
});

test('No branch that begins while they are ended is left over', async () => {
  const { owner, thief } = await copied();
  const [ended, ...taken] = await Promise.all([
    owner.client.delete('/api/auth/sessions'),
    ...Array.from({ length: 30 }, thief.refresh),
  ]);
  expect(ended?.status).toBe(204);
  for (const answer of taken.filter(({ status }) => status === 200))
    expect(await works(browser(answer))).toEqual(isOver);
  expect(await works(owner)).toEqual(goesOn);
});

test('Signing out of one branch ends the whole session', async () => {
  const { owner, thief } = await copied();
  expect((await owner.client.post('/api/auth/logout')).status).toBe(204);
  expect(await works(thief)).toEqual(isOver);
});

test('An ended branch cannot end the session that goes on', async () => {
  const { owner, thief } = await copied();
  const next = browser(await thief.refresh());
  await owner.client.delete('/api/auth/sessions');
  await w.db.asPlatform(
    (tx) => tx`update refresh_tokens set used_at = used_at - interval '1 hour'`,
  );
  expect((await thief.refresh()).status).toBe(401);
  expect((await next.refresh()).status).toBe(401);
  expect(await works(owner)).toEqual(goesOn);
});
