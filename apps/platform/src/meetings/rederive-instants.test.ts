import { afterAll, expect, test } from 'vitest';
import { meetingWorld, withoutMailState } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { createJobs } from '../background/jobs.ts';
import { system } from '../database/principal.ts';
import { rederiveInstants } from './rederive-instants.ts';
import { rulesVersion } from './time.ts';

const w = await world({}, { own: true });
const m = await meetingWorld(w);
const { logger } = w.services;
const jobs = createJobs({ url: w.config.databaseUrl ?? '', logger });
afterAll(jobs.stop);

/** Makes a meeting's instants what rules of long ago said: an hour off. */
const age = (meetingUuid: string) =>
  w.db.asTenant(
    m.tenant.tenantUuid,
    system,
    (tx) => tx`
    update meetings set starts_at = starts_at - interval '1 hour', ends_at = ends_at - interval '1 hour',
           rules_version = '1999a' where meeting_uuid = ${meetingUuid}`,
  );
const instants = (meetingUuid: string) =>
  w.db.asTenant(
    m.tenant.tenantUuid,
    system,
    (tx) => tx`
    select m.starts_at = timestamptz '2030-05-06 14:00Z' as right, p.starts_at = m.starts_at as followed, m.rules_version
      from meetings m join meeting_participants p using (tenant_uuid, meeting_uuid)
     where meeting_uuid = ${meetingUuid} limit 1`,
  );

test('newer zone rules move the instants, not the local times', async () => {
  const meeting = await m.meeting();
  await age(meeting.meetingUuid);
  expect(await instants(meeting.meetingUuid)).toMatchObject([{ right: false, followed: true }]);
  expect(await w.db.asPlatform((tx) => rederiveInstants(tx, rulesVersion))).toBe(1);
  expect(await instants(meeting.meetingUuid)).toMatchObject([
    { right: true, followed: true, rulesVersion },
  ]);
  const { body } = await m.host.get(meeting.path);
  expect(withoutMailState(body)).toEqual(withoutMailState({ ...meeting, path: undefined }));
});

test('rules that are no newer leave everything as it is', async () => {
  await m.meeting();
  expect(await w.db.asPlatform((tx) => rederiveInstants(tx, rulesVersion))).toBe(0);
  expect(await w.db.asPlatform((tx) => rederiveInstants(tx, '1998z'))).toBe(0);
});

test('a start of the platform looks to it', async () => {
  const meeting = await m.meeting();
  await age(meeting.meetingUuid);
  await jobs.start([], w.services.schedules);
  await expect.poll(() => instants(meeting.meetingUuid)).toMatchObject([{ right: true }]);
});
