import { type Client, createClient } from './client.ts';
import type { World } from './world.ts';

/** A request for a token, as a form in the body. */
export async function askToken(w: World, form: Record<string, string>, headers: object = {}) {
  return w.anonymous.post('/api/auth/token', new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  });
}

/** A credential that an administrator makes, and a caller with a token of it and no other header. */
export async function machine(w: World, admin: Client, input: object = {}) {
  const { body: credential } = await admin.post('/api/credentials', {
    name: 'Portfolio system',
    roles: ['TENANT_ADMIN'],
    ...input,
  });
  const { body } = await askToken(w, {
    grant_type: 'client_credentials',
    client_id: credential.clientId,
    client_secret: credential.clientSecret,
  });
  if (!body.access_token) throw new Error(JSON.stringify([credential, body]));
  const client = createClient(w.app, { authorization: `Bearer ${body.access_token}` });
  return { credential, client, token: body.access_token as string };
}
