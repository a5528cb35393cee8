import {
  type Call,
  expectStatus,
  type Headers,
  say,
} from '@atrium/api-client/test-support/call-api.ts';

type Cast = { admin: Headers; leaver: Headers; successor: Headers; contactUuid: string };

/** Hands an adviser's book over to another, and brings a client back who was deleted by mistake. */
export async function tourHandover(
  call: Call,
  { admin, leaver, successor, contactUuid }: Cast,
): Promise<void> {
  const transfer = `/api/tenant-staff/${leaver['x-user-id']}/transfer`;
  const toStaffUuid = successor['x-user-id'];
  for (const dryRun of [true, false]) {
    const moved = expectStatus(200, await call('POST', transfer, { toStaffUuid, dryRun }, admin));
    const { contacts, households, meetings } = moved;
    say(
      `   ${dryRun ? 'would move' : 'moved'} ${contacts} contact, ${households} household, ${meetings} meeting`,
    );
  }
  const path = `/api/contacts/${contactUuid}`;
  expectStatus(204, await call('DELETE', path, undefined, successor));
  expectStatus(404, await call('GET', path, undefined, successor));
  const deleted = {
    includeDeleted: true,
    filters: [{ field: 'deletedAt', operator: 'IS_NOT_NULL' }],
  };
  const { content } = expectStatus(200, await call('POST', '/api/v2/contacts', deleted, admin));
  for (const { firstName, deletedAt } of content)
    say(`   ${firstName} was deleted at ${deletedAt}`);
  const restored = expectStatus(200, await call('POST', `${path}/restore`, {}, admin));
  say(`   ${restored.firstName} is back in ${restored.householdUuids.length} household`);
  for (const { kind, reason } of restored.notRestored) say(`   not back: ${kind} (${reason})`);
}
