import { createHash, randomBytes } from 'node:crypto';
import { createMacs, type KeyRing } from '../database/key-ring.ts';

export type ChannelSecrets = ReturnType<typeof createChannelSecrets>;

/**
 * Makes the secrets that a provider repeats in each notification. Each names its channel, since
 * Microsoft knows no channel id of ours, and is signed, so that a made-up one is told from one of
 * ours without asking the database.
 */
export function createChannelSecrets(secretKeys: KeyRing) {
  const macs = createMacs(secretKeys, 'atrium calendar channels', 16);

  function newSecret(channelUuid: string): string {
    const text = `${channelUuid}.${randomBytes(24).toString('base64url')}`;
    return `${text}.${macs.make(text).toString('base64url')}`;
  }

  /** Returns whether a secret was made here for the channel; those of older versions bear no signature. */
  function isSigned(channelUuid: string, secret: string): boolean {
    const [named, random, signature = ''] = secret.split('.');
    const given = Buffer.from(signature, 'base64url');
    return named === channelUuid && macs.isOurs(given, `${named}.${random}`);
  }

  return { newSecret, isSigned };
}

/** Hashes a notification's secret: stored and compared are hashes only. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();
