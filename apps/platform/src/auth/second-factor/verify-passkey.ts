import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Static } from 'typebox';
import type { PasskeyHost } from './passkey-host.ts';
import { passkeyAlgorithms } from './passkey-options.ts';
import type { Credential } from './passkey-queries.ts';
import type { PasskeyAssertion, PasskeyAttestation } from './schemas.ts';

/** Says what a response must fit: the page that it came from, and the challenge that was given. */
type Expected = PasskeyHost & { challenge: string };

// Loaded when somebody uses a passkey: it takes a quarter of a second and 25 MB.
const webAuthn = () => import('@simplewebauthn/server');

/** Returns the challenge that a response says it answers; undefined when it cannot be read. */
export function challengeIn(response: {
  response: { clientDataJSON: string };
}): string | undefined {
  const text = Buffer.from(response.response.clientDataJSON, 'base64url').toString('utf8');
  try {
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the passkey that an authenticator made (WebAuthn Level 3, section 7.1); undefined when a check fails. */
export async function verifyNewPasskey(
  response: Static<typeof PasskeyAttestation>,
  { origin, rpId, challenge }: Expected,
): Promise<Credential | undefined> {
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await whenRight(() =>
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: passkeyAlgorithms,
    }),
  );
  if (!verified?.registrationInfo) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    transports: response.response.transports ?? [],
  };
}

/**
 * Returns how often the authenticator has signed by now (WebAuthn Level 3, section 7.2); undefined
 * when a check fails, also when that number did not grow.
 */
export async function verifyPasskey(
  response: Static<typeof PasskeyAssertion>,
  { credentialId, publicKey, signCount }: Credential,
  { origin, rpId, challenge, byItself }: Expected & { byItself: boolean },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await whenRight(() =>
    verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: credentialId.toString('base64url'),
        publicKey: new Uint8Array(publicKey),
        counter: signCount,
      },
      requireUserVerification: byItself,
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

/** The library throws whatever is wrong with a response, from its encoding to its signature. */
async function whenRight<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
