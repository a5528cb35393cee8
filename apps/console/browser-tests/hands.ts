import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { settle, visit } from './console-world.ts';

/** The ways in which a person fills in a page, by the names that stand on it. */
export type Hands = {
  type(label: string, text: string): Promise<void>;
  choose(label: string, option: string): Promise<void>;
  press(name: string): Promise<void>;
};

/** Returns the hands of somebody who has a keyboard and no mouse. */
export function byKeyboard(page: Page): Hands {
  const boxAt = (name: string) =>
    page.getByRole('switch', { name }).and(page.locator(':focus')).count();
  /** Goes on with Tab until what has the focus has that name. */
  async function tabTo(name: string) {
    for (let step = 0; step < 120; step++) {
      const focused = await page.evaluate(() => {
        const at = document.activeElement as HTMLElement | null;
        const label = (at as HTMLInputElement | null)?.labels?.[0]?.innerText;
        return (at?.getAttribute('aria-label') ?? label ?? at?.innerText ?? '')
          .replace(/\s*\*$/, '')
          .trim();
      });
      if (focused === name || (await boxAt(name)) > 0) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${name}`);
  }
  return {
    async type(label, text) {
      await page.getByLabel(label).first().waitFor();
      await tabTo(label);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    async choose(label, option) {
      await page.getByLabel(label).first().waitFor();
      await tabTo(label);
      await page.keyboard.press('ArrowDown');
      const wanted = page.getByRole('option', { name: option, exact: true });
      await wanted.waitFor();
      const isOn = () => wanted.evaluate((each) => each.hasAttribute('data-combobox-selected'));
      for (let step = 0; step < 40 && !(await isOn()); step++)
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await wanted.waitFor({ state: 'hidden' });
    },
    async press(name) {
      await page.getByText(name, { exact: true }).first().waitFor();
      await tabTo(name);
      await page.keyboard.press((await boxAt(name)) > 0 ? 'Space' : 'Enter');
    },
  };
}

/** Returns the hands of somebody with a phone: everything is tapped. */
export function byTouch(page: Page): Hands {
  const field = (label: string): Locator =>
    page.getByLabel(new RegExp(`^${label}( \\*)?$`)).first();
  return {
    async type(label, text) {
      await field(label).tap();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    async choose(label, option) {
      await page.getByRole('combobox', { name: label, exact: true }).tap();
      await page.getByRole('option', { name: option, exact: true }).tap();
    },
    async press(name) {
      await page
        .getByRole('button', { name, exact: true })
        .or(page.getByRole('link', { name, exact: true }))
        .first()
        .tap();
    },
  };
}

const counting = new WeakSet<Page>();
/** Runs in the page: counts presses, also over the pages that are loaded meanwhile. */
const countClicks = () =>
  addEventListener(
    'pointerdown',
    () => {
      const clicks = Number(sessionStorage.getItem('clicks')) + 1;
      sessionStorage.setItem('clicks', String(clicks));
    },
    true,
  );

type Most = { clicks: number; calls: number };

/** Does something on a page, which takes at most so many clicks or taps, and calls that somebody waits for. Returns what it took. */
export async function within(page: Page, most: Most, act: () => Promise<void>): Promise<Most> {
  const calls: string[] = [];
  const count = (request: Request) => {
    const { pathname } = new URL(request.url());
    const isOwn = pathname.startsWith('/api/') && !/\/(changes|assets\/.*)$/.test(pathname);
    if (isOwn && !request.headers()['x-background']) calls.push(`${request.method()} ${pathname}`);
  };
  page.on('request', count);
  if (!counting.has(page)) {
    counting.add(page);
    await page.addInitScript(countClicks);
    await page.evaluate(countClicks);
  }
  await page.evaluate(() => sessionStorage.removeItem('clicks'));
  await act();
  page.off('request', count);
  const clicks = await page.evaluate(() => Number(sessionStorage.getItem('clicks')));
  expect(clicks).toBeLessThanOrEqual(most.clicks);
  expect(calls.length, calls.join(', ')).toBeLessThanOrEqual(most.calls);
  return { clicks, calls: calls.length };
}

/** Something of the work with its name, and the most clicks and calls that it may take. */
export type Thing = [name: string, clicks: number, calls: number, act: () => Promise<void>];

/** Does things of the work one by one, each from the first page to a settled one, and prints what each took. */
export async function fromToday(page: Page, things: readonly Thing[]): Promise<void> {
  for (const [name, clicks, calls, act] of things) {
    await visit(page, '/');
    // On a busy machine a part of the page may begin to ask after a while of nothing.
    await settle(page);
    const took = await within(page, { clicks, calls }, async () => {
      await act();
      await settle(page);
    });
    process.stdout.write(`${name}: ${took.clicks} clicks, ${took.calls} calls\n`);
  }
}
