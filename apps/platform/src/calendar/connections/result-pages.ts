import type { FastifyReply } from 'fastify';

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Answers a page of ours that nobody stores, frames or indexes. */
export function sendPage(reply: FastifyReply, html: string) {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .send(html);
}

/** After consent: the calendar is connected. */
export const successPage = page({
  tone: 'ok',
  title: 'Calendar connected',
  titleEs: 'Calendario conectado',
  text: 'Your meetings now stay the same here and in your calendar. You can close this window.',
  textEs: 'Sus reuniones se mantienen iguales aquí y en su calendario. Puede cerrar esta ventana.',
  mark: '<path d="M6 12.5l4 4 8-9" />',
});

/** When it did not come to that. */
export const failurePage = page({
  tone: 'no',
  title: 'The calendar was not connected',
  titleEs: 'El calendario no se conectó',
  text: 'Consent was declined, or the link had expired, was used before or was opened in another browser than the one that began. Nothing has changed: please start again from your calendar settings.',
  textEs:
    'El permiso fue rechazado, o el enlace caducó, ya se usó o se abrió en otro navegador. Nada ha cambiado: comience de nuevo desde la configuración del calendario.',
  mark: '<path d="M12 7v6" /><path d="M12 16.5v.5" />',
});

/** When the person left out a permission that was asked for. */
export const permissionsPage = page({
  tone: 'no',
  title: 'A permission is missing',
  titleEs: 'Falta un permiso',
  text: 'The calendar was not connected, because not all permissions were given. Please start again from your calendar settings, and tick every box when your provider asks.',
  textEs:
    'El calendario no se conectó porque no se dieron todos los permisos. Comience de nuevo desde la configuración del calendario y marque todas las casillas cuando su proveedor pregunte.',
  mark: '<path d="M12 7v6" /><path d="M12 16.5v.5" />',
});

type Words = {
  tone: 'ok' | 'no';
  title: string;
  titleEs: string;
  text: string;
  textEs: string;
  mark: string;
};

function page({ tone, title, titleEs, text, textEs, mark }: Words): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><style>
:root{color-scheme:light dark;--paper:#fff;--ground:#f3f5f7;--ink:#1d2733;--soft:#5b6875;--line:#e1e6eb;--ok:#1f7a4d;--no:#a4473a}
@media(prefers-color-scheme:dark){:root{--paper:#1a222c;--ground:#11171e;--ink:#e8edf2;--soft:#9aa8b6;--line:#2b3642;--ok:#5cc48f;--no:#e58f82}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{width:min(27rem,100%);padding:2.5rem 2rem;background:var(--paper);border:1px solid var(--line);border-radius:1rem;text-align:center}
svg{width:3.5rem;height:3.5rem;padding:.6rem;border:2px solid;border-radius:50%;color:var(--${tone});fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
h1{margin:1.25rem 0 .5rem;font:1.5rem/1.3 Georgia,serif}p{margin:0;color:var(--soft)}
hr{margin:1.5rem auto;width:3rem;border:0;border-top:1px solid var(--line)}h2{margin:0 0 .25rem;font:1.05rem/1.3 Georgia,serif}</style></head>
<body><main><svg viewBox="0 0 24 24" aria-hidden="true">${mark}</svg>
<h1>${title}</h1><p>${text}</p><hr><section lang="es"><h2>${titleEs}</h2><p>${textEs}</p></section></main></body></html>`;
}
