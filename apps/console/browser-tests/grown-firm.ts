import type { Client } from '@atrium/platform/test-support/client.ts';
import { contactInput } from '@atrium/platform/test-support/contact-input.ts';
import type { World } from '@atrium/platform/test-support/world.ts';

/** A firm of 200 people, 60 households, 400 meetings, 300 tasks and 20 staff, as its adviser sees it. */
export async function grownFirm(w: World) {
  const tenant = await w.tenant('Andes Patrimonio');
  const { tenantUuid } = tenant;
  const [adviser, admin] = [await tenant.as('TENANT_STAFF'), await tenant.as('TENANT_ADMIN')];
  for (let made = 2; made < 20; made += 1) await tenant.staff();
  const me = adviser.identity['x-user-id'] ?? '';
  const contactUuid = (await made(adviser, '/api/contacts', contactInput(tenantUuid, me)))
    .contactUuid;
  const householdUuid = (
    await made(adviser, '/api/households', {
      name: 'Familia Fuentes',
      relationshipManagerType: 'TENANT_STAFF',
      relationshipManagerUuid: me,
      isActive: true,
      membersToAdd: [],
    })
  ).householdUuid;
  await made(adviser, `/api/households/${householdUuid}/members`, {
    memberType: 'CONTACT',
    contactUuid,
    relationshipType: 'SELF',
    isPrimary: true,
  });
  const meetingUuid = (
    await made(adviser, '/api/v1/meetings', {
      title: 'Revisión anual',
      ...timesIn(2),
      timezone: 'America/Santiago',
      locationType: 'ONLINE',
      contactIds: [contactUuid],
    })
  ).meetingUuid;
  const task = { title: 'Llamar', dueDate: timesIn(-1).startDateTime.slice(0, 10) };
  const about = { entityType: 'CONTACT', entityUuid: contactUuid };
  const { taskUuid } = await made(adviser, '/api/tasks', { ...task, ...about });
  await copies(
    w,
    'contacts',
    'contact_uuid',
    contactUuid,
    199,
    "jsonb_build_object('first_name', 'Ana ' || step)",
  );
  await copies(
    w,
    'households',
    'household_uuid',
    householdUuid,
    59,
    "jsonb_build_object('name', 'Familia ' || step)",
  );
  await copies(
    w,
    'meetings',
    'meeting_uuid',
    meetingUuid,
    399,
    `jsonb_build_object(
    'ical_uid', gen_random_uuid(), 'starts_at', r.starts_at + step * interval '7 hours',
    'ends_at', r.ends_at + step * interval '7 hours', 'start_local', r.start_local + step * interval '7 hours',
    'end_local', r.end_local + step * interval '7 hours')`,
  );
  await copies(
    w,
    'tasks',
    'task_uuid',
    taskUuid,
    299,
    "jsonb_build_object('title', 'Llamar ' || step)",
  );
  return { adviser, admin, contactUuid, householdUuid, meetingUuid };
}

async function made(by: Client, path: string, body: object) {
  const answer = await by.post(path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

function timesIn(days: number) {
  const day = Temporal.Now.plainDateISO('America/Santiago').add({ days });
  return { startDateTime: `${day}T10:00:00`, endDateTime: `${day}T11:00:00` };
}

/** Copies a row, with changes as SQL over the row `r` and the number `step` of the copy. */
async function copies(
  w: World,
  table: string,
  key: string,
  uuid: string,
  count: number,
  changes: string,
): Promise<void> {
  await w.db.asPlatform(async (tx) => {
    const [columns] = await tx<[{ names: string }]>`
      select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_name = ${table} and is_generated = 'NEVER'`;
    await tx.unsafe(
      `insert into ${table} (${columns.names}) select ${columns.names} from (
         select (jsonb_populate_record(r, jsonb_build_object('${key}', gen_random_uuid()) || ${changes})).*
           from ${table} r, generate_series(1, $2::int) step where r.${key} = $1) copies`,
      [uuid, count],
    );
  });
}
