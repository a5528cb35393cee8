import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { ask, keepingLog, type Place, test } from '../test-support/place.ts';
import { readConfig } from './config.ts';
import type { Running } from './keep-running.ts';
import { silentLog } from './log.ts';
import { identityOf } from './process-identity.ts';
import { openSecrets, rotateSigningKey } from './secrets.ts';
import { type Atrium, startAtrium } from './start.ts';
import { startThrowawayPostgres } from './throwaway-postgres.ts';
import { waitUntil } from './wait-until.ts';

async function takenPort(place: Place): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  place.finally(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe.concurrent('Atrium on one machine', () => {
  test('keeps its data and its secrets from one start to the next', async ({ expect, place }) => {
    const config = place.config();
    const first = await startAtrium(config, { log: keepingLog() });
    await ask(`${first.address}/?hello`, 'POST');
    const before = await ask(first.address);
    await first.stop();

    const second = await place.start(config);
    const after = await ask(second.address);
    expect(after.notes).toEqual(['?hello']);
    expect(after.pid).not.toBe(before.pid);
    expect(after.environment.TOKEN_SIGNING_KEY).toBe(before.environment.TOKEN_SIGNING_KEY);
    expect(after.environment.SECRET_KEY).toBe(before.environment.SECRET_KEY);
  });

  test('starts with a rotated signing key, and tells the platform of the one before', async ({
    expect,
    place,
  }) => {
    const config = place.config();
    const first = await startAtrium(config, { log: keepingLog() });
    const before = (await ask(first.address)).environment;
    await first.stop();
    await rotateSigningKey(join(config.dataDir, 'secrets.json'));
    const after = (await ask((await place.start(config)).address)).environment;
    const { x } = JSON.parse(before.TOKEN_SIGNING_KEY ?? '');
    expect(JSON.parse(after.TOKEN_SIGNING_KEY ?? '').x).not.toBe(x);
    expect(JSON.parse(after.TOKEN_OTHER_KEYS ?? '')).toMatchObject([{ x }]);
  });

  test('tells each service where the others are, and analytics no secret', async ({
    expect,
    place,
  }) => {
    const secrets = {
      BACKUP_DATABASE_URL: 'postgres://backup:p@db/x',
      CALENDAR_TOKEN_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
      CALENDAR_GOOGLE_CLIENT_SECRET: 's',
      INBOUND_MAIL_SECRET: 's'.repeat(32),
      S3_SECRET_ACCESS_KEY: 's',
      A_LATER_SECRET_FILE: '/run/secrets/later',
    };
    const atrium = await place.start(
      place.config({
        SMTP_URL: 'smtp://u:p@mail',
        PGSSLMODE: 'require',
        METRICS_TOKEN: 'm',
        ...secrets,
      }),
    );
    const platform = (await ask(atrium.address)).environment;
    const analyticsUrl = `http://127.0.0.1:${atrium.addresses.analyticsPort}`;
    const analytics = (await ask(analyticsUrl)).environment;
    const calendarsUrl = `http://127.0.0.1:${atrium.addresses.calendarPorts.a}`;
    const calendars = (await ask(calendarsUrl)).environment;

    expect(platform).toMatchObject({
      ANALYTICS_URL: analyticsUrl,
      ATRIUM_MODE: 'development',
      SMTP_URL: 'smtp://u:p@mail',
    });
    expect(platform).not.toHaveProperty('PGSSLMODE');
    expect(JSON.parse(platform.TOKEN_SIGNING_KEY ?? '')).toMatchObject({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
    });
    expect(Buffer.from(platform.SECRET_KEY ?? '', 'base64url')).toHaveLength(32);
    expect(analytics.JWKS_URL).toBe(`${atrium.address}/.well-known/jwks.json`);
    expect(platform.CALENDAR_GOOGLE_BASE_URL).toBe(calendarsUrl);
    expect([analytics.METRICS_TOKEN, calendars.METRICS_TOKEN]).toEqual(['m', undefined]);
    const own = ['TOKEN_SIGNING_KEY', 'SECRET_KEY', 'SMTP_URL', 'PGPASSWORD'];
    for (const secret of [...own, ...Object.keys(secrets)]) {
      expect(analytics).not.toHaveProperty(secret);
      expect(calendars).not.toHaveProperty(secret);
    }
  });

  test('leaves calendar providers alone that have been configured', async ({ expect, place }) => {
    const settings = {
      CALENDAR_GOOGLE_BASE_URL: '',
      CALENDAR_MICROSOFT_BASE_URL: 'https://graph.example',
    };
    const atrium = await place.start(place.config(settings));
    const { environment } = await ask(atrium.address);
    expect(environment.CALENDAR_GOOGLE_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(environment.CALENDAR_MICROSOFT_BASE_URL).toBe('https://graph.example');
    expect(environment).not.toHaveProperty('CALENDAR_MICROSOFT_CLIENT_ID');
  });

  test('says its progress and then what the platform wants said, and no secret', async ({
    expect,
    place,
  }) => {
    const log = keepingLog();
    const config = place.config();
    const atrium = await startAtrium(config, { log });
    place.finally(atrium.stop);
    await waitUntil(
      () => log.messages.some((each) => each.startsWith('Sign in as ada@example.com')),
      120_000,
    );
    const said = log.messages.join('\n');
    expect(said).toMatch(/Calendar {5}http:\/\/127\.0\.0\.1:\d+ \(Google, simulated\)/);
    expect(said).toMatch(/PostgreSQL: creating[\s\S]*platform: warmed up[\s\S]*Atrium is ready in/);
    expect(said.indexOf('Sign in as')).toBeGreaterThan(said.indexOf('Atrium is ready'));
    const secrets = JSON.parse(readFileSync(join(config.dataDir, 'secrets.json'), 'utf8'));
    for (const secret of Object.values(secrets)) expect(said).not.toContain(secret);
  });

  test('restarts a platform, analytics, calendars or a database that dies', async ({
    expect,
    place,
  }) => {
    const processes = new Set<Running>();
    const log = keepingLog();
    const atrium = await place.start(place.config(), { processes, log });
    const analyticsUrl = `http://127.0.0.1:${atrium.addresses.analyticsPort}`;
    await ask(`${atrium.address}/?kept`, 'POST');
    const calendarsUrl = `http://127.0.0.1:${atrium.addresses.calendarPorts.a}`;
    const urls = [atrium.address, analyticsUrl, calendarsUrl];
    const askAll = () => Promise.all(urls.map((url) => ask(url)));
    const pids = (await askAll()).map(({ pid }) => pid);
    const database = [...processes].find(({ pid }) => !pids.includes(pid));

    process.kill(database?.pid ?? 0, 'SIGKILL');
    // A kept connection may end while the request goes out: then nothing has crashed yet.
    for (const [at, url] of urls.entries())
      await waitUntil(async () => {
        await fetch(`${url}/crash`).catch(() => {});
        return identityOf(pids[at] ?? 0) === undefined;
      }, 120_000);
    const recovered = await waitUntil(async () => {
      const answers = await askAll().catch(() => []);
      return answers.length === 3 && answers.every(({ pid }) => !pids.includes(pid));
    }, 120_000);
    expect(recovered, log.messages.join('\n')).toBe(true);
    expect((await ask(atrium.address)).notes).toEqual(['?kept']);
  });

  test('names the port that is taken and the setting, before anything is started', async ({
    expect,
    place,
  }) => {
    const port = await takenPort(place);
    const config = place.config({ PORT: String(port) });
    const log = keepingLog();
    await expect(startAtrium(config, { log })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is already in use. Stop what uses it, or start with another: PORT=${port + 10} npm start`,
    );
    await expect(
      startAtrium(place.config({ ANALYTICS_PORT: String(port) }), { log }),
    ).rejects.toThrow(`ANALYTICS_PORT=${port + 10}`);
    expect(log.messages).toEqual([]);
  });

  test('refuses a second start on the same DATA_DIR', async ({ expect, place }) => {
    const config = place.config();
    await place.start(config);
    await expect(startAtrium(config, { log: keepingLog() })).rejects.toThrow(
      `Atrium already runs on ${config.dataDir} (process ${process.pid}`,
    );
  });

  test('checks all settings of all services before anything is made', async ({ expect, place }) => {
    const dataDir = join(place.folder(), 'new');
    const faulty = {
      DATA_DIR: dataDir,
      DATABASE_POOL: 'many',
      ANALYTICS_QUERY_SLOTS: '0',
      CALENDAR_SIMULATOR_A_PORT: 'x',
    };
    const log = keepingLog();
    const starting = startAtrium(place.config(faulty), { log });
    await expect(starting).rejects.toThrow(/DATABASE_POOL.*; ANALYTICS_QUERY_SLOTS/);
    for (const [name, value] of [
      ['CALENDAR_TOKEN_KEYS', 'no keys'],
      ['TOKEN_SIGNING_KEY', '{}'],
      ['PUBLIC_URL', 'atrium'],
    ] as const)
      await expect(
        startAtrium(place.config({ [name]: value, DATA_DIR: dataDir }), { log }),
      ).rejects.toThrow(name);
    expect([existsSync(dataDir), log.messages]).toEqual([false, []]);
  });

  test('says that a DATABASE_URL leads nowhere in one sentence', async ({ expect, place }) => {
    const { tokenSigningKey } = await openSecrets(join(place.folder(), 'secrets.json'));
    const config = place.config({
      DATABASE_URL: 'postgres://atrium:secret@127.0.0.1:1/atrium',
      TOKEN_SIGNING_KEY: tokenSigningKey,
      SECRET_KEY: 'x',
      PUBLIC_URL: 'https://atrium.example',
    });
    const { entries } = readConfig({});
    const log = keepingLog();
    const error = await startAtrium({ ...config, entries }, { log }).catch((each) => each);
    expect(error.message).toMatch(
      /^[^\n]*no PostgreSQL answers at 127\.0\.0\.1:1 [^\n]*Check[^\n]*$/,
    );
    expect(`${error.message}${log.messages.join()}`).not.toContain('secret');
  });

  test('closes a DATA_DIR that was there to others, and refuses one that is not its own', async ({
    expect,
    place,
  }) => {
    const dataDir = place.folder();
    const atrium = await startAtrium(place.config({ DATA_DIR: dataDir }), { log: silentLog });
    place.finally(atrium.stop);
    expect(statSync(dataDir).mode & 0o067).toBe(0);

    const foreign = place.folder();
    writeFileSync(join(foreign, 'thesis.txt'), '');
    const log = keepingLog();
    for (const [folder, why] of [
      [foreign, /it holds other things/],
      [tmpdir(), /DATA_DIR .* is a folder that everybody shares|it holds other things/],
      ['/proc/x', /^DATA_DIR \/proc\/x cannot be used: [^\n]*$/],
      [join(foreign, 'thesis.txt', 'x'), /cannot be used/],
    ] as const) {
      const before = statSync(folder, { throwIfNoEntry: false })?.mode;
      const starting = startAtrium(place.config({ DATA_DIR: folder }), { log });
      await expect(starting).rejects.toThrow(why);
      expect(statSync(folder, { throwIfNoEntry: false })?.mode).toBe(before);
    }
  });

  test('gives the calendars the same ports at every start', async ({ expect, place }) => {
    const config = place.config();
    const first = await startAtrium(config, { log: keepingLog() });
    const { calendarPorts } = first.addresses;
    await first.stop();
    expect((await place.start(config)).addresses.calendarPorts).toEqual(calendarPorts);
  });

  test('names a port that another program has at ::1', async ({ expect, place, skip }) => {
    const rival = createServer().listen(0, '::1');
    place.finally(() => void rival.close());
    const hasIpv6 = await new Promise<boolean>((resolve) =>
      rival.once('listening', () => resolve(true)).once('error', () => resolve(false)),
    );
    if (!hasIpv6) skip('This machine has no IPv6');
    const { port } = rival.address() as AddressInfo;
    await expect(
      startAtrium(place.config({ PORT: String(port) }), { log: keepingLog() }),
    ).rejects.toThrow(`Port ${port} on ::1 is already in use`);
  });

  test('ends the start when a service says that its configuration is wrong', async ({
    expect,
    place,
  }) => {
    const config = place.config({ FAULTY_SETTING: 'yes' });
    await expect(startAtrium(config, { log: keepingLog() })).rejects.toMatchObject({
      message: 'platform could not start: FAULTY_SETTING must not be set',
      exitCode: 78,
    });
  });

  test('follows production rules when a database is given', async ({ expect, place }) => {
    const postgres = await startThrowawayPostgres();
    place.finally(() => postgres.stop());
    const settings = { DATABASE_URL: postgres.url(), DEMO: 'on' };
    await expect(startAtrium(place.config(settings), { log: keepingLog() })).rejects.toThrow(
      /required: TOKEN_SIGNING_KEY, SECRET_KEY, PUBLIC_URL/,
    );

    const { tokenSigningKey } = await openSecrets(join(place.folder(), 'secrets.json'));
    const secrets = {
      TOKEN_SIGNING_KEY: tokenSigningKey,
      SECRET_KEY: 'x',
      PUBLIC_URL: 'https://atrium.example',
    };
    const atrium = await place.start(place.config({ ...settings, ...secrets }));
    const { environment } = await ask(atrium.address);
    expect(environment).toMatchObject({
      ...settings,
      ...secrets,
      ATRIUM_MODE: 'production',
      DEMO: 'off',
    });
    expect(atrium.database).toBeUndefined();
    expect(environment).not.toHaveProperty('CALENDAR_GOOGLE_BASE_URL');
  });

  test.for([
    ['analytics', 'ANALYTICS_URL', ({ addresses }: Atrium) => addresses.analyticsPort],
    [
      'the calendars',
      'CALENDAR_GOOGLE_BASE_URL',
      ({ addresses }: Atrium) => addresses.calendarPorts.a,
    ],
  ] as const)(
    'moves %s when another process takes the port',
    async ([, setting, portOf], { expect, place }) => {
      const atrium = await place.start(place.config(), { log: keepingLog() });
      const port = portOf(atrium);
      const rival = createServer();
      place.finally(() => void rival.close());
      // The service may be there again before the other one has come.
      await waitUntil(async () => {
        await fetch(`http://127.0.0.1:${port}/crash`).catch(() => {});
        rival.listen(port, '127.0.0.1');
        return await new Promise<boolean>((resolve) => {
          rival.once('listening', () => resolve(true)).once('error', () => resolve(false));
        });
      }, 120_000);

      const told = await waitUntil(async () => {
        const platform = await ask(atrium.address).catch(() => undefined);
        const url = platform?.environment[setting];
        return url !== undefined && url !== `http://127.0.0.1:${port}`;
      }, 120_000);
      expect(told).toBe(true);
    },
  );

  test('stops what it has started when the start is interrupted', async ({ expect, place }) => {
    const stopping = new AbortController();
    const processes = new Set<Running>();
    const started = startAtrium(place.config(), {
      log: keepingLog(),
      stopping: stopping.signal,
      processes,
    });
    await waitUntil(() => processes.size >= 2, 60_000, 1);
    stopping.abort();
    await expect(started).rejects.toThrow();
    expect(processes.size).toBe(0);
  });

  test('works in a folder with a long name or odd signs in it', async ({ expect, place }) => {
    const dataDir = join(place.folder(), 'Ünïcode, "quoted" folder', 'x'.repeat(120));
    const config = place.config({ DATA_DIR: dataDir });
    place.finally(() => rmSync(socketFolder, { recursive: true }));
    const atrium = await place.start(config);
    const socketFolder = atrium.database?.options().host ?? '';
    expect(socketFolder.length).toBeLessThan(100);
    await ask(`${atrium.address}/?kept`, 'POST');
    expect((await ask(atrium.address)).notes).toEqual(['?kept']);
  });
});
