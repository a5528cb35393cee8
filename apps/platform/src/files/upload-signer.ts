import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';
import type { UploadGrant } from './object-store.ts';

export type UploadSigner = ReturnType<typeof createUploadSigner>;

/** The path at which the platform takes uploads of its own folder store. */
export const uploadPath = '/api/public/uploads';

/** The query of a signed upload URL. */
export const SignedQuery = Type.Object({
  type: Type.String(),
  maxBytes: Type.Integer(),
  expires: Type.Integer(),
  signature: Type.String(),
});
export type SignedQuery = Static<typeof SignedQuery>;

/** Signs upload URLs, so that a URL allows one object of one type and size until a time, no more. */
export function createUploadSigner(secretKey: string) {
  const signatureOf = (key: string, type: string, maxBytes: number, expires: number) =>
    createHmac('sha256', secretKey)
      .update(['upload', key, type, maxBytes, expires].join('\n'))
      .digest();

  /** Returns the path and query that the platform's upload route takes. */
  function sign({ key, contentType, maxBytes, expiresAt }: UploadGrant): string {
    const expires = expiresAt.epochMilliseconds;
    const signature = signatureOf(key, contentType, maxBytes, expires).toString('base64url');
    const query = new URLSearchParams({
      type: contentType,
      maxBytes: String(maxBytes),
      expires: String(expires),
      signature,
    });
    return `${uploadPath}/${key}?${query}`;
  }

  /** Returns whether the signature is ours and its time has not passed. */
  function verify(key: string, { type, maxBytes, expires, signature }: SignedQuery): boolean {
    const given = Buffer.from(signature, 'base64url');
    const ours = signatureOf(key, type, maxBytes, expires);
    return given.length === ours.length && timingSafeEqual(given, ours) && expires > Date.now();
  }

  return { sign, verify };
}
