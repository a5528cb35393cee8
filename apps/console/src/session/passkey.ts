import type { BodyOf } from '../api.ts';

type Options = {
  challenge: string;
  timeout: number;
  rpId: string;
  allowCredentials: { id: string; type: 'public-key' }[];
  userVerification: string;
};
type Passkey = BodyOf<'loginByPasskey'>['response'];

/** Returns whether this browser signs with passkeys by the JSON of WebAuthn Level 3. */
export const hasPasskeys = () =>
  'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Asks the person for a passkey; undefined when they declined. */
export async function signWithPasskey(options: Options): Promise<Passkey | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  try {
    const credential = (await navigator.credentials.get({
      publicKey,
    })) as PublicKeyCredential | null;
    return credential?.toJSON() as Passkey | undefined;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
