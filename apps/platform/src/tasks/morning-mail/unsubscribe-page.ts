import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';
import { type Page, page } from '@atrium/kit/pages/page.ts';
import { firmOf, headOf, type Theme } from '../../tenants/branding/theme.ts';
import { unsubscribePath } from './unsubscribe-links.ts';

type Language = 'es' | 'en';

const words = {
  es: {
    title: 'Correo de la mañana',
    ask: 'Este correo dice cada mañana qué tareas vencen. ¿No quiere recibirlo más?',
    button: 'No enviarlo más',
    done: 'Listo: ya no lo recibirá. En sus preferencias puede activarlo de nuevo.',
    broken: 'Este enlace no sirve. En sus preferencias puede desactivar el correo.',
  },
  en: {
    title: 'Morning mail',
    ask: 'This mail says each morning which tasks are due. Do you want no more of it?',
    button: 'Send no more',
    done: 'Done: it comes no more. You can switch it on again in your preferences.',
    broken: 'This link does not work. You can switch the mail off in your preferences.',
  },
};

/** Returns the page of the link: a form of one button, that it was pressed, or that the link is none. */
export function unsubscribePage(
  { token, state }: { token: string; state: 'ask' | 'done' | 'broken' },
  lang: Language,
  theme: Theme | undefined,
): Page {
  const { title, button, ...texts } = words[lang];
  const form = `<form method="post" action="${unsubscribePath}?token=${escapeHtml(token)}"><div class="choices"><button class="full">${button}</button></div></form>`;
  return page(
    { ...headOf(theme), lang, title },
    `${firmOf(theme)}<main><h1>${title}</h1>
<p role="status">${texts[state]}</p>${state === 'ask' ? form : ''}</main>`,
  );
}
