import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';
import { type Page, page } from '@atrium/kit/pages/page.ts';
import { firmOf, headOf, type Theme } from '../../tenants/branding/theme.ts';
import { unsubscribePath } from './unsubscribe-links.ts';

type Language = 'es' | 'en';

const words = {
  es: {
    title: 'Correo de la mañana',
    ask: 'Este correo le avisa cada mañana qué tareas vencen. ¿Quiere dejar de recibirlo?',
    button: 'Dejar de recibirlo',
    done: 'Listo: ya no lo recibirá. Puede activarlo de nuevo en Mi cuenta.',
    broken: 'Este enlace no es válido. Puede desactivar el correo en Mi cuenta.',
  },
  en: {
    title: 'Morning e-mail',
    ask: 'This e-mail tells you each morning which tasks are due. Would you like to stop receiving it?',
    button: 'Stop sending it',
    done: 'Done: you will not receive it any more. You can switch it on again in My account.',
    broken: 'This link is not valid. You can switch the e-mail off in My account.',
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
