import { expect, type TestContext, test } from 'vitest';
import { contactInput } from '../../test-support/contact-input.ts';
import { openSql } from '../../test-support/open-sql.ts';
import { platformOn } from '../../test-support/platform-on.ts';
import { findPostgres, startPostgresVersion } from '../../test-support/postgres-version.ts';
import { migrate } from './migrate.ts';

const limitMs = 480_000;

/** Starts a version beside the embedded one, or skips the test without it: .ci/run fetches them. */
async function startVersion(version: string, { skip }: TestContext) {
  const folder = findPostgres(version);
  if (!folder) return skip(`PostgreSQL ${version} is not in the folder POSTGRES_VERSIONS`);
  return startPostgresVersion(folder);
}

test.for(['16', '17'])(
  'PostgreSQL %s takes three replicas that start at once, and all of the demo',
  { timeout: limitMs },
  async (version, context) => {
    const server = await startVersion(version, context);
    try {
      const shared = await server.createDatabase('shared');
      const replicas = await Promise.all([1, 2, 3].map(() => platformOn(shared)));
      for (const replica of replicas) await replica.stop();
      const platform = await platformOn(await server.createDatabase('demo'), { DEMO: 'on' });
      await useDemo(platform);
      await platform.stop();
    } finally {
      await server.stop();
    }
  },
);

test('PostgreSQL 15 is refused in one sentence before anything is made', {
  timeout: limitMs,
}, async (context) => {
  const server = await startVersion('15', context);
  const url = await server.createDatabase('atrium');
  const sql = openSql(url);
  try {
    await expect(migrate(url)).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(
        /^Atrium needs PostgreSQL 16 or newer, and the server of DATABASE_URL is PostgreSQL 15\.\d+\.$/,
      ),
    });
    expect(await sql`select rolname from pg_roles where rolname like 'atrium_%'`).toEqual([]);
    expect(await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`).toEqual(
      [],
    );
  } finally {
    await sql.end();
    await server.stop();
  }
});

/** Reads, searches, filters and writes as the administrator of the demo firm. */
async function useDemo({ address, credentials }: Awaited<ReturnType<typeof platformOn>>) {
  const [signIn] = credentials?.demo ?? [];
  const session = await ask('POST', '/api/auth/login', signIn);
  const { accessToken, user } = session;
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'x-tenant-uuid': user.tenantUuid,
    'x-user-id': user.userUuid,
    'x-user-email': user.email,
    'x-user-type': user.userType,
  };

  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  async function ask(method: string, path: string, body?: unknown, more = {}): Promise<any> {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...more, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.status, `${method} ${path}`).toBe(200);
    return response.json();
  }
  const get = (path: string) => ask('GET', path, undefined, headers);
  const post = (path: string, body: unknown) => ask('POST', path, body, headers);

  const [member] = (await get('/api/tenant-staff/all')) as {
    firstName: string;
    paternalLastName: string;
    tenantStaffUuid: string;
  }[];
  const misspelt = `${member?.firstName} ${member?.paternalLastName}x`;
  const found = await get(`/api/tenant-staff/search?name=${encodeURIComponent(misspelt)}`);
  expect(found.content[0]).toMatchObject({ paternalLastName: member?.paternalLastName });

  const input = contactInput(user.tenantUuid, member?.tenantStaffUuid ?? '');
  const twins = [await post('/api/contacts', input), await post('/api/contacts', input)];
  const duplicates = await get(`/api/contacts/${twins[0].contactUuid}/duplicates`);
  expect(duplicates.map((each: { contactUuid: string }) => each.contactUuid)).toContain(
    twins[1].contactUuid,
  );
  const searched = await get(`/api/contacts?searchTerm=${encodeURIComponent(twins[0].firstName)}`);
  expect(searched.totalElements).toBeGreaterThanOrEqual(2);
  const filters = [{ field: 'status', operator: 'equals', value: 'ACTIVE' }];
  expect(
    (await post('/api/v2/contacts', { filters, page: 0, size: 20 })).totalElements,
  ).toBeGreaterThan(100);
  expect(
    (await post('/api/v2/households', { filters: [], page: 0, size: 20 })).content,
  ).not.toEqual([]);
  expect((await post('/api/v2/meetings', { filters: [], page: 0, size: 20 })).content).not.toEqual(
    [],
  );
}
