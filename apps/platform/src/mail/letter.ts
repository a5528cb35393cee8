import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';
import type { Theme } from '../tenants/branding/theme.ts';
import type { Language } from './languages.ts';
import { button, layout, list } from './layout.ts';

type Fact = [name: string, value: string];

/** Holds what a mail says; what is absent is left out. */
export type Letter = {
  subject: string;
  /** Whom the mail greets; absent where nobody is known there. */
  name?: string;
  /** The greeting, where it is not the usual one. */
  hello?: string;
  lead: string;
  /** What it is about, in large letters. */
  title?: string;
  facts?: readonly Fact[];
  /** How the text says the facts, if not by their names. */
  factLines?: readonly string[];
  /** A paragraph behind the facts. */
  more?: string | null;
  action?: { href: string; label: string };
  /** Where the reader ends mails of this kind: a link, and one click for mail programs that offer it. */
  unsubscribe?: { href: string; label: string };
  /** The small print: what to do, and what if it was not expected. */
  notes?: readonly string[];
};

const hellos = { SPANISH: 'Hola', ENGLISH: 'Hello' };
const langs = { SPANISH: 'es', ENGLISH: 'en' };

/** Returns a letter as subject, text and HTML, in a language and a firm's theme: all mails look alike. */
export function writeLetter(
  {
    subject,
    name,
    hello,
    lead,
    title,
    facts = [],
    factLines,
    more,
    action,
    unsubscribe,
    notes = [],
  }: Letter,
  language: Language,
  theme: Theme,
) {
  const greeting = name === undefined ? '' : `${hello ?? hellos[language]} ${name},`;
  const lines = factLines ?? facts.map(([of, value]) => `${of}: ${value.replaceAll('\n', ', ')}`);
  const text = [greeting, lead, title, lines.join('\n'), more, action?.href, ...notes];
  if (unsubscribe) text.push(`${unsubscribe.label}: ${unsubscribe.href}`);
  const html = layout({ lang: langs[language], subject, preview: lead, theme }, [
    greeting && `<p style="margin:0 0 4px">${escapeHtml(greeting)}</p>`,
    `<p style="margin:0 0 24px">${escapeHtml(lead)}</p>`,
    title !== undefined &&
      `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:600;color:${theme.heading}">${escapeHtml(title)}</h1>`,
    facts.length > 0 && list(facts),
    Boolean(more) && `<p style="margin:0 0 24px">${escapeHtml(more ?? '')}</p>`,
    action !== undefined && button(action.href, action.label, theme, 'full'),
    notes.length > 0 &&
      `<p class="soft" style="margin:16px 0 0;font-size:14px;line-height:1.5;color:#5b6775">${notes.map(escapeHtml).join('<br>')}</p>`,
    unsubscribe !== undefined &&
      `<p class="soft" style="margin:8px 0 0;font-size:13px;color:#5b6775"><a href="${escapeHtml(unsubscribe.href)}" style="color:inherit">${escapeHtml(unsubscribe.label)}</a></p>`,
  ]);
  return {
    subject,
    text: [...text, theme.tenantName].filter(Boolean).join('\n\n'),
    html,
    ...(unsubscribe ? { unsubscribeUrl: unsubscribe.href } : {}),
  };
}
