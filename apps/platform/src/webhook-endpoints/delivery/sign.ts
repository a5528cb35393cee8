import { createHmac } from 'node:crypto';
import { keyOf } from '../secrets.ts';

/**
 * Returns the headers of a message by Standard Webhooks 1.0: its id, the time in seconds and a
 * signature by each secret (HMAC-SHA256 of `id.timestamp.body`).
 */
export function signedHeaders(id: string, body: string, secrets: readonly string[], now: number) {
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
