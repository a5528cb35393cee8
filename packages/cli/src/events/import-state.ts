import { existsSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';

/** The progress of an import: every record up to `done` is through. */
type ImportState = {
  file: { bytes: number; modifiedMs: number };
  url: string;
  tenantUuid: string;
  done: number;
  accepted: number;
  duplicates: number;
  rejected: number;
};

/** Keeps what an import did beside its file, so that one that was cut off goes on from there. */
export function openImportState(path: string, url: string, tenantUuid: string, restart: boolean) {
  const statePath = `${path}.atrium-import.json`;
  const { size, mtimeMs } = statSync(path);
  const fresh: ImportState = {
    file: { bytes: size, modifiedMs: Math.round(mtimeMs) },
    url,
    tenantUuid,
    done: 0,
    accepted: 0,
    duplicates: 0,
    rejected: 0,
  };
  const before = restart ? undefined : read(statePath);
  // Of another file, place or tenant nothing is known.
  const same = before && identityOf(before) === identityOf(fresh);
  const state = same ? before : fresh;

  return {
    state,
    save() {
      writeFileSync(`${statePath}.new`, JSON.stringify(state));
      renameSync(`${statePath}.new`, statePath);
    },
    /** The import is through: the next one of this file begins anew. */
    remove() {
      if (existsSync(statePath)) unlinkSync(statePath);
    },
  };
}

function identityOf({ file, url, tenantUuid }: ImportState): string {
  return JSON.stringify([file.bytes, file.modifiedMs, url, tenantUuid]);
}

function read(path: string): ImportState | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
