import { createMacs, type KeyRing } from '../../database/key-ring.ts';

const [uuidBytes, macBytes] = [16, 10];
// 26 bytes in base 36: letters of one case, since mail servers may change it.
const tokenLength = 41;
/** The longest local part (RFC 5321, section 4.5.3.1.1) less `+` and a token. */
export const longestBounceName = 64 - 1 - tokenLength;
const mostTokens = 50;
const mostSearched = 1_048_576;

export type BounceAddresses = ReturnType<typeof createBounceAddresses>;

/**
 * Makes the envelope senders of mails (VERP), to which other servers send what became of a delivery:
 * `bounces+TOKEN@post.example`. The token names the mail and is authenticated, so that only who got a
 * mail can say of it that it did not arrive.
 */
export function createBounceAddresses(base: string | null, secretKeys: KeyRing) {
  const macs = createMacs(secretKeys, 'atrium bounces', macBytes);
  const at = base?.lastIndexOf('@') ?? -1;

  /** Returns the envelope sender of a mail; undefined where nobody takes what is sent there. */
  function addressOf(mailUuid: string): string | undefined {
    if (!base || at < 1 || at > longestBounceName) return undefined;
    const uuid = Buffer.from(mailUuid.replaceAll('-', ''), 'hex');
    const token = BigInt(`0x${Buffer.concat([uuid, macs.make(uuid)]).toString('hex')}`).toString(
      36,
    );
    return `${base.slice(0, at)}+${token.padStart(tokenLength, '0')}${base.slice(at)}`;
  }

  /** Returns which mail of ours a mail that came names by a token, wherever in it. */
  function findMail(mail: Buffer): string | undefined {
    const text = mail.toString('latin1', 0, mostSearched);
    const tokens = text.matchAll(/\+([0-9a-z]{41})@/gi);
    for (const [, token = ''] of tokens.take(mostTokens)) {
      const number = [...token.toLowerCase()].reduce(
        (sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)),
        0n,
      );
      const hex = number.toString(16).padStart((uuidBytes + macBytes) * 2, '0');
      const bytes = Buffer.from(hex, 'hex');
      const [uuid, mac] = [bytes.subarray(0, uuidBytes), bytes.subarray(uuidBytes)];
      if (!macs.isOurs(mac, uuid)) continue;
      return uuid.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    }
    return undefined;
  }

  return { addressOf, findMail };
}
