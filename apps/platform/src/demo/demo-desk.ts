import type { Caller } from '@atrium/kit/auth/caller.ts';
import { createNote } from '../notes/create-note.ts';
import { completeTask } from '../tasks/complete-task.ts';
import { createTask } from '../tasks/create-task.ts';
import type { NewTask } from '../tasks/schemas.ts';
import { createView } from '../views/create-view.ts';
import type { NewView } from '../views/schemas.ts';
import words from './assets/words.json' with { type: 'json' };
import type { Family } from './demo-families.ts';
import { plan, type Scene, timezone, today, workingMoment } from './past.ts';

/** A title, how urgent it is, the days from today on which it is due, null for no day, and whether it is done. */
type Given = [string, NewTask['priority'], number | null, boolean];
const tasks = words.tasks as Given[];

/** Plans what people at the firm write down: notes and tasks about clients, and views that some of them save. */
export function planDesk(scene: Scene, families: readonly Family[]): void {
  const { tx, random, advisers } = scene;
  for (const by of advisers) {
    const clients = families
      .filter((each) => each.by === by && each.since > 25)
      .flatMap(({ members }) => members);
    for (const [at, text] of words.notes.entries()) {
      const client = clients[at];
      // The adviser who signs in writes of all, the others of one.
      if (!client || (by !== advisers[0] && at !== advisers.indexOf(by) % words.notes.length))
        continue;
      const run = () =>
        createNote(tx, by, { ...aboutOf(client), kind: at % 2 ? 'CALL' : 'NOTE', text });
      plan(scene, by, workingMoment(scene, 1 + random.below(20)), run);
    }
    const given = tasks.filter(([, , days], at) =>
      by === advisers[0] ? true : at % 3 === advisers.indexOf(by) % 3 && (days ?? 1) > 0,
    );
    for (const [at, task] of given.entries()) planTask(scene, by, task, clients[at]);
  }
  for (const [at, by] of advisers.slice(0, 2).entries())
    plan(scene, by, workingMoment(scene, 12), () => saveViews(scene, by, at === 1));
}

const aboutOf = ({ contactUuid: entityUuid }: Family['members'][number]) =>
  ({ entityType: 'CONTACT', entityUuid }) as const;

function planTask(
  scene: Scene,
  by: Caller,
  [title, priority, days, isDone]: Given,
  client: Family['members'][number] | undefined,
): void {
  const { tx, random } = scene;
  const dueDate = days === null ? null : today(scene).add({ days }).toString();
  let taskUuid = '';
  const give = async () => {
    const about = client ? aboutOf(client) : {};
    ({ taskUuid } = await createTask(tx, by, { title, priority, dueDate, ...about }));
  };
  plan(scene, by, workingMoment(scene, 12 + random.below(10)), give);
  const finish = () => completeTask(tx, by, taskUuid);
  if (isDone) plan(scene, by, workingMoment(scene, 1 + random.below(8)), finish);
}

async function saveViews({ tx, now }: Scene, owner: Caller, isShared = false): Promise<void> {
  const mine = { field: 'contactManagerEntityUuid', operator: 'EQUALS', value: owner.userUuid };
  const own: NewView[] = [
    {
      name: 'Mis prospectos',
      list: 'CONTACTS',
      filters: [prospects, mine],
      sort: ['createdAt,desc'],
    },
  ];
  const year = now.toZonedDateTimeISO('UTC').year;
  const timeRange = { from: `${year - 1}-01-01T00:00:00Z`, to: `${year + 1}-01-01T00:00:00Z` };
  const forAll: NewView[] = [
    { name: 'Grupos familiares por nombre', list: 'HOUSEHOLDS', sort: ['name,asc'] },
    { name: 'Personas nuevas', list: 'INSIGHTS', question: { ...growth, timeRange } },
  ];
  for (const view of isShared ? forAll : own) await createView(tx, owner, { ...view, isShared });
}

const prospects = { field: 'contactType', operator: 'EQUALS', value: 'PROSPECT' };
const growth = {
  eventType: 'contact.created',
  granularity: 'MONTH',
  timezone,
  aggregations: [{ function: 'COUNT' }],
};
