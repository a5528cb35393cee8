import type { AnswerOf, BodyOf } from './api.ts';

/** Takes a list of all values of an enumeration of the API: one that lacks a value, or has another, does not compile. */
const every =
  <T extends string>() =>
  <const L extends readonly T[]>(values: L & ([T] extends [L[number]] ? unknown : never)): L =>
    values;

type Task = AnswerOf<'getTask'>;
type Meeting = AnswerOf<'getMeeting'>;
type Staff = NonNullable<BodyOf<'createStaffMember'>>;
type Policy = AnswerOf<'getSecurityPolicy'>;
type Export = NonNullable<BodyOf<'exportContacts'>>;

// Each in the order in which it is offered.
export const priorities = every<Task['priority']>()(['LOW', 'NORMAL', 'HIGH']);
export const noteKinds = every<AnswerOf<'getNote'>['kind']>()(['NOTE', 'CALL', 'EMAIL', 'VISIT']);
export const places = every<Meeting['locationType']>()(['IN_PERSON', 'ONLINE']);
export const answers = every<Meeting['participants'][number]['rsvpStatus']>()([
  'UNKNOWN',
  'ACCEPTED',
  'DECLINED',
]);
export const meetingStates = every<Meeting['status']>()(['ACTIVE', 'CANCELED']);
export const staffTypes = every<Staff['staffType']>()(['ADMIN', 'ADVISOR', 'MANAGER']);
export const programRoles = every<BodyOf<'createCredential'>['roles'][number]>()([
  'TENANT_STAFF',
  'TENANT_ADMIN',
]);
export type ProgramRole = (typeof programRoles)[number];
export const signIns = every<AnswerOf<'getSsoConnection'>['signIn']>()(['ANY', 'SSO_ONLY']);
export const secondFactors = every<Policy['secondFactor']>()(['OPTIONAL', 'REQUIRED']);
export const assistants = every<Policy['assistants']>()(['OFF', 'READ']);
export const vendorAccess = every<Policy['vendorAccess']>()(['OPEN', 'TOLD', 'APPROVED']);
export const clientNamings = every<AnswerOf<'getCalendarSettings'>['clientNames']>()([
  'FULL',
  'INITIALS',
  'HIDDEN',
]);
export const exportLanguages = every<NonNullable<Export['language']>>()(['SPANISH', 'ENGLISH']);
export const separators = every<NonNullable<Export['separator']>>()(['SEMICOLON', 'COMMA']);
export const messageStates = every<AnswerOf<'listWebhookMessages'>['content'][number]['status']>()([
  'PENDING',
  'DELIVERED',
  'FAILED',
]);
export const accessKinds = every<AnswerOf<'reviewAccess'>[number]['kind']>()([
  'STAFF',
  'CLIENT',
  'CREDENTIAL',
  'TOKEN',
  'ENDPOINT',
]);
