import { page, preferredLanguage } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import type { FastifyReply } from 'fastify';
import type { Db } from '../database/db.ts';
import { findHostTheme } from '../tenants/branding/host-theme.ts';
import { firmOf, headOf } from '../tenants/branding/theme.ts';

const messages = {
  en: {
    title: 'Page not found',
    text: 'There is nothing at this address. <a href="/">Go to the home page</a>.',
  },
  es: {
    title: 'Página no encontrada',
    text: 'No hay nada en esta dirección. <a href="/">Ir al inicio</a>.',
  },
};

/** Sends the page for an address under the server's own paths that does not exist, in the brand of its host. */
export async function sendNotFoundPage(reply: FastifyReply, db: Db): Promise<FastifyReply> {
  const { request } = reply;
  const lang = preferredLanguage(request.headers['accept-language'], ['en', 'es']);
  const { title, text } = messages[lang];
  const theme = await findHostTheme(request, db);
  const body = `${firmOf(theme)}<main class="wide"><h1>${title}</h1><p>${text}</p></main>`;
  return sendPage(reply, 404, page({ ...headOf(theme), lang, title }, body));
}
