import { createHash, randomBytes } from 'node:crypto';
import type { Simulators } from '../start-simulators.ts';

export type Tokens = {
  access_token: string;
  refresh_token: string;
  id_token: string;
  expires_in: number;
  scope: string;
};

const redirectUri = 'http://127.0.0.1:9/callback';

/** The address to which a browser would be sent, and the verifier that goes with it. */
export function authorizationOf(simulators: Simulators, kind: 'a' | 'b') {
  const setting = settingsOf(simulators, kind);
  const verifier = randomBytes(32).toString('base64url');
  const url = new URL(setting('AUTHORIZATION_URL'));
  url.search = new URLSearchParams({
    client_id: setting('CLIENT_ID'),
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: setting('SCOPES'),
    state: 'some state',
    access_type: 'offline',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  return { url: url.href, verifier };
}

/** Posts a form to the token endpoint, as the registered client. */
export function askForTokens(
  simulators: Simulators,
  kind: 'a' | 'b',
  form: Record<string, string>,
): Promise<Response> {
  const setting = settingsOf(simulators, kind);
  const client = { client_id: setting('CLIENT_ID'), client_secret: setting('CLIENT_SECRET') };
  const body = new URLSearchParams({ redirect_uri: redirectUri, ...client, ...form });
  return fetch(setting('TOKEN_URL'), { method: 'POST', body });
}

/** The tokens of a person who has allowed everything. */
export async function signIn(
  simulators: Simulators,
  kind: 'a' | 'b',
  email: string,
): Promise<Tokens> {
  const { url, verifier } = authorizationOf(simulators, kind);
  const back = new URL(simulators[kind].approve(url, email));
  const response = await askForTokens(simulators, kind, {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    code_verifier: verifier,
  });
  return (await response.json()) as Tokens;
}

function settingsOf({ environment }: Simulators, kind: 'a' | 'b') {
  const all: Record<string, string> = environment;
  const provider = kind === 'a' ? 'GOOGLE' : 'MICROSOFT';
  return (name: string) => all[`CALENDAR_${provider}_${name}`] ?? '';
}
