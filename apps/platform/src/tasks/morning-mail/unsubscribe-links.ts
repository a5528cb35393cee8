import { createMacs, type KeyRing } from '../../database/key-ring.ts';

/** The path of the link that ends somebody's morning mails. */
export const unsubscribePath = '/api/public/mail/unsubscribe';

type Subscriber = { tenantUuid: string; userUuid: string };

const uuidBytes = 16;
const macBytes = 16;

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>;

/** Makes the links that end morning mails: each names its person, is authenticated, and works for good. */
export function createUnsubscribeLinks(secretKeys: KeyRing) {
  const macs = createMacs(secretKeys, 'atrium unsubscribe', macBytes);

  function tokenOf({ tenantUuid, userUuid }: Subscriber): string {
    const person = Buffer.from(`${tenantUuid}${userUuid}`.replaceAll('-', ''), 'hex');
    return Buffer.concat([person, macs.make(person)]).toString('base64url');
  }

  /** Returns whose link it is; undefined when it is none of ours. */
  function personOf(token: string): Subscriber | undefined {
    const bytes = Buffer.from(token, 'base64url');
    const [person, mac] = [bytes.subarray(0, 2 * uuidBytes), bytes.subarray(2 * uuidBytes)];
    if (!macs.isOurs(mac, person)) return undefined;
    const uuidAt = (at: number) =>
      person
        .toString('hex', at, at + uuidBytes)
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return { tenantUuid: uuidAt(0), userUuid: uuidAt(uuidBytes) };
  }

  /** Returns the address of the link, at the firm's own. */
  const linkOf = (origin: string, person: Subscriber) =>
    `${origin}${unsubscribePath}?token=${tokenOf(person)}`;

  return { linkOf, personOf };
}
