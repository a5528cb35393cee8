import type { Readable } from 'node:stream';

/** The permission of an upload URL: one object, of one type and at most one size, until a time. */
export type UploadGrant = {
  key: string;
  contentType: string;
  maxBytes: number;
  expiresAt: Temporal.Instant;
};

/** The permission of a download URL: one object, under the name and type that its reader sees, until a time. */
export type DownloadGrant = {
  key: string;
  fileName: string;
  contentType: string;
  expiresAt: Temporal.Instant;
};

export type StoredObject = { key: string; storedAt: Temporal.Instant; bytes: number };

/** A place for files: a folder, or any store that speaks the S3 protocol. Keys are paths with `/`. */
export type ObjectStore = {
  /** Sees to it that grants need to ask nobody: where keys come from the machine, they are at hand. */
  ready: () => Promise<void>;
  /** The URL that takes the object by PUT; relative when the platform itself takes it. */
  grantUpload: (grant: UploadGrant) => Promise<string>;
  /** The URL at which the object is downloaded by GET; relative when the platform itself sends it. */
  grantDownload: (grant: DownloadGrant) => Promise<string>;
  /** The object piece by piece, with its size in bytes, or null when there is none. */
  stream: (key: string) => Promise<{ content: Readable; bytes: number } | null>;
  /** The object's bytes, or null when there is none or it is larger than `maxBytes`. */
  read: (key: string, maxBytes?: number) => Promise<Buffer | null>;
  /** The size in bytes, or null when there is no such object. */
  sizeOf: (key: string) => Promise<number | null>;
  write: (key: string, body: Buffer, contentType: string) => Promise<void>;
  /** Every object whose key starts with `prefix`, a path that ends in `/`; all of them for ''. */
  list: (prefix: string) => Promise<StoredObject[]>;
  /** Removes what is there of the keys. */
  remove: (keys: readonly string[]) => Promise<void>;
};
