import { page } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import type { FastifyReply } from 'fastify';

/** Sends the page for an address under the server's own paths that does not exist. */
export function sendNotFoundPage(reply: FastifyReply, iconUrl: string) {
  const text =
    '<p>There is nothing at this address. <a href="/">The console</a> is at the front.</p>';
  const head = { lang: 'en', title: 'Not found', iconUrl };
  return sendPage(reply, 404, page(head, `<main class="wide"><h1>Not found</h1>${text}</main>`));
}
