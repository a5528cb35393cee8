import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { createNote } from '../notes/create-note.ts';
import { noteKinds } from '../notes/schemas.ts';
import type { RecordKey } from '../records/record-access.ts';
import { completeTask } from '../tasks/complete-task.ts';
import { createTask } from '../tasks/create-task.ts';
import { createView } from '../views/create-view.ts';
import type { NewView } from '../views/schemas.ts';
import { actAs, type Scene, timezone, travelTo, workingMoment } from './past.ts';
import { createRandom, type Random } from './random.ts';

const notes = [
  'Prefiere que lo llamen por la mañana.\nViaja a menudo a Buenos Aires.',
  'Quiere reducir su exposición a renta variable antes de fin de año.',
  'Conversamos sobre la sucesión; pedirá los documentos a su abogada.',
  'Preguntó por los costos del custodio. Enviar el detalle.',
  'Su hija empieza la universidad en marzo: revisar la liquidez.',
  'Satisfecho con el informe trimestral.',
] as const;
/** Titles with the days from today on which they are due; null for no day, and done or not. */
const tasks = [
  ['Enviar la propuesta de inversión', 'HIGH', -3, false],
  ['Pedir el certificado de residencia', 'NORMAL', -1, false],
  ['Llamar para confirmar la reunión', 'HIGH', 0, false],
  ['Actualizar el perfil de riesgo', 'NORMAL', 2, false],
  ['Revisar los costos del custodio', 'LOW', 9, false],
  ['Preparar el informe anual', 'NORMAL', null, false],
  ['Firmar el mandato', 'NORMAL', -6, true],
  ['Enviar el informe trimestral', 'LOW', -10, true],
] as const;

/** Says what people at the firm write down: notes and tasks of each adviser, and views that some of them save. */
export async function createDemoDesk(tx: Tx, { now, advisers }: Scene): Promise<void> {
  const random = createRandom(1999);
  for (const adviser of advisers) {
    actAs(tx, adviser);
    const records = await recordsOf(tx, adviser);
    await writeNotes(tx, random, { now, adviser, records });
    const given = tasks.filter(() => adviser === advisers[0] || random.chance(0.4));
    await giveTasks(tx, random, { now, adviser, records }, given);
  }
  const [first, second] = advisers;
  if (first) await saveViews(tx, first, now);
  if (second) await saveViews(tx, second, now, true);
}

type Desk = { now: Temporal.Instant; adviser: Caller; records: readonly RecordKey[] };

/** Finds some of an adviser's clients, households and meetings. */
function recordsOf(tx: Tx, { userUuid }: Caller) {
  return tx<RecordKey[]>`
    (select 'CONTACT' as entity_type, contact_uuid as entity_uuid from contacts
      where contact_manager_entity_uuid = ${userUuid} and stage_name = 'CLIENT'
      order by created_at, contact_uuid limit 5)
    union all
    (select 'HOUSEHOLD', household_uuid from households
      where relationship_manager_uuid = ${userUuid} order by created_at, household_uuid limit 2)
    union all
    (select 'MEETING', meeting_uuid from meetings
      where host_uuid = ${userUuid} order by created_at, meeting_uuid limit 1)`;
}

async function writeNotes(tx: Tx, random: Random, { now, adviser, records }: Desk) {
  for (const record of records) {
    await travelTo(tx, workingMoment(random, now, random.below(40)));
    const kind = record.entityType === 'MEETING' ? 'VISIT' : random.pick(noteKinds);
    await createNote(tx, adviser, { ...record, kind, text: random.pick(notes) });
  }
}

async function giveTasks(
  tx: Tx,
  random: Random,
  { now, adviser, records }: Desk,
  given: readonly (typeof tasks)[number][],
) {
  const today = now.toZonedDateTimeISO(timezone).toPlainDate();
  for (const [title, priority, days, done] of given) {
    await travelTo(tx, workingMoment(random, now, 11 + random.below(10)));
    const about = records.length > 0 && random.chance(0.7) ? random.pick(records) : {};
    const dueDate = days === null ? null : today.add({ days }).toString();
    const { taskUuid } = await createTask(tx, adviser, { title, priority, dueDate, ...about });
    if (!done) continue;
    await travelTo(tx, workingMoment(random, now, random.below(10)));
    await completeTask(tx, adviser, taskUuid);
  }
}

async function saveViews(tx: Tx, owner: Caller, now: Temporal.Instant, isShared = false) {
  actAs(tx, owner);
  await travelTo(tx, now.subtract({ hours: 24 * 12 }));
  const mine = { field: 'contactManagerEntityUuid', operator: 'EQUALS', value: owner.userUuid };
  const own: NewView[] = [
    { name: 'Mis prospectos', list: 'CONTACTS', filters: [prospects, mine], sort: [newest] },
    { name: 'Mis reuniones en línea', list: 'MEETINGS', filters: [online], sort: [soonest] },
  ];
  const year = now.toZonedDateTimeISO('UTC').year;
  const timeRange = { from: `${year - 1}-01-01T00:00:00Z`, to: `${year + 1}-01-01T00:00:00Z` };
  const forAll: NewView[] = [
    { name: 'Hogares por nombre', list: 'HOUSEHOLDS', sort: ['name,asc'] },
    { name: 'Clientes nuevos', list: 'INSIGHTS', question: { ...growth, timeRange } },
  ];
  for (const view of isShared ? forAll : own) await createView(tx, owner, { ...view, isShared });
}

const prospects = { field: 'contactType', operator: 'EQUALS', value: 'PROSPECT' };
const online = { field: 'locationType', operator: 'EQUALS', value: 'ONLINE' };
const [newest, soonest] = ['createdAt,desc', 'startDateTime,asc'];
const growth = {
  eventType: 'contact.created',
  granularity: 'MONTH',
  timezone,
  aggregations: [{ function: 'COUNT' }],
};
