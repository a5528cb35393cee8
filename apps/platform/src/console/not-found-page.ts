import { page, preferredLanguage } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import type { FastifyReply } from 'fastify';
import type { Db } from '../database/db.ts';
import { findHostTheme } from '../tenants/branding/host-theme.ts';
import { firmOf, headOf } from '../tenants/branding/theme.ts';

const messages = {
  en: {
    title: 'Not found',
    text: 'There is nothing at this address. <a href="/">The console</a> is at the front.',
  },
  es: {
    title: 'No existe',
    text: 'En esta dirección no hay nada. <a href="/">La consola</a> está en el inicio.',
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
