import { createHash } from 'node:crypto';

/** What a copy holds, by the path in the server's folder. */
export type FileHashes = Map<string, { bytes: number; sha256: string }>;

type Manifest = {
  Files: { Path?: string; 'Encoded-Path'?: string; Size: number; Checksum: string }[];
};

/** The files that a manifest leaves out: the log, which has checksums of its own, and the manifest. */
const unlisted = /^(pg_wal\/|backup_manifest$)/;

/**
 * Compares a copy with the manifest that PostgreSQL made of it, as pg_verifybackup does: every file that
 * it lists is there with its size and hash, and no other. Returns the first fault in words.
 */
export function findManifestFault(text: string, found: FileHashes): string | undefined {
  // The last line bears the hash of all before it.
  const at = text.lastIndexOf('"Manifest-Checksum"');
  const told = /"Manifest-Checksum": "([0-9a-f]{64})"/.exec(text.slice(at))?.[1];
  const made = createHash('sha256').update(text.slice(0, at)).digest('hex');
  if (at < 0 || told !== made) return 'its manifest was changed';
  const { Files: files } = JSON.parse(text) as Manifest;
  const listed = new Set<string>();
  for (const file of files) {
    const path = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString();
    listed.add(path);
    const copy = found.get(path);
    if (!copy) return `${path} is missing`;
    if (copy.bytes !== file.Size || copy.sha256 !== file.Checksum)
      return `${path} is not what the server had`;
  }
  const extra = [...found.keys()].find((path) => !listed.has(path) && !unlisted.test(path));
  return extra && `${extra} is not in its manifest`;
}
