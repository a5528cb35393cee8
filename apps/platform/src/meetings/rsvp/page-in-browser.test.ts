import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchBrowser } from '../../../test-support/browser.ts';
import { meetingWorld } from '../../../test-support/meeting-world.ts';
import { mailedLinks } from '../../../test-support/rsvp-links.ts';
import { world } from '../../../test-support/world.ts';

if (!chromiumPath) {
  test('The page in a browser is not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('The page in a browser', () => {
  let w: Awaited<ReturnType<typeof world>>;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    w = await world();
    origin = `http://127.0.0.1:${await w.listen()}`;
    browser = await launchBrowser();
  });

  /** A guest's meeting, and the page behind its link as a phone of 320 points shows it. */
  async function open(language: string, which: 0 | 1 = 0, context = {}) {
    const m = await meetingWorld(w);
    const externalAttendees = [{ email: 'guest@example.com', language }];
    const meeting = await m.meeting({ staffIds: [], contactIds: [], externalAttendees });
    const link = (await mailedLinks(w, meeting, 'guest@example.com'))[which];
    const page = await browser.newPage({ viewport: { width: 320, height: 568 }, ...context });
    const faults: string[] = [];
    page.on('console', (message) => void faults.push(message.text()));
    page.on('pageerror', (error) => void faults.push(error.message));
    await page.goto(origin + link.pathname + link.search);
    const answer = async () => (await m.host.get(meeting.path)).body.participants[0].rsvpStatus;
    return { page, faults, answer, m, meeting };
  }

  const sideways = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

  test('is answered by keyboard on a phone without scripts, in the guest’s language', async () => {
    const { page, faults, answer } = await open('SPANISH', 0, { javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Revisión anual');
    expect(await page.getByRole('status').textContent()).toContain('¿Asistirá a esta reunión?');
    expect(await answer()).toBe('UNKNOWN');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Su respuesta quedó registrada: asistirá.').waitFor();
    expect(await answer()).toBe('ACCEPTED');
    expect(faults).toEqual([]);
    await page.close();
  });

  test('puts the button of the followed link first, and lets the answer be changed', async () => {
    const { page, answer, m, meeting } = await open('ENGLISH', 1);
    expect(await page.getByRole('button').allTextContents()).toEqual([
      'No, I cannot',
      'Yes, I will attend',
    ]);
    await page.getByRole('button', { name: 'No, I cannot' }).click();
    await page.getByText('Your answer is recorded: you will not attend.').waitFor();
    expect(await answer()).toBe('DECLINED');
    // A word may follow, and another time, which begins with the meeting's own and has to be another.
    expect(await page.getByLabel('From').inputValue()).toBe('2030-05-06T10:00');
    await page.getByRole('button', { name: 'Send the proposal' }).click();
    const alert = await page.getByRole('alert').textContent();
    expect(alert).toBe('That is the time the meeting already has. Please enter another.');
    expect(await sideways(page)).toBe(false);
    await page.getByText('Message to the host (optional)').click();
    await page.getByRole('textbox', { name: 'Message to the host (optional)' }).fill('I am abroad');
    await page.getByRole('button', { name: 'Send the message' }).click();
    await page.getByText('Your answer is recorded: you will not attend.').waitFor();
    expect((await m.host.get(meeting.path)).body.participants[0]).toMatchObject({
      rsvpStatus: 'DECLINED',
      note: 'I am abroad',
    });
    await w.db.asPlatform(
      (tx) => tx`update public_answers set answered_at = answered_at - interval '1 minute'`,
    );
    await page.getByRole('button', { name: 'Yes, I will attend' }).click();
    await page.getByText('Your answer is recorded: you will attend.').waitFor();
    expect(await answer()).toBe('ACCEPTED');
    await page.close();
  });

  test('fits a narrow phone, has large buttons and text that reads well, and loads nothing of others', async () => {
    const { page, faults } = await open('ENGLISH');
    const requests: string[] = [];
    page.on('request', (request) => void requests.push(request.url()));
    await page.reload();
    expect(await sideways(page)).toBe(false);
    for (const button of await page.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(200);
    }
    expect(await page.evaluate('getComputedStyle(document.body).fontSize')).toBe('17px');
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    expect(requests.every((url) => url.startsWith(origin))).toBe(true);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('of a canceled meeting says so and has no button', async () => {
    const { page, m, meeting } = await open('SPANISH');
    await m.host.post(`${meeting.path}/cancel`);
    await page.reload();
    expect(await page.getByRole('status').textContent()).toBe(
      'Esta reunión se canceló. Ya no hace falta responder.',
    );
    expect(await page.getByRole('button').count()).toBe(0);
    await page.close();
  });
});
