import { randomUUIDv7 } from 'node:crypto';
import { recordEvent } from '../events.ts';
import type { StaffRow } from '../staff/schemas.ts';
import { plan, type Scene, today, workingMoment } from './past.ts';

const days = 365;

/** Plans a year of sign-ins: of some of the staff on working days, and now and then a wrong password. */
export function planLogins(
  scene: Scene,
  staff: readonly Pick<StaffRow, 'tenantStaffUuid' | 'roles'>[],
): void {
  const { tx, random } = scene;
  for (let daysAgo = days; daysAgo > 0; daysAgo--) {
    if (today(scene).subtract({ days: daysAgo }).dayOfWeek > 5) continue;
    for (const { tenantStaffUuid: actorId, roles } of staff.filter(() => random.chance(0.12))) {
      const succeeds = random.chance(0.95);
      const succeeded = { userType: roles[0] ?? '', first: 'false' };
      plan(scene, undefined, workingMoment(scene, daysAgo), () =>
        recordEvent(tx, {
          eventType: succeeds ? 'login.success' : 'login.failure',
          actor: { actorType: 'TENANT_STAFF', actorId },
          entityType: 'SESSION',
          entityId: succeeds ? randomUUIDv7() : null,
          attributes: succeeds ? succeeded : { reason: 'WRONG_CREDENTIALS' },
        }),
      );
    }
  }
}
