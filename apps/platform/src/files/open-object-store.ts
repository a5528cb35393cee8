import { join } from 'node:path';
import { type Env, readEnv } from '@atrium/kit/env.ts';
import { type Config, readS3 } from '../config.ts';
import { folderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { s3Store } from './s3-store.ts';
import { createUrlSigner } from './url-signer.ts';

/** Returns the object store of the settings: S3 when a bucket is named, else a folder of DATA_DIR. */
export function openObjectStore({ s3, dataDir, secretKeys }: Config): ObjectStore {
  if (s3) return s3Store(s3);
  return folderStore(join(dataDir, 'objects'), createUrlSigner(secretKeys));
}

/** Returns the bucket of the settings alone; undefined when they name none. */
export function openBucket(source: Env): ObjectStore | undefined {
  const s3 = readS3(readEnv(source));
  return s3 ? s3Store(s3) : undefined;
}
