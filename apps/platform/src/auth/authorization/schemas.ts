import { Enum } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

/** The program that people sign in from in their browser. It has no secret: it runs on their own machines. */
export const programId = 'atrium-cli';

const port =
  '([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])';
/** An address on the machine of the browser (RFC 8252, section 7.3), by its number: names can be led elsewhere. */
const loopback = `^http://127\\.0\\.0\\.1:${port}/[A-Za-z0-9._~/-]*$`;
const mostSigns = 200;

/** Returns whether a code may be sent to an address. */
export const isLoopback = (text: string): boolean =>
  text.length <= mostSigns && new RegExp(loopback).test(text);

export const Authorization = Type.Object({
  clientId: Enum([programId], { description: 'The program that asks', examples: [programId] }),
  redirectUri: Type.String({
    pattern: loopback,
    maxLength: mostSigns,
    description: 'Where the program listens: http://127.0.0.1, a port and a path',
    examples: ['http://127.0.0.1:49152/callback'],
  }),
  state: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'Comes back as it was sent, so that the program knows the answer as its own',
    examples: ['8xLOxBtZp8'],
  }),
  codeChallenge: Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'The SHA-256 of the program’s verifier in base64url (RFC 7636)',
    examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  }),
  codeChallengeMethod: Enum(['S256'], { description: 'How the challenge was made' }),
});

export const Authorized = Type.Object({
  redirectTo: Type.String({
    description: 'Where to send the browser: the redirectUri with code and state',
  }),
});

export type AuthorizationWanted = Static<typeof Authorization>;
