import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureAnalytics, measureGrowth } from './analytics.ts';
import { measureForwarding } from './analytics-forwarded.ts';
import { measureAudit } from './audit.ts';
import { measureAvailability } from './availability.ts';
import { measureBefore } from './before.ts';
import { measureCalendarSync } from './calendar-sync.ts';
import { measureConsole } from './console.ts';
import { measureContacts } from './contacts.ts';
import { measureCosts } from './costs.ts';
import { openGoals } from './goals.ts';
import { measureHostile } from './hostile.ts';
import { measureImport } from './import-contacts.ts';
import { measureManyTenants } from './many-tenants.ts';
import { measureMigrations } from './migrations.ts';
import { measurePeers } from './peers.ts';
import { measureReplicas } from './replicas.ts';
import { measureScale } from './scale.ts';
import { measureSharedLog } from './shared-log.ts';
import { measureStalled } from './stalled.ts';
import { measureStart } from './starting.ts';
import { measureSteady } from './steady.ts';
import { measureWebhooks } from './webhooks.ts';

/** `npm run bench [-- section …]` (`--section` too): each goal as a figure, or as a ratio taken in this one run. */
const sections = {
  start: measureStart,
  contacts: measureContacts,
  console: measureConsole,
  scale: measureScale,
  availability: measureAvailability,
  calendar: measureCalendarSync,
  audit: measureAudit,
  webhooks: measureWebhooks,
  hostile: measureHostile,
  stalled: measureStalled,
  analytics: measureAnalytics,
  'analytics-forwarded': measureForwarding,
  'analytics-growth': measureGrowth,
  'shared-log': measureSharedLog,
  costs: measureCosts,
  peers: measurePeers,
  steady: measureSteady,
  before: measureBefore,
  migrations: measureMigrations,
  'many-tenants': measureManyTenants,
  replicas: measureReplicas,
  import: measureImport,
};
/** Too long to run unasked. */
const long = [
  'analytics-growth',
  'shared-log',
  'costs',
  'peers',
  'steady',
  'before',
  'migrations',
  'many-tenants',
  'replicas',
  'import',
];
const asked = process.argv.slice(2).map((name) => name.replace(/^--/, ''));
const goals = openGoals((line) => void process.stdout.write(`${line}\n`));

// Processes that sections started end with this one: see their exit handlers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

goals.print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n`);
for (const [name, measure] of Object.entries(sections)) {
  if (asked.length > 0 ? !asked.includes(name) : long.includes(name)) continue;
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'));
  try {
    await measure(goals, dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
if (goals.missed.length > 0) goals.print(`\nMissed: ${goals.missed.join('; ')}`);
process.exitCode = goals.missed.length > 0 ? 1 : 0;
