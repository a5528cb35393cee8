import { beforeEach, expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
let m: Awaited<ReturnType<typeof meetingWorld>>;
let meeting: Awaited<ReturnType<(typeof m)['meeting']>>;
const deactivate = () =>
  m.admin.put(`/api/tenant-staff/${uuidOf(m.host)}`, { isActive: false }).then(expectDone);
const remove = () => {
  const staffUuidToDelete = uuidOf(m.host);
  return m.admin
    .delete(`/api/tenant-staff/${staffUuidToDelete}`, { staffUuidToDelete })
    .then(expectDone);
};
const expectDone = ({ status }: { status: number }) => expect([200, 204]).toContain(status);

beforeEach(async () => {
  m = await meetingWorld(w);
  meeting = await m.meeting();
});

test.each([
  ['deleted', remove],
  ['deactivated', deactivate],
])('the meetings of a host who was %s are in the administrator’s hands', async (_how, leave) => {
  const flags = async (by = m.admin) => {
    const { canEdit, canCancel, canResend, participants } = (await by.get(meeting.path)).body;
    return [canEdit, canCancel, canResend, participants[0].canResend];
  };
  expect(await flags()).toEqual([false, false, false, false]);
  expect((await m.admin.put(meeting.path, { title: 'Otra' })).status).toBe(403);
  await leave();
  expect(await flags()).toEqual([true, true, true, true]);
  expect(await flags(m.colleague)).toEqual([false, false, false, false]);
  const filters = [{ field: 'canCancel', operator: 'EQUALS', value: true }];
  const { body } = await m.admin.post('/api/v2/meetings', { filters });
  expect(body.content).toMatchObject([{ meetingUuid: meeting.meetingUuid, canCancel: true }]);

  expect((await m.admin.put(meeting.path, { title: 'Otra' })).body.title).toBe('Otra');
  expect((await m.admin.post(`${meeting.path}/resend`)).status).toBe(200);
  expect((await m.colleague.post(`${meeting.path}/cancel`)).status).toBe(403);
  const canceled = await m.admin.post(`${meeting.path}/cancel`);
  expect(canceled.body).toMatchObject({ status: 'CANCELED', canRemoveFromCalendar: true });
  expect((await m.admin.delete(`${meeting.path}/calendar-visibility`)).status).toBe(204);
});
