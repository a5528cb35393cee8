import { Session } from 'node:inspector/promises';
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll } from 'vitest';
const g = globalThis as any;
if (!g.__s) { g.__s = new Session(); g.__s.connect(); await g.__s.post('Profiler.enable'); }
await g.__s.post('Profiler.start');
afterAll(async () => { const { profile } = await g.__s.post('Profiler.stop'); mkdirSync('/tmp/prof', { recursive: true }); writeFileSync(`/tmp/prof/${process.pid}-${Date.now()}.cpuprofile`, JSON.stringify(profile)); });
