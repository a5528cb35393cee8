import table from 'virtual:operations';
import type { OperationId } from './api.ts';

/**
 * What is read of each resource changes with these resources too: a household shows its members' names,
 * a contact its households and who manages it.
 */
const shows: Readonly<Record<string, readonly string[]>> = {
  calendar: ['meetings'],
  brief: ['meetings', 'contacts', 'households', 'notes', 'tasks'],
  contacts: ['households', 'tenant-staff', 'platformconfigs'],
  history: [
    'contacts',
    'households',
    'meetings',
    'organisations',
    'tasks',
    'tenant-staff',
    'tenants',
  ],
  households: ['contacts', 'organisations', 'tenant-staff'],
  meetings: ['calendar'],
  platform: ['tenants'],
  start: ['auth', 'calendar', 'meetings', 'tenants'],
  'tenant-domains': ['tenants'],
  timeline: ['contacts', 'households', 'meetings', 'notes', 'tasks'],
  today: ['contacts', 'meetings', 'tasks', 'calendar', 'tenants', 'tenant-staff', 'work-queue'],
  insights: ['contacts', 'households', 'meetings', 'tasks'],
  'work-queue': ['contacts', 'meetings', 'tasks', 'calendar'],
};

/** What some writes change besides the resource of their path. */
const changes: Readonly<Record<string, readonly string[]>> = {
  deleteStaffMember: ['contacts', 'households', 'meetings', 'tasks'],
  eraseContact: ['households', 'meetings', 'notes', 'tasks'],
  mergeContacts: ['households', 'meetings', 'notes', 'tasks'],
  transferBook: ['contacts', 'households', 'meetings', 'tasks'],
};

/** The resource of each kind of record, as the stream of changes names kinds. */
const resourceOfKind: Readonly<Record<string, string>> = {
  CALENDAR_CONNECTION: 'calendar',
  CONTACT: 'contacts',
  HOUSEHOLD: 'households',
  MEETING: 'meetings',
  NOTE: 'notes',
  ORGANISATION: 'organisations',
  PARTNER: 'partners',
  STAFF: 'tenant-staff',
  TASK: 'tasks',
  TENANT: 'tenants',
  VIEW: 'views',
  WEBHOOK_ENDPOINT: 'webhook-endpoints',
};

/** Parts of paths that say nothing of the resource. */
const passedOver = /^(api|v\d|core|public|auth|\{\w+\})$/;

/** Returns the resource of an operation's path; of a composed read its own. */
function resourceOf(id: OperationId): string {
  const path = table[id]?.[1] ?? '';
  if (path.endsWith('/brief')) return 'brief';
  if (path.startsWith('/api/auth/')) return 'auth';
  return path.split('/').find((part) => part !== '' && !passedOver.test(part)) ?? '';
}

/** Returns the tags of what an operation reads: any change of one of them makes its answer old. */
export function tagsOfRead(id: OperationId): readonly string[] {
  const resource = resourceOf(id);
  return [resource, ...(shows[resource] ?? [])];
}

/** Returns the tags of what an operation changes. */
export const tagsOfWrite = (id: OperationId): readonly string[] => [
  resourceOf(id),
  ...(changes[id] ?? []),
];

/** Returns the tags of a change of a record that somebody else made. */
export function tagsOfChange(entityType: string, eventType: string): readonly string[] {
  if (eventType.startsWith('work_item.')) return ['work-queue'];
  if (eventType === 'config.updated') return ['platformconfigs'];
  return [resourceOfKind[entityType] ?? entityType];
}

/** Returns the read whose answer a change of one record answers too, as `updateTask` does that of `getTask`. */
export function readAnsweredBy(id: OperationId): OperationId | undefined {
  const [method, path] = table[id] ?? [];
  const read = id.replace(/^update/, 'get') as OperationId;
  return method === 'PUT' && read !== id && table[read]?.[1] === path ? read : undefined;
}
