/** Every kind of event that the platform records: the subject, and what happened in the past tense. */
export const eventTypes = [
  'assistant.called',
  'auth.password_changed',
  'auth.profile_updated',
  'auth.proved',
  'auth.second_factor_added',
  'auth.second_factor_removed',
  'auth.session_ended',
  'branding.published',
  'calendar.connected',
  'calendar.disconnected',
  'calendar.settings_updated',
  'calendar.suspended',
  'calendar.suspension_decided',
  'calendar.upcoming_exported',
  'config.updated',
  'contact.created',
  'contact.credentials_initialized',
  'contact.deleted',
  'contact.duplicate_dismissed',
  'contact.duplicate_undismissed',
  'contact.erased',
  'contact.merged',
  'contact.restored',
  'contact.updated',
  'contact.viewed',
  'credential.created',
  'credential.deleted',
  'credential.rotated',
  'credential.token_issued',
  'domain.unproved',
  'domain.updated',
  'export.aborted',
  'export.completed',
  'export.started',
  'group.created',
  'group.deleted',
  'group.updated',
  'household.created',
  'household.deleted',
  'household.member_added',
  'household.member_removed',
  'household.member_updated',
  'household.restored',
  'household.updated',
  'household.viewed',
  'login.failure',
  'login.success',
  'meeting.answer_unmatched',
  'meeting.canceled',
  'meeting.created',
  'meeting.invitation_resent',
  'meeting.rsvp',
  'meeting.sync_failed',
  'meeting.synced',
  'meeting.updated',
  'note.created',
  'note.deleted',
  'note.updated',
  'organisation.created',
  'organisation.deleted',
  'organisation.restored',
  'organisation.updated',
  'partner.created',
  'partner.deleted',
  'partner.updated',
  'platform_admin.created',
  'platform_admin.deleted',
  'staff.book_transferred',
  'staff.created',
  'staff.deleted',
  'staff.password_reset_requested',
  'staff.password_set',
  'staff.updated',
  'task.completed',
  'task.created',
  'task.deleted',
  'task.reopened',
  'task.updated',
  'tenant.created',
  'tenant.deleted',
  'tenant.entered',
  'tenant.entry_refused',
  'tenant.mail_updated',
  'tenant.provisioning_token_created',
  'tenant.purged',
  'tenant.restored',
  'tenant.security_updated',
  'tenant.sso_updated',
  'tenant.updated',
  'tenant.vendor_access_ended',
  'tenant.vendor_access_opened',
  'token.created',
  'token.deleted',
  'view.created',
  'view.deleted',
  'view.updated',
  'webhook_endpoint.created',
  'webhook_endpoint.deleted',
  'webhook_endpoint.disabled',
  'webhook_endpoint.updated',
  'work_item.released',
  'work_item.taken',
] as const;

export type EventType = (typeof eventTypes)[number];

/** Names what an event may be about. */
export type EntityType =
  | 'TENANT'
  | 'STAFF'
  | 'GROUP'
  | 'PARTNER'
  | 'PLATFORM_ADMIN'
  | 'CONTACT'
  | 'ORGANISATION'
  | 'HOUSEHOLD'
  | 'MEETING'
  | 'CALENDAR_CONNECTION'
  | 'SESSION'
  | 'NOTE'
  | 'CREDENTIAL'
  | 'TOKEN'
  | 'WEBHOOK_ENDPOINT'
  | 'TASK'
  | 'VIEW'
  | 'EXPORT';
