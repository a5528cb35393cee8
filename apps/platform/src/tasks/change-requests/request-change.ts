import { randomUUIDv7 } from 'node:crypto';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { orNotFound, Problem } from '../../problems.ts';
import { insertTask } from '../queries.ts';
import { countOpenRequests, findWhoIsAsked } from './queries.ts';
import type { ChangeRequestAnswer } from './schemas.ts';

const mostOpen = 20;

const titles = {
  SPANISH: 'Pide un cambio en sus datos',
  ENGLISH: 'Asks for a change of their data',
};

/** Returns the next day from Monday to Friday. */
function workingDayAfter(day: string): string {
  const next = Temporal.PlainDate.from(day).add({ days: 1 });
  return next.add({ days: next.dayOfWeek > 5 ? 8 - next.dayOfWeek : 0 }).toString();
}

/**
 * Makes a task of what a client asks to be changed of their data: for the manager, or for an
 * administrator when that one has left, due on the next working day. Fails with TOO_MANY_CHANGE_REQUESTS.
 */
export async function requestChange(
  tx: Tx,
  { userUuid }: Caller,
  text: string,
): Promise<ChangeRequestAnswer> {
  const asked = await orNotFound(findWhoIsAsked(tx, userUuid), 'user');
  if ((await countOpenRequests(tx, userUuid)) >= mostOpen)
    throw new Problem('TOO_MANY_CHANGE_REQUESTS');
  const taskUuid = randomUUIDv7();
  const { contactUuid, assigneeUuid, language, createdAt, day } = asked;
  await insertTask(tx, taskUuid, {
    title: titles[language],
    details: text,
    dueDate: workingDayAfter(day),
    priority: 'NORMAL',
    assigneeUuid,
    contactUuid,
    createdBy: userUuid,
  });
  await recordEvent(tx, {
    eventType: 'task.created',
    entityType: 'TASK',
    entityId: taskUuid,
    attributes: {
      priority: 'NORMAL',
      assigneeUuid,
      ...(contactUuid && { recordType: 'CONTACT', recordUuid: contactUuid }),
    },
  });
  return { text, createdAt };
}
