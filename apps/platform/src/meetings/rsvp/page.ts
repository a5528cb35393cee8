import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';
import { type Page, page } from '@atrium/kit/pages/page.ts';
import type { Language } from '../../mail/languages.ts';
import { firmOf, headOf, type Theme } from '../../tenants/branding/theme.ts';
import { titleOf } from '../invitations/message.ts';
import { formatWhen } from '../invitations/when.ts';
import type { RsvpStatus } from '../schemas.ts';
import type { Span } from '../time.ts';
import { brokenLink, pageMessages } from './messages.ts';

/** The facts that the page shows: the meeting's title and time, and the reader's own answer. Nothing else. */
type Shown = Span & { title: string | null; rsvpStatus: RsvpStatus };

export type PageState =
  | 'ASKING'
  | 'ASKING_AGAIN'
  | 'RECORDED'
  | 'PROPOSED'
  | 'NOTED'
  | 'CANCELED'
  | 'PAST'
  | 'CONFIRMED';

/** Names what has to be put right in a posted form. */
export type Fault = keyof Messages['faults'];
type Messages = (typeof pageMessages)[Language];

type Form = {
  action: string;
  token: string | undefined;
  preferred: 'ACCEPTED' | 'DECLINED' | undefined;
  /** Names what has to be put right in what was posted. */
  fault?: Fault | undefined;
  proposed?: Pick<Span, 'startDateTime' | 'endDateTime'> | undefined;
};

/** Returns the page behind a mailed link, in the reader's language and the tenant's theme. */
export function rsvpPage(
  state: PageState,
  shown: Shown,
  language: Language,
  theme: Theme,
  form: Form,
): Page {
  const messages = pageMessages[language];
  const title = titleOf(shown.title, language);
  const { day, hours } = formatWhen(shown, language);
  const said = saidOf(state, shown, language);
  const body = `${firmOf(theme)}
<main><p role="status">${said.map(escapeHtml).join('<br>')}</p>
<h1>${escapeHtml(title)}</h1><p>${escapeHtml(day)}${hours ? `<br>${escapeHtml(hours)}` : ''}</p>
${isClosed(state) ? '' : formOf(state, shown, language, form)}</main>
${theme.logoUrl ? `<footer>${escapeHtml(theme.tenantName)}</footer>` : ''}`;
  return page(
    { ...headOf(theme), lang: messages.lang, title: `${title} · ${theme.tenantName}` },
    body,
  );
}

/** Returns the page for a link that cannot be followed, in the theme of its host; it tells nothing of any meeting. */
export function brokenPage(
  status: keyof typeof brokenLink,
  first: 'es' | 'en',
  theme: Theme | undefined,
): Page {
  const [spanish, english] = brokenLink[status];
  const [title, other, otherLang] =
    first === 'es' ? [spanish, english, 'en'] : [english, spanish, 'es'];
  const body = `${firmOf(theme)}<main><h1>${title}</h1><p class="other" lang="${otherLang}">${other}</p></main>`;
  return page({ ...headOf(theme), lang: first, title }, body);
}

/** Returns whether nothing can be answered on the page. */
export const isClosed = (state: PageState) =>
  state === 'CANCELED' || state === 'PAST' || state === 'CONFIRMED';

function saidOf(state: PageState, { rsvpStatus }: Shown, language: Language): string[] {
  const messages = pageMessages[language];
  if (state === 'CANCELED') return [messages.canceled];
  if (state === 'PAST') return [messages.past];
  if (state === 'CONFIRMED') return [messages.confirmed];
  if (state === 'ASKING_AGAIN') return [messages.again];
  if (state === 'PROPOSED') return [messages.proposed, messages.current[rsvpStatus]];
  if (state === 'NOTED' && rsvpStatus !== 'UNKNOWN')
    return [messages.noted, messages.recorded[rsvpStatus]];
  if (state === 'NOTED') return [messages.noted, messages.current[rsvpStatus]];
  if (state === 'ASKING' || rsvpStatus === 'UNKNOWN')
    return [messages.ask, messages.current[rsvpStatus]];
  return [messages.thanks[rsvpStatus], messages.recorded[rsvpStatus]];
}

/** Returns two buttons, that of the link that was followed first and filled; only a person presses them. */
function formOf(state: PageState, shown: Shown, language: Language, form: Form): string {
  const { rsvpStatus } = shown;
  const messages = pageMessages[language];
  const isAnswered = (state === 'RECORDED' || state === 'NOTED') && rsvpStatus !== 'UNKNOWN';
  const recorded = isAnswered ? rsvpStatus : undefined;
  const labels = { ACCEPTED: messages.accept, DECLINED: messages.decline } as const;
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
  const note = recorded ? `<p class="note">${messages.change}</p>` : '';
  const post = `<form method="post" action="${escapeHtml(form.action)}">${token}`;
  const choices = `${post}<div class="choices">${buttons.join('')}</div>`;
  // Only who has the link's secret writes and proposes.
  if (!form.token) return `${choices}</form>${note}`;
  const message = messageOf(messages, recorded && post, form);
  const told = recorded ? `</form>${note}${message}` : `${message}</form>`;
  return `${choices}${told}${proposalOf(messages, post, shown, { ...form, isOpen: recorded === 'DECLINED' })}`;
}

/** Returns the field of a message, which goes with an answer, or in a form of its own once one is recorded. */
function messageOf(messages: Messages, post: string | undefined, { fault }: Form): string {
  const isFaulty = fault === 'NO_MESSAGE';
  const field = `<textarea name="note" maxlength="500" rows="3" aria-label="${messages.note}"${post ? ' required' : ''}></textarea>`;
  const shown = post
    ? `${post}${isFaulty ? faultOf(messages, fault) : ''}${field}<button>${messages.sendNote}</button></form>`
    : field;
  return `<details${isFaulty ? ' open' : ''}><summary>${messages.note}</summary>${shown}</details>`;
}

/** Returns the form of another time, which begins with the meeting's own; it is open to who has just refused. */
function proposalOf(
  messages: Messages,
  post: string,
  shown: Shown,
  { fault, proposed = shown, isOpen }: Form & { isOpen: boolean },
): string {
  const isFaulty = fault === 'SAME_TIME' || fault === 'NOT_AFTER_START';
  const field = (name: 'startDateTime' | 'endDateTime', label: string) =>
    `<p><label>${label} <input type="datetime-local" name="proposed[0][${name}]" value="${escapeHtml(proposed[name].slice(0, 16))}" required></label></p>`;
  return `<details${isOpen || isFaulty ? ' open' : ''}><summary>${messages.propose}</summary>${post}${isFaulty ? faultOf(messages, fault) : ''}${field('startDateTime', messages.from)}${field('endDateTime', messages.until)}<button>${messages.send}</button></form></details>`;
}

const faultOf = (messages: Messages, fault: Fault) =>
  `<p class="fault" role="alert">${messages.faults[fault]}</p>`;
