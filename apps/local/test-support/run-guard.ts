import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { clearRunFolder } from './run-folder.ts';

// Its input names the folder and ends when the run's process is gone.
const lines = createInterface({ input: process.stdin });
const [folder] = await once(lines, 'line');
if (process.stdin.readable) await once(lines, 'close');
await clearRunFolder(String(folder));
