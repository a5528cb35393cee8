import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';
import { type Page, page } from '@atrium/kit/pages/page.ts';
import { firmOf, headOf, type Theme } from '../tenants/branding/theme.ts';

/** The path of the link that is mailed to a reply address. */
export const replyAddressPath = '/api/public/reply-address';

type Language = 'es' | 'en';
type Shown = { address: string; isConfirmed: boolean; token: string };

const messages = {
  es: {
    title: (firm: string) => `Respuestas para ${firm}`,
    ask: 'Las respuestas a los correos llegarán a esta dirección:',
    button: 'Confirmar',
    done: 'Confirmado: las respuestas a los correos llegan a esta dirección.',
    broken: 'Este enlace ya no es válido. Pida que le envíen otro.',
  },
  en: {
    title: (firm: string) => `Replies to ${firm}`,
    ask: 'Replies to its e-mails will arrive at this address:',
    button: 'Confirm',
    done: 'Confirmed: replies to its e-mails arrive at this address.',
    broken: 'This link is no longer valid. Please ask for another one.',
  },
};

/** Returns the page of the link: a form of one button, or that it was pressed. */
export function replyAddressPage(
  { address, isConfirmed, token }: Shown,
  lang: Language,
  theme: Theme,
): Page {
  const text = messages[lang];
  const title = text.title(theme.tenantName);
  const form = `<form method="post" action="${replyAddressPath}"><input type="hidden" name="token" value="${escapeHtml(token)}"><div class="choices"><button class="full">${text.button}</button></div></form>`;
  return page(
    { ...headOf(theme), lang, title },
    `${firmOf(theme)}<main><h1>${escapeHtml(title)}</h1>
<p role="status">${isConfirmed ? text.done : text.ask}</p><p><strong>${escapeHtml(address)}</strong></p>${isConfirmed ? '' : form}</main>`,
  );
}

/** Returns the page for a link that does not stand, in the theme of its host. */
export function brokenLinkPage(lang: Language, theme: Theme | undefined): Page {
  const { broken } = messages[lang];
  return page(
    { ...headOf(theme), lang, title: broken },
    `${firmOf(theme)}<main><h1>${broken}</h1></main>`,
  );
}
