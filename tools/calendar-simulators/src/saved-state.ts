import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { ProviderState } from './core/state.ts';
import type { Simulators } from './start-simulators.ts';

type Saved = { version: number; a: ProviderState; b: ProviderState };

/** Files of another shape are left unread. */
const version = 1;
const everyMs = 2_000;

/** Says what an earlier run wrote down; undefined when there is nothing to be read. */
export function readState(file: string): Saved | undefined {
  try {
    const saved = deserialize(readFileSync(file)) as Saved;
    return saved.version === version ? saved : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes the state down when it has changed, every two seconds at most, so that connections
 * outlive a restart. The function returned writes once more and stops.
 */
export function keepState(file: string, { a, b }: Simulators): () => void {
  let written = Buffer.alloc(0);
  const write = () => {
    const state = serialize({ version, a: a.state, b: b.state } satisfies Saved);
    if (state.equals(written)) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, state, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    written = state;
  };
  const timer = setInterval(write, everyMs).unref();
  return () => {
    clearInterval(timer);
    write();
  };
}
