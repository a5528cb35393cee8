import { credentialKind } from './auth/credentials/kind.ts';
import { personalTokenKind } from './auth/personal-tokens/kind.ts';
import { calendarConnectionKind } from './calendar/connections/kind.ts';
import { contactKind } from './contacts/kind.ts';
import { householdKind } from './households/kind.ts';
import type { Kind } from './kind.ts';
import type { MeetingServices } from './meetings/export-change.ts';
import { meetingKind } from './meetings/kind.ts';
import { noteKind } from './notes/kind.ts';
import { organisationKind } from './organisations/kind.ts';
import { partnerKind } from './partners/kind.ts';
import { platformAdminKind } from './platform-admins/kind.ts';
import { groupKind } from './scim/groups/kind.ts';
import { staffKind } from './staff/kind.ts';
import { taskKind } from './tasks/kind.ts';
import { tenantKind } from './tenants/kind.ts';
import { viewKind } from './views/kind.ts';
import { endpointKind } from './webhook-endpoints/kind.ts';

/**
 * Returns all kinds of records, in the order in which merging and erasing go through them. Names of
 * actors are looked for in it too: staff before contacts. Events in calendars are made of meetings,
 * and so come last.
 */
export const allKinds = (services: MeetingServices): readonly Kind[] => [
  tenantKind,
  staffKind,
  contactKind,
  platformAdminKind,
  credentialKind,
  personalTokenKind,
  householdKind,
  meetingKind(services),
  noteKind,
  taskKind,
  organisationKind,
  partnerKind,
  groupKind,
  viewKind,
  endpointKind,
  calendarConnectionKind,
];
