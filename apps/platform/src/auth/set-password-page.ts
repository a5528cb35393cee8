import type { Server } from '@atrium/kit/server.ts';

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The page behind a mailed link: two fields, one button. Its script posts the token, which the page never stores. */
export async function setPasswordPage(app: Server) {
  const options = { config: { public: true }, schema: { hide: true } };

  app.get('/set-password', options, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      .send(page),
  );

  app.get('/set-password.js', options, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
}

const page = `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="referrer" content="no-referrer"><title>Contraseña · Password</title><style>
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f3f5f7;font:16px/1.5 system-ui,sans-serif;color:#1d2733}
main{width:min(26rem,calc(100vw - 2rem));background:#fff;border:1px solid #e1e6eb;border-radius:.75rem;padding:2rem;box-sizing:border-box}
h1{font:1.4rem/1.3 Georgia,serif;color:#24466b;margin:0 0 1rem}label{display:block;margin:0 0 1rem}
input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.6rem .7rem;margin-top:.25rem;border:1px solid #b8c2cc;border-radius:.4rem}
input:focus,button:focus{outline:3px solid #9cbce0;outline-offset:1px}
button{font:inherit;width:100%;padding:.7rem;border:0;border-radius:.4rem;background:#24466b;color:#fff;cursor:pointer}button[disabled]{opacity:.6}
#said{min-height:1.5rem;margin:1rem 0 0}</style></head><body><main>
<h1>Elija su contraseña<br><small lang="en">Choose your password</small></h1>
<form><label>Contraseña · Password<input id="password" type="password" autocomplete="new-password" minlength="8" maxlength="100" required></label>
<label>Otra vez · Again<input id="again" type="password" autocomplete="new-password" required></label>
<button>Guardar · Save</button></form><p id="said" role="status" aria-live="polite"></p></main>
<script src="/set-password.js" defer></script></body></html>`;

const script = `const token = new URLSearchParams(location.search).get('token') ?? '';
history.replaceState(null, '', location.pathname);
const [form, said, button] = ['form', '#said', 'button'].map((each) => document.querySelector(each));
const field = (id) => document.getElementById(id).value;
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (field('password') !== field('again')) { said.textContent = 'No coinciden. · They differ.'; return; }
  button.disabled = true;
  const answer = await fetch('/api/auth/password-reset/confirm', {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: field('password') }),
  }).catch(() => undefined);
  if (answer?.status === 204) { form.remove(); said.textContent = 'Listo: ya puede entrar. · Done: you can sign in now.'; return; }
  button.disabled = false;
  const problem = await answer?.json().catch(() => undefined);
  said.textContent = problem?.code === 'PASSWORD_LINK_INVALID'
    ? 'El enlace ya no sirve. Pida otro. · The link no longer works. Ask for another.'
    : (problem?.errors?.[0]?.message ?? 'Intente de nuevo. · Please try again.');
});
`;
