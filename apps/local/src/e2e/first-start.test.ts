import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, signIn } from '@atrium/api-client/test-support/call-api.ts';
import { describe } from 'vitest';
import { childEnvironment } from '../../test-support/child-environment.ts';
import { keepingLog, type Place, test } from '../../test-support/place.ts';
import { type Config, readConfig } from '../config.ts';
import { startAtrium } from '../start.ts';
import { waitUntil } from '../wait-until.ts';

const configOf = (place: Place, settings: Record<string, string> = {}): Config =>
  readConfig({ ...childEnvironment(), PORT: '0', DATA_DIR: place.folder(), ...settings });

/** Returns what the services logged and the start said, as messages. */
const messagesOf = (log: { messages: string[] }) =>
  log.messages.map((each) => /"msg":"([^"]*)"/.exec(each)?.[1] ?? each);

/** Gives the demo firm another code, as an administrator may. */
async function renameDemoFirm(address: string, dataDir: string): Promise<void> {
  const call = ask(address);
  const { email, password, demo } = JSON.parse(
    readFileSync(join(dataDir, 'bootstrap-credentials.json'), 'utf8'),
  );
  const root = await signIn(call, email, password);
  const path = `/api/tenants/${demo[0].tenantUuid}`;
  const { status } = await call('PUT', path, { name: 'Cordillera', code: 'CORDILLERA' }, root);
  if (status !== 200) throw new Error(`The demo firm was not renamed: ${status}`);
}

describe('The first start', () => {
  test('is quiet: a line for the schema, one for the demo firm, and how it is reached', async ({
    expect,
    place,
  }) => {
    const log = keepingLog();
    const config = configOf(place);
    const first = await startAtrium(config, { log });
    const { port, calendarPorts } = first.addresses;
    const banner = () => log.messages.find((each) => each.includes('Sign in at'));
    await waitUntil(() => banner() !== undefined, 60_000);
    const said = messagesOf(log);
    expect(said.filter((each) => /schema|migration/i.test(each))).toHaveLength(1);
    expect(said.filter((each) => each === 'Loading the demo firm')).toHaveLength(1);
    const shown = said.filter((each) => !each.startsWith('postgres: '));
    expect(shown.length, shown.join('\n')).toBeLessThan(14);
    expect(said.join('\n')).toMatch(`Atrium is ready in`);
    for (const place of ['', '/docs', '/dev/mailbox'])
      expect(banner()).toContain(`http://localhost:${port}${place}\n`);
    for (const each of Object.values(calendarPorts)) expect(banner()).toContain(String(each));

    const domain = `andes.localhost:${port}`;
    const page = await fetch(`http://127.0.0.1:${port}/api/public/branding?domain=${domain}`);
    expect(page.status).toBe(200);
    const linkIn = async () => {
      const mailbox = await fetch(`http://localhost:${port}/dev/mailbox.json`);
      return ((await mailbox.json()) as { links: string[] }[]).flatMap((mail) => mail.links)[0];
    };
    await expect.poll(linkIn, { timeout: 60_000 }).toMatch(`http://${domain}/`);
    await renameDemoFirm(first.address, config.dataDir);
    await first.stop();

    const again = keepingLog();
    const second = await startAtrium(config, { log: again });
    place.finally(second.stop);
    expect(messagesOf(again).filter((each) => /schema|demo|ended/.test(each))).toEqual([]);
    expect(second.addresses.calendarPorts).toEqual(calendarPorts);
  });

  test('at an address that others reach has no mailbox, and says so', async ({ expect, place }) => {
    const log = keepingLog();
    const config = configOf(place, { HOST: '0.0.0.0', DEMO: 'off', CALENDAR_SIMULATORS: 'off' });
    const atrium = await startAtrium(config, { log });
    place.finally(atrium.stop);
    expect(messagesOf(log).filter((each) => each.startsWith('The mailbox is off'))).toHaveLength(1);
    expect((await fetch(`${atrium.address}/dev/mailbox`)).status).toBe(404);
  });
});
