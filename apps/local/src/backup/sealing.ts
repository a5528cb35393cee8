import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { StartError } from '../start-error.ts';
import { readPublicKey, toText } from './key-pair.ts';

const algorithm = 'aes-256-gcm';
const magic = Buffer.from('atrium-sealed-1\n');
const keyBytes = 32;
const chunkBytes = 65_536;
const tagBytes = 16;

/**
 * Encrypts a stream to a public key, in bounded memory. A key is made for each file by X25519 with a
 * pair used once, and HKDF, bound to the file's name. The text goes in chunks by AES-256-GCM, whose
 * number and whether it is the last are in the nonce (the STREAM construction), so that none can be
 * changed, left out, moved or cut off.
 */
export function seal(publicKey: KeyObject, name: string): Transform {
  const once = generateKeyPairSync('x25519');
  const theirs = toText(publicKey);
  const mine = toText(once.publicKey);
  const shared = diffieHellman({ privateKey: once.privateKey, publicKey });
  const key = keyOf(shared, mine, theirs, name);
  let count = 0;
  const sealChunk = (chunk: Buffer, isLast: boolean) => {
    const cipher = createCipheriv(algorithm, key, nonceOf(count++, isLast));
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  const transform = inChunks(chunkBytes, sealChunk);
  transform.push(Buffer.concat([magic, Buffer.from(mine, 'base64url')]));
  return transform;
}

/** Decrypts what was sealed under this name. Fails with a StartError for what is not that to the letter. */
export function open(privateKey: KeyObject, name: string): Transform {
  const theirs = toText(createPublicKey(privateKey));
  let key: Buffer | undefined;
  let count = 0;
  const openChunk = (chunk: Buffer, isLast: boolean) => {
    if (!key || chunk.length < tagBytes) throw changed(name);
    const body = chunk.subarray(0, -tagBytes);
    const decipher = createDecipheriv(algorithm, key, nonceOf(count++, isLast), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(chunk.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(body), decipher.final()]);
    } catch {
      throw changed(name);
    }
  };
  return inChunks(chunkBytes + tagBytes, openChunk, {
    bytes: magic.length + keyBytes,
    take: (head) => {
      if (!head.subarray(0, magic.length).equals(magic)) throw changed(name);
      const mine = head.subarray(magic.length).toString('base64url');
      const shared = diffieHellman({ privateKey, publicKey: readPublicKey(mine) });
      key = keyOf(shared, mine, theirs, name);
    },
  });
}

const changed = (name: string) =>
  new StartError(
    `${name} cannot be opened: it was cut or changed, or sealed to another key than the one given`,
  );

function keyOf(shared: Buffer, mine: string, theirs: string, name: string): Buffer {
  return Buffer.from(
    hkdfSync('sha256', shared, `${mine} ${theirs}`, `atrium backup 1 ${name}`, keyBytes),
  );
}

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(count, 5, 6);
  nonce.writeUInt8(Number(isLast), 11);
  return nonce;
}

type Head = { bytes: number; take: (head: Buffer) => void };

/** Returns a stream that works on chunks of a size, of which the last may be shorter, behind a head if there is one. */
function inChunks(
  size: number,
  work: (chunk: Buffer, isLast: boolean) => Buffer,
  head?: Head,
): Transform {
  let rest: Buffer = Buffer.alloc(0);
  let missing = head?.bytes ?? 0;

  function take(this: Transform): void {
    if (missing > 0 && rest.length >= missing) {
      head?.take(rest.subarray(0, missing));
      rest = rest.subarray(missing);
      missing = 0;
    }
    // What may be the last chunk is kept back.
    while (missing === 0 && rest.length > size) {
      this.push(work(rest.subarray(0, size), false));
      rest = rest.subarray(size);
    }
  }
  const attempt = (done: TransformCallback, does: () => void) => {
    try {
      does();
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  return new Transform({
    transform(chunk, _encoding, done) {
      attempt(done, () => {
        rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
        take.call(this);
      });
    },
    flush(done) {
      attempt(done, () => this.push(work(rest, true)));
    },
  });
}
