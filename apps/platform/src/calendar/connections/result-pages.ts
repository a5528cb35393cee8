import { type Page, page } from '@atrium/kit/pages/page.ts';
import { firmOf, headOf, type Theme } from '../../tenants/branding/theme.ts';

type Language = 'es' | 'en';
type Outcome = 'success' | 'failure' | 'permissions';

const messages = {
  success: {
    es: {
      title: 'Calendario conectado',
      text: 'Sus reuniones se mantienen iguales aquí y en su calendario. Puede cerrar esta ventana.',
    },
    en: {
      title: 'Calendar connected',
      text: 'Your meetings now stay the same here and in your calendar. You can close this window.',
    },
  },
  failure: {
    es: {
      title: 'El calendario no se conectó',
      text: 'El permiso fue rechazado, o el enlace venció, ya se usó o se abrió en otro navegador. Nada ha cambiado: comience de nuevo desde la configuración de su calendario.',
    },
    en: {
      title: 'The calendar was not connected',
      text: 'Consent was declined, or the link had expired, had been used before or was opened in a different browser from the one that started. Nothing has changed: please start again from your calendar settings.',
    },
  },
  permissions: {
    es: {
      title: 'Falta un permiso',
      text: 'El calendario no se conectó porque no se dieron todos los permisos. Comience de nuevo desde la configuración del calendario y marque todas las casillas cuando su proveedor pregunte.',
    },
    en: {
      title: 'A permission is missing',
      text: 'The calendar was not connected, because not all permissions were given. Please start again from your calendar settings, and tick every box when your provider asks.',
    },
  },
} satisfies Record<Outcome, Record<Language, { title: string; text: string }>>;

const check =
  '<svg class="badge" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 12.5l4 4 8-9"/></svg>';
const warning =
  '<svg class="badge bad" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 6v8"/><path d="M12 17.5v.5"/></svg>';

/**
 * Returns the page after a consent that succeeded or failed: in the reader's language, and below in
 * the other, in the theme of a firm where one is known.
 */
export function resultPage(outcome: Outcome, language: Language, theme: Theme | undefined): Page {
  const other = language === 'es' ? 'en' : 'es';
  const [first, second] = [messages[outcome][language], messages[outcome][other]];
  const head = { ...headOf(theme), lang: language, title: first.title };
  return page(
    head,
    `${firmOf(theme)}<main>${outcome === 'success' ? check : warning}<h1>${first.title}</h1><p>${first.text}</p>
<div class="other" lang="${other}"><strong>${second.title}.</strong> ${second.text}</div></main>`,
  );
}
