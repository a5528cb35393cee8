import type { AnswerOf } from './api.ts';

/** The configuration of the page's host, which the server puts into the page. */
export type ConsoleConfig = AnswerOf<'getConsoleConfiguration'>;
export type Branding = ConsoleConfig['branding'];

/** Reads the configuration from the page; `vite dev` has none there and asks. */
export async function readConsoleConfig(): Promise<ConsoleConfig> {
  const text = document.getElementById('console-config')?.textContent;
  if (text) return JSON.parse(text) as ConsoleConfig;
  return (await fetch('/api/public/console')).json() as Promise<ConsoleConfig>;
}
