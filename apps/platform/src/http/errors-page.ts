import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';
import { page } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import type { Server } from '@atrium/kit/server.ts';
import { problemTexts, toldProblems } from '../problems.ts';

/** Serves the page that each problem's `type` leads to: what brings it about, and what to do. */
export async function errorsPage(app: Server): Promise<void> {
  const title = 'Errors';
  const whole = page(
    { lang: 'en', title },
    `<main class="wide"><h1>${title}</h1>${intro}${all()}</main>`,
  );
  app.get(
    '/docs/errors',
    { config: { public: true, rateLimit: false as const }, schema: { hide: true } },
    async (_request, reply) => sendPage(reply, 200, whole),
  );
}

const intro = `<p>Every failure is a problem document (RFC 9457). Programs compare its <code>code</code>, which never
changes; <code>errors</code> names each bad field, and <code>requestId</code> finds the request in the log.</p>`;

function all(): string {
  const codes = Object.keys(toldProblems).toSorted() as (keyof typeof toldProblems)[];
  return codes.map(section).join('');
}

function section(code: keyof typeof toldProblems): string {
  const { status, title } = toldProblems[code];
  const { cause, mend } = problemTexts[code];
  return `<section id="${code}"><h2>${code}</h2><p>${status} · ${escapeHtml(title)}</p>
<p><strong>Cause.</strong> ${escapeHtml(cause)}</p>
<p><strong>What to do.</strong> ${escapeHtml(mend)}</p></section>`;
}
