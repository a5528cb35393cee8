import { spawnSync } from 'node:child_process';

/**
 * The long forms of the tests that try to break Atrium, one after the other: `npm run test:soak`.
 * Each states what it did in a line of figures. Near half an hour on two cores; a part of it by
 * name: `npm run test:soak -- faults`. SOAK_SEED repeats the random parts of an earlier run.
 */
const seed = process.env.SOAK_SEED || String(Date.now() % 1_000_000);
const security = 'apps/platform/security-tests';
const e2e = 'apps/local/src/e2e';

const parts: [name: string, files: string[], settings: Record<string, string>][] = [
  ['isolation', [`${security}/isolation-sweep.test.ts`, `${security}/database-wall.test.ts`], {}],
  ['bad-input', [`${security}/bad-input-sweep.test.ts`], { SWEEP_ROUNDS: '250', SWEEP_SEED: seed }],
  ['faults', [`${e2e}/faults.test.ts`], { FAULT_ROUNDS: '300', FAULT_SILENCE: '180' }],
  ['backup', ['apps/admin/src/backup.test.ts'], { BACKUP_CHANGES: '6000', BACKUP_WRITERS: '8' }],
  ['clock', [`${e2e}/clock.test.ts`], { CLOCK_JUMPS: '100' }],
  ['disk', [`${e2e}/disk-full.test.ts`], {}],
  ['overload', [`${e2e}/overload.test.ts`], { OVERLOAD_SECONDS: '60' }],
  ['attacks', [`${e2e}/attacks.test.ts`], { ATTACK_SECONDS: '60', ATTACK_TIMES: '10' }],
  ['loop', [`${security}/loop-sweep.test.ts`], { LOOP_MS: '50', LOOP_WAIT_MS: '150' }],
  ['model', ['apps/analytics/src/query/model.test.ts'], { QUERY_MODEL_ROUNDS: '200' }],
  ['rolling', ['apps/platform/src/http/rolling-restart.test.ts'], { ROLLING_RESTARTS: '20' }],
  ['calendar', ['apps/platform/src/calendar/convergence.test.ts'], { SOAK_SEEDS: '20' }],
  ['files', ['packages/kit/src/files/fuzz.test.ts'], { FUZZ_SECONDS: '300', SOAK_SEED: seed }],
  [
    'out-and-in',
    ['apps/platform/src/contacts/import/out-and-in-again.test.ts'],
    { OUT_AND_IN_ROUNDS: '100', SOAK_SEED: seed },
  ],
  [
    'texts',
    [
      'packages/kit/src/http/bodies.test.ts',
      'apps/platform/src/database/one-form-of-texts.test.ts',
    ],
    { FUZZ_SECONDS: '600' },
  ],
  [
    'replies',
    ['apps/platform/src/meetings/rsvp/replies/read-reply.test.ts'],
    { FUZZ_MINUTES: '10' },
  ],
  ['zones', ['apps/platform/src/meetings/invitations/zone-block.test.ts'], { ALL_ZONES: 'on' }],
  ['console', ['apps/console/browser-tests/walk.test.ts'], { WALK_ALL: 'on' }],
  ['events', ['apps/analytics/src/ingest/crash.test.ts'], { CRASH_ROUNDS: '20' }],
];

const wanted = process.argv.slice(2);
let failed = 0;
process.stdout.write(`Seed ${seed}\n`);
for (const [name, files, settings] of parts) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const began = performance.now();
  process.stdout.write(`\n== ${name}\n`);
  const command = ['vitest', 'run', '--reporter=dot', ...files];
  const env = { ...process.env, ...settings };
  const { status } = spawnSync('npx', command, { stdio: 'inherit', env });
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  process.stdout.write(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${minutes} min\n`);
  if (status !== 0) failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;
