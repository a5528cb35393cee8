import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { EndpointSecrets } from '../secrets.ts';
import {
  type DueMessage,
  type EndpointRef,
  findTarget,
  listDue,
  type Target,
  type Tried,
} from './queries.ts';
import { recordTries } from './record-tries.ts';
import { sendMessage } from './send-message.ts';
import type { Sender } from './sender.ts';

/** Messages that are read and sent at a time. One that fails or is slow is not let many. */
const sizes = { prompt: { read: 500, atOnce: 32 }, slow: { read: 4, atOnce: 4 } };

type ServeMeans = {
  db: Db;
  sender: Sender;
  secrets: EndpointSecrets;
  count: (tried: Tried) => void;
  isStopped: () => boolean;
};

/** Sends the due messages of an endpoint until there are none, or it is not to be sent to any more. */
export async function serveEndpoint(means: ServeMeans, endpoint: EndpointRef): Promise<void> {
  const { db } = means;
  let mayGoOn = true;
  while (mayGoOn && !means.isStopped()) {
    const read = await db.asTenant(endpoint.tenantUuid, system, async (tx) => {
      const target = await findTarget(tx, endpoint.endpointUuid);
      if (!target) return undefined;
      const size = target.isPrompt ? sizes.prompt : sizes.slow;
      const due = await listDue(tx, endpoint.endpointUuid, size.read);
      return { target, due: [...due], atOnce: size.atOnce };
    });
    if (!read || read.due.length === 0) return;
    mayGoOn = await sendAll(means, endpoint, read);
  }
}

type Batch = { target: Target; due: DueMessage[]; atOnce: number };

/**
 * Sends some messages, several at a time, and writes what came of them as it comes, in as few
 * transactions as there is time for. Returns whether the endpoint may be sent to any more.
 */
async function sendAll(
  means: ServeMeans,
  { tenantUuid, endpointUuid }: EndpointRef,
  { target, due, atOnce }: Batch,
): Promise<boolean> {
  const { db } = means;
  let unsaved: Tried[] = [];
  let saving: Promise<void> | undefined;
  let mayGoOn = true;
  const faults: unknown[] = [];

  async function save(): Promise<void> {
    while (unsaved.length > 0) {
      const tries = unsaved;
      unsaved = [];
      const stands = await db.asTenant(tenantUuid, system, (tx) =>
        recordTries(tx, endpointUuid, tries),
      );
      mayGoOn &&= stands;
    }
  }

  /** Says what was not written is sent again later, so the work ends here. */
  function giveUp(error: unknown): void {
    faults.push(error);
    mayGoOn = false;
  }

  async function sendOneByOne(): Promise<void> {
    for (let next = due.shift(); next && mayGoOn && !means.isStopped(); next = due.shift()) {
      const tried = await sendMessage(means, target, next);
      means.count(tried);
      unsaved.push(tried);
      saving ??= save()
        .catch(giveUp)
        .finally(() => {
          saving = undefined;
        });
    }
  }

  await Promise.all(Array.from({ length: atOnce }, () => sendOneByOne().catch(giveUp)));
  await saving;
  await save();
  if (faults.length > 0) throw faults[0];
  return mayGoOn;
}
