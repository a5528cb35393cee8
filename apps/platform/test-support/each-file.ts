import { afterAll } from 'vitest';
import { endAll } from './at-end-of-file.ts';

// Hooks run in the reverse order: this one, the first of each file, after the file's own.
afterAll(endAll);
