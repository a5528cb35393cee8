import { type Page, page } from '@atrium/kit/pages/page.ts';
import { firmOf, headOf, type Theme } from '../tenants/branding/theme.ts';

/**
 * Returns the page that is shown while the console is not built: in development a build is under
 * way.
 */
export function buildingPage(
  lang: 'es' | 'en',
  theme: Theme | undefined,
  isDevelopment: boolean,
): Page {
  const { title, building, missing } = messages[lang];
  return page(
    { ...headOf(theme), lang, title, ...(isDevelopment ? { refreshSeconds: 2 } : {}) },
    `${firmOf(theme)}<main><h1>${title}</h1><p>${isDevelopment ? building : missing}</p><p>${links}</p></main>`,
  );
}

const links = '<a href="/docs">/docs</a> · <a href="/openapi.json">/openapi.json</a>';
const messages = {
  es: {
    title: 'La consola se está preparando',
    building: 'Esta página se abrirá sola en unos segundos. La API ya responde.',
    missing: 'Esta instalación no trae la consola. La API responde.',
  },
  en: {
    title: 'The console is being built',
    building: 'This page will open by itself within seconds. The API already answers.',
    missing: 'This installation comes without the console. The API answers.',
  },
};
