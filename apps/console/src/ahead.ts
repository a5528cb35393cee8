import { type Asker, headersOf } from './asker.ts';

/** Holds what was asked before the page's script ran, by the address; each answer is for the one who asked. */
const asked = new Map<string, { answer: Promise<Response>; key: string }>();

/** Says that the page asks by itself by now: what is asked ahead from then on would be asked twice. */
let isPageThere = false;

const keyOf = (asker: Asker) => JSON.stringify(headersOf(asker));

/** Asks for something that the page is going to want as soon as it runs. */
export function askAhead(path: string, asker: Asker): void {
  if (isPageThere) return;
  const answer = fetch(path, { headers: headersOf(asker) });
  // Whoever takes it is told of a failure.
  answer.catch(() => {});
  asked.set(path, { answer, key: keyOf(asker) });
}

/** Returns the answer that was asked for ahead by the same person, once; undefined where there is none. */
export function takeAhead(path: string, asker: Asker): Promise<Response> | undefined {
  isPageThere = true;
  const found = asked.get(path);
  asked.delete(path);
  return found?.key === keyOf(asker) ? found.answer : undefined;
}
