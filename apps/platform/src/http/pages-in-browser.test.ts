import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulators, startSimulators } from '@atrium/calendar-simulators/start-simulators.ts';
import { Registry } from '@prometheus-io/client';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchBrowser } from '../../test-support/browser.ts';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { mailedLinks } from '../../test-support/rsvp-links.ts';
import { type World, world } from '../../test-support/world.ts';
import { createApp } from '../app.ts';
import { folderMailbox, type Mailbox } from '../mail/mailbox.ts';

// Screenshots are kept in this folder, when it is named, for people to look at.
const { SCREENSHOTS } = process.env;

if (!chromiumPath) {
  test('Pages in a browser are not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('Every page that is not the console', () => {
  let w: World;
  let browser: Browser;
  let simulators: Simulators;
  let mailbox: Mailbox;
  let folder: string;
  let close: () => Promise<void>;
  let origin: string;
  const addresses = new Map<string, string>();

  beforeAll(async () => {
    w = await world();
    folder = await mkdtemp(join(tmpdir(), 'atrium-pages-'));
    mailbox = folderMailbox(folder, 'Atrium <no-reply@atrium.local>');
    const app = await createApp({ ...w.services, registry: new Registry() }, mailbox);
    origin = await app.listen({ host: '127.0.0.1', port: 0 });
    simulators = await startSimulators({ zone: 'America/Santiago' });
    browser = await launchBrowser();
    close = () => app.close();
  });

  afterAll(async () => {
    await Promise.all([close?.(), simulators?.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  test('is there', async () => {
    const m = await meetingWorld(w);
    const externalAttendees = [{ email: 'guest@example.com', language: 'ENGLISH' }];
    const meeting = await m.meeting({ staffIds: [], contactIds: [], externalAttendees });
    const [rsvp] = await mailedLinks(w, meeting, 'guest@example.com');
    await w.anonymous.post('/api/auth/password-reset', {
      email: m.host.identity['x-user-email'],
    });
    await expect.poll(() => w.mails.some(({ text }) => text.includes('/set-password'))).toBe(true);
    for (const mail of w.mails) await mailbox.send(mail);
    const mails = await mailbox.list();
    const invitation = mails.find(({ attachments }) => attachments.length > 0);
    const account = mails.find(({ attachments }) => attachments.length === 0);

    const { person, url } = simulators.a;
    const own = person('adviser@andes.example');
    const monday = Temporal.Now.plainDateISO().add({ days: 3 });
    own.create({
      title: 'Annual review with the family',
      start: `${monday}T10:00`,
      end: `${monday}T11:00`,
      attendees: ['elena.fuentes@clients.example'],
      location: 'Apoquindo 3000, Santiago',
    });
    own.create({ title: 'Team meeting', start: `${monday}T15:00`, end: `${monday}T15:30` });
    const ask = new URLSearchParams({
      response_type: 'code',
      client_id: 'atrium-local',
      redirect_uri: `${origin}/api/v1/calendar/callback/google`,
      scope: 'https://www.googleapis.com/auth/calendar.events openid email',
      state: 'state',
    });
    for (const [name, address] of [
      ['rsvp', `${origin}${rsvp.pathname}${rsvp.search}`],
      ['rsvp-broken', `${origin}${rsvp.pathname}?status=ACCEPTED&confirm=1&token=wrong`],
      ['calendar-connected', `${origin}/api/v1/calendar/callback/success`],
      ['calendar-failed', `${origin}/api/v1/calendar/callback/oauth-failed`],
      ['mailbox', `${origin}/dev/mailbox`],
      ['mailbox-message', `${origin}/dev/mailbox/${invitation?.id}`],
      ['mail-invitation', dataUrl(invitation?.html)],
      ['mail-account', dataUrl(account?.html)],
      ['simulator', `${url}/simulator?account=adviser@andes.example`],
      ['simulator-empty', `${simulators.b.url}/simulator`],
      ['consent', `${url}/o/oauth2/v2/auth?${ask}`],
      ['consent-refused', `${url}/o/oauth2/v2/auth`],
    ] as const)
      addresses.set(name, address);
    for (const [name, address] of addresses)
      expect((await fetch(address)).status, name).toBeLessThan(500);
  });

  /** A mail by itself, since the mailbox shows it where no script may run. */
  const dataUrl = (html = '') => `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;

  async function open(name: string, options: object = {}): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    await page.goto(addresses.get(name) ?? '');
    return page;
  }

  const names = [
    'rsvp',
    'rsvp-broken',
    'calendar-connected',
    'calendar-failed',
    'mailbox',
    'mailbox-message',
    'mail-invitation',
    'mail-account',
    'simulator',
    'simulator-empty',
    'consent',
    'consent-refused',
  ];

  test.each(names)(
    '%s is right on a narrow phone and a wide screen, light and dark, for everybody',
    async (name) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await open(name, { colorScheme });
        if (!name.startsWith('mail-'))
          expect(await page.locator('link[rel=stylesheet]').getAttribute('href')).toBe(
            '/pages.css',
          );
        for (const width of [1280, 390, 320]) {
          await page.setViewportSize({ width, height: 800 });
          const over = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          expect(over, `${name}, ${width} px`).toBeLessThanOrEqual(0);
          if (SCREENSHOTS && width > 320)
            await page.screenshot({
              path: join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`),
            });
        }
        expect(await seriousFindings(page), `${name}, ${colorScheme}`).toEqual([]);
        await page.close();
      }
    },
  );

  /** Returns the findings of axe that are serious or critical. */
  async function seriousFindings(page: Page): Promise<string[]> {
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({ exclude: ['iframe'] }),
    );
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  test('the reference runs its scripts under its policy and shows an operation', async () => {
    const page = await browser.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    await page.goto(`${origin}/docs`);
    await page.getByText('Contacts').first().waitFor();
    expect(refused).toEqual([]);
    await page.close();
  });

  test('pages of nobody known are in the language of the browser', async () => {
    for (const [locale, title] of [
      ['es-CL', 'Calendario conectado'],
      ['en-US', 'Calendar connected'],
    ] as const) {
      const page = await open('calendar-connected', { locale });
      expect(await page.locator('h1').textContent()).toBe(title);
      expect(await page.evaluate('document.documentElement.lang')).toBe(locale.slice(0, 2));
      await page.close();
    }
  });

  test('the mailbox shows local times, subject, recipient and attachments, and a way back', async () => {
    const page = await open('mailbox', { timezoneId: 'America/Santiago', locale: 'en-US' });
    const [time] = await page.locator('time').all();
    const iso = await time?.getAttribute('datetime');
    const options = {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'America/Santiago',
    } as const;
    expect(await time?.textContent()).toBe(new Date(String(iso)).toLocaleString('en-US', options));
    await page.goto(addresses.get('mailbox-message') ?? '');
    expect(await page.locator('h1').textContent()).toContain('Revisión anual');
    expect(await page.locator('dl').textContent()).toContain('guest@example.com');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'invite.ics' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('invite.ics');
    await page.getByRole('link', { name: 'All messages' }).click();
    await page.getByRole('heading', { name: 'Mailbox' }).waitFor();
    await page.close();
  });
});
