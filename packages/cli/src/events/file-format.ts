import { extname } from 'node:path';
import { UsageError } from '../command.ts';

export type FileFormat = { kind: 'ndjson' | 'csv'; packed: boolean };

const kinds: Record<string, FileFormat['kind']> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
};

/** Returns the format of a file by its name. Throws UsageError for a name that says nothing. */
export function formatOf(path: string): FileFormat {
  const packed = path.toLowerCase().endsWith('.gz');
  const bare = packed ? path.slice(0, -3) : path;
  const kind = kinds[extname(bare).toLowerCase()];
  if (!kind)
    throw new UsageError(`${path} is neither .ndjson, .jsonl nor .csv (nor those with .gz)`);
  return { kind, packed };
}
