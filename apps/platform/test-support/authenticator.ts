import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Options = { rpId?: string; rp?: { id: string }; challenge: string; user?: { id: string } };
type Held = { id: string; rpId: string; userHandle: string; key: KeyObject; signCount: number };

/** Says what an authenticator may be made to do otherwise than it should. */
type Changes = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  signCount?: number;
  verifiesUser?: boolean;
};

/**
 * An authenticator in software with the browser around it: ES256, attestation `none` (WebAuthn
 * Level 3). It signs for whatever page it is told to stand in.
 */
export function createAuthenticator(origin: string) {
  const passkeys: Held[] = [];

  /** Makes a passkey: the JSON of `navigator.credentials.create`. */
  function create({ rp, challenge, user }: Options, changes: Changes = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const id = randomBytes(16);
    const rpId = rp?.id ?? '';
    const held = { rpId, id: id.toString('base64url'), userHandle: user?.id ?? '' };
    passkeys.push({ ...held, key: privateKey, signCount: 0 });
    // COSE_Key of an EC2 key on P-256 for ES256 (RFC 9053, section 7.1.1).
    const coseKey = cborMap([
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ]);
    const length = Buffer.from([0, id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
    const data = authenticatorData(rpId, { signCount: 0, ...changes }, attested);
    const attestationObject = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(data)],
    ]);
    const clientDataJSON = clientData('webauthn.create', challenge, changes);
    return credentialJson(held.id, {
      clientDataJSON: clientDataJSON.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Signs with the newest passkey of the host: the JSON of `navigator.credentials.get`. */
  function get({ rpId = '', challenge }: Options, changes: Changes = {}) {
    const held = passkeys.findLast((each) => each.rpId === rpId);
    if (!held) throw new Error(`The authenticator has no passkey for ${rpId}`);
    held.signCount += 1;
    const data = authenticatorData(rpId, { signCount: held.signCount, ...changes });
    const clientDataJSON = clientData('webauthn.get', challenge, changes);
    const signed = Buffer.concat([data, sha256(clientDataJSON)]);
    return credentialJson(held.id, {
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, held.key).toString('base64url'),
      userHandle: held.userHandle,
    });
  }

  function clientData(type: string, challenge: string, changes: Changes): Buffer {
    const stated = { type, challenge, origin, crossOrigin: false };
    const { type: other = type, challenge: asked = challenge, origin: page = origin } = changes;
    return Buffer.from(JSON.stringify({ ...stated, type: other, challenge: asked, origin: page }));
  }

  return { create, get };
}

function credentialJson<R extends object>(id: string, response: R) {
  return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
}

/** Authenticator data (WebAuthn Level 3, section 6.1), with a new credential's own part. */
function authenticatorData(
  rpId: string,
  { rpId: other = rpId, signCount = 0, verifiesUser = true }: Changes,
  attested?: Buffer,
): Buffer {
  const flags = 0x01 | (verifiesUser ? 0x04 : 0) | (attested ? 0x40 : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(signCount);
  return Buffer.concat([
    sha256(other),
    Buffer.from([flags]),
    count,
    ...(attested ? [attested] : []),
  ]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

// As much of CBOR (RFC 8949) as an attestation needs.
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
