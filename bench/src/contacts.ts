import { fork } from 'node:child_process';
import { join } from 'node:path';
import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { type Comparison, compare } from './load.ts';
import { furnish } from './platform.ts';
import { reasons } from './reasons.ts';

/** Reading and creating a contact, each as a share of a bare handler on the same server. */
export async function measureContacts({ check, print }: Goals, dataDir: string): Promise<void> {
  const atrium = await startAtrium(dataDir, { DEMO: 'off' });
  const { headers, contact, tenantUuid, contactUuid } = await furnish(atrium.address, dataDir);
  const bare = await startBare(atrium.superuser());

  const get = await compare(
    { url: `${atrium.address}/api/contacts/${contactUuid}`, headers },
    { url: `${bare.address}/contacts/${tenantUuid}/${contactUuid}` },
  );
  print(describe('GET one contact', get));
  check('GET one contact, share of the bare handler', get.ratio, '', {
    atLeast: 0.45,
    why: reasons.reading,
  });

  const body = JSON.stringify(contact);
  const create = await compare(
    { url: `${atrium.address}/api/contacts`, method: 'POST', headers, body },
    { url: `${bare.address}/contacts`, method: 'POST', body },
  );
  print(describe('POST one contact', create));
  check('POST one contact, share of the bare handler', create.ratio, '', {
    atLeast: 0.22,
    why: reasons.creating,
  });

  const contacts = `${atrium.address}/api/contacts`;
  const keyed = await compare(
    { url: contacts, method: 'POST', headers, body, keyed: true },
    { url: contacts, method: 'POST', headers, body },
  );
  check('POST with an Idempotency-Key, share of without', keyed.ratio, '', {
    atLeast: 0.75,
    why: reasons.idempotencyKey,
  });
  bare.stop();
  await atrium.stop();
}

function describe(name: string, { ours, bare }: Comparison): string {
  const of = ({ perSecond, p50, p99 }: Comparison['ours']) =>
    `${perSecond.toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms`;
  return `        ${name}: Atrium ${of(ours)}; bare ${of(bare)}`;
}

/** The reference as a process of its own, connected to the database of these options. */
export async function startBare(options: object) {
  const child = fork(join(import.meta.dirname, 'bare.ts'), [JSON.stringify(options)]);
  const { address } = await new Promise<{ address: string }>((ready, failed) => {
    child.once('message', (message) => ready(message as { address: string }));
    child.once('exit', () => failed(new Error('The bare handler did not start')));
  });
  return { address, pid: child.pid ?? 0, stop: () => child.disconnect() };
}
