import { join } from 'node:path';
import type { Config } from '../config.ts';
import { folderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createUploadSigner } from './upload-signer.ts';

/** The object store of the settings: a folder of DATA_DIR. */
export function openObjectStore({ dataDir, secretKey }: Config): ObjectStore {
  return folderStore(join(dataDir, 'objects'), createUploadSigner(secretKey));
}
