import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../mail/html.ts';
import { defaultPath } from '../../tenants/branding/defaults.ts';
import { titleOf } from '../invitations/message.ts';
import type { Language } from '../invitations/messages.ts';
import type { Look } from '../invitations/theme.ts';
import { formatWhen } from '../invitations/when.ts';
import type { Span } from '../time.ts';
import { brokenLink, pageWords } from './messages.ts';
import type { RsvpStatus } from './record-rsvp.ts';

/** What the page shows: the meeting's title and time, and the reader's own answer. Nothing else. */
export type Shown = Span & { title: string | null; rsvpStatus: RsvpStatus };

export type PageState = 'ASKING' | 'ASKING_AGAIN' | 'RECORDED' | 'CANCELED' | 'PAST' | 'CONFIRMED';

type Form = {
  action: string;
  token: string | undefined;
  preferred: 'ACCEPTED' | 'DECLINED' | undefined;
};

/** The page behind a mailed link, in the reader's language and the tenant's look. */
export function rsvpPage(
  state: PageState,
  shown: Shown,
  language: Language,
  look: Look,
  form: Form,
) {
  const words = pageWords[language];
  const title = titleOf(shown.title, language);
  const { day, hours } = formatWhen(shown, language);
  const said = saidOf(state, shown, language);
  const name = escapeHtml(look.tenantName);
  const logo = look.logoUrl
    ? `<img src="${escapeHtml(look.logoUrl)}" alt="${name}">`
    : `<p class="name">${name}</p>`;
  const body = `${logo}
<main><p class="said" role="status">${said.map(escapeHtml).join('<br>')}</p>
<h1>${escapeHtml(title)}</h1><p class="when">${escapeHtml(day)}${hours ? `<br>${escapeHtml(hours)}` : ''}</p>
${isClosed(state) ? '' : formOf(state, shown, language, form)}</main>
${look.logoUrl ? `<footer>${name}</footer>` : ''}`;
  const head = { lang: words.lang, title: `${title} · ${look.tenantName}` };
  return document({ ...head, iconUrl: look.iconUrl, style: styleOf(look) }, body);
}

/** The page for a link that cannot be followed; it tells nothing of any meeting. */
export function brokenPage(status: keyof typeof brokenLink) {
  const [spanish, english] = brokenLink[status];
  const body = `<main><h1>${spanish}</h1><p lang="en">${english}</p></main>`;
  const style = styleOf({ primary: '#24466b', onPrimary: '#ffffff', heading: '#24466b' });
  const iconUrl = defaultPath('faviconPng32');
  return document({ lang: 'es', title: spanish, iconUrl, style }, body);
}

/** Sends a page that is kept nowhere, indexed nowhere, and can do nothing but post its own form. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: { html: string; policy: string },
) {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': page.policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    .serializer(String)
    .send(page.html);
}

/** Whether nothing can be answered on the page. */
export const isClosed = (state: PageState) =>
  state === 'CANCELED' || state === 'PAST' || state === 'CONFIRMED';

function saidOf(state: PageState, { rsvpStatus }: Shown, language: Language): string[] {
  const words = pageWords[language];
  if (state === 'CANCELED') return [words.canceled];
  if (state === 'PAST') return [words.past];
  if (state === 'CONFIRMED') return [words.confirmed];
  if (state === 'ASKING_AGAIN') return [words.again];
  if (state === 'ASKING' || rsvpStatus === 'UNKNOWN') return [words.ask, words.current[rsvpStatus]];
  return [words.thanks[rsvpStatus], words.recorded[rsvpStatus]];
}

/** Two buttons, that of the link that was followed first and filled; none but a person presses them. */
function formOf(state: PageState, { rsvpStatus }: Shown, language: Language, form: Form): string {
  const words = pageWords[language];
  const recorded = state === 'RECORDED' ? rsvpStatus : undefined;
  const labels = { ACCEPTED: words.accept, DECLINED: words.decline } as const;
  const order =
    form.preferred === 'DECLINED'
      ? (['DECLINED', 'ACCEPTED'] as const)
      : (['ACCEPTED', 'DECLINED'] as const);
  const buttons = order
    .filter((status) => status !== recorded)
    .map((status) => {
      const kind = !recorded && status === (form.preferred ?? 'ACCEPTED') ? ' class="full"' : '';
      return `<button${kind} name="status" value="${status}">${labels[status]}</button>`;
    });
  const token = form.token
    ? `<input type="hidden" name="token" value="${escapeHtml(form.token)}">`
    : '';
  const note = recorded ? `<p class="note">${words.change}</p>` : '';
  return `<form method="post" action="${escapeHtml(form.action)}">${token}${buttons.join('')}</form>${note}`;
}

type Head = { lang: string; title: string; iconUrl: string; style: string };

function document({ lang, title, iconUrl, style }: Head, body: string) {
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    policy: `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    html: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow"><meta name="referrer" content="no-referrer"><link rel="icon" href="${escapeHtml(iconUrl)}"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>${body}</body></html>`,
  };
}

function styleOf({
  primary,
  onPrimary,
  heading,
}: Pick<Look, 'primary' | 'onPrimary' | 'heading'>): string {
  return `
body{margin:0;min-height:100vh;box-sizing:border-box;padding:2rem 1rem;background:#f3f5f7;color:#1d2733;font:1.0625rem/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:1.25rem}
img{height:2.75rem;max-width:16rem;object-fit:contain}.name{font-size:1.375rem;font-weight:600;color:${heading}}
main{width:100%;max-width:30rem;box-sizing:border-box;background:#fff;border:1px solid #e1e6eb;border-top:4px solid ${primary};border-radius:.75rem;padding:1.75rem 1.5rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem;color:${heading};overflow-wrap:anywhere}
p{margin:0}.said{margin-bottom:1.25rem}.note,footer{font-size:.875rem;color:#5b6775}.note{margin-top:1rem}
form{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
button{flex:1 1 10rem;font:inherit;font-weight:600;min-height:3rem;padding:.6rem 1rem;border-radius:.5rem;border:1px solid #76818c;background:#fff;color:#1d2733;cursor:pointer}
button.full{background:${primary};border-color:${primary};color:${onPrimary}}
button:focus-visible{outline:3px solid #1d2733;outline-offset:2px}`;
}
