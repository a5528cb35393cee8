import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Profile } from './profiles.ts';
import { clientId, requestTokens } from './token-request.ts';

const patienceMs = 10 * 60_000;

/**
 * Signs in by the browser: it brings a code to this machine, which the verifier that stays here turns
 * into tokens (RFC 8252, RFC 7636). `show` is told the address to open. Rejects when the person says
 * no, or says nothing for ten minutes.
 */
export async function signInByBrowser(
  url: string,
  show: (address: string) => void,
): Promise<Profile> {
  const secret = () => randomBytes(32).toString('base64url');
  const [verifier, state] = [secret(), secret()];
  const brought = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    const asked = URL.parse(request.url ?? '', 'http://127.0.0.1');
    if (asked?.pathname !== '/callback' || asked.searchParams.get('state') !== state)
      return say(response, 400, 'This is not the answer that atrium login waits for.');
    const code = asked.searchParams.get('code');
    say(response, 200, code ? 'You may close this page.' : 'Nothing was let in.');
    if (code) brought.resolve(code);
    else brought.reject(new Error('The sign-in was declined in the browser'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const late = setTimeout(
    () => brought.reject(new Error('Nobody signed in within ten minutes')),
    patienceMs,
  );
  try {
    const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    const search = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    show(`${url}/authorize?${search}`);
    return await requestTokens(url, {
      grant_type: 'authorization_code',
      code: await brought.promise,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    });
  } finally {
    clearTimeout(late);
    server.close();
    server.closeIdleConnections();
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };
  response.writeHead(status, headers).end(`${text}\n`);
}

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the person's browser, where there is one. */
export function openBrowser(address: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
  // Without a browser the address that was printed is opened by hand.
  child.on('error', () => undefined);
  child.unref();
}
