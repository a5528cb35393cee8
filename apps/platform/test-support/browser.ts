import { accessSync, constants } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { atEndOfFile } from './at-end-of-file.ts';

/** The browser of this machine; undefined where there is none. The one without windows takes a quarter less of the processor. */
export const chromiumPath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

let launched: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath ?? '',
    // Without a graphics card, a program that plays one costs more than drawing without.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  // A limit for what hangs, on a machine with other work.
  browser.on('context', (each) => each.setDefaultTimeout(90_000));
  return browser;
}

/** Returns the browser of this worker, which ends with it. What a file opens in it is closed when the file is done. */
export async function launchBrowser(): Promise<Browser> {
  launched ??= launch();
  const browser = await launched;
  atEndOfFile(() => Promise.all(browser.contexts().map((each) => each.close())));
  return browser;
}
