import { type Static, Type } from 'typebox';
import { createMacs, type KeyRing } from '../database/key-ring.ts';
import type { DownloadGrant, UploadGrant } from './object-store.ts';

export type UrlSigner = ReturnType<typeof createUrlSigner>;

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

/** The path at which the platform sends objects of its own folder store. */
export const downloadPath = '/api/public/downloads';

/** The query of a signed download URL. */
export const SignedDownload = Type.Object({
  name: Type.String(),
  type: Type.String(),
  expires: Type.Integer(),
  signature: Type.String(),
});
export type SignedDownload = Static<typeof SignedDownload>;

/** Returns the header by which a file is saved under a name (RFC 6266, RFC 8187). */
export const asAttachment = (fileName: string) =>
  `attachment; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/**
 * Signs URLs, so that one allows an upload of one object of one type and size, or the download of one
 * object under one name, until a time, and no more.
 */
export function createUrlSigner(secretKeys: KeyRing) {
  const macs = createMacs(secretKeys);
  const signatureOf = (...parts: (string | number)[]) => macs.make(parts.join('\n'));

  function isOurs(signature: string, expires: number, ...parts: (string | number)[]): boolean {
    const given = Buffer.from(signature, 'base64url');
    return macs.isOurs(given, [...parts, expires].join('\n')) && expires > Date.now();
  }

  /** Returns the path and query that the platform's upload route takes. */
  function sign({ key, contentType, maxBytes, expiresAt }: UploadGrant): string {
    const expires = expiresAt.epochMilliseconds;
    const signature = signatureOf('upload', key, contentType, maxBytes, expires);
    const query = new URLSearchParams({
      type: contentType,
      maxBytes: String(maxBytes),
      expires: String(expires),
      signature: signature.toString('base64url'),
    });
    return `${uploadPath}/${key}?${query}`;
  }

  /** Returns whether the signature is ours and its time has not passed. */
  const verify = (key: string, { type, maxBytes, expires, signature }: SignedQuery): boolean =>
    isOurs(signature, expires, 'upload', key, type, maxBytes);

  /** Returns the path and query that the platform's download route takes. */
  function signDownload({ key, fileName, contentType, expiresAt }: DownloadGrant): string {
    const expires = expiresAt.epochMilliseconds;
    const signature = signatureOf('download', key, fileName, contentType, expires);
    const query = new URLSearchParams({
      name: fileName,
      type: contentType,
      expires: String(expires),
      signature: signature.toString('base64url'),
    });
    return `${downloadPath}/${key}?${query}`;
  }

  /** The same of a download. */
  const verifyDownload = (key: string, { name, type, expires, signature }: SignedDownload) =>
    isOurs(signature, expires, 'download', key, name, type);

  return { sign, verify, signDownload, verifyDownload };
}
