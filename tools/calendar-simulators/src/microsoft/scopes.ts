// Delegated permissions: https://learn.microsoft.com/graph/permissions-reference
export const writesEvents = ['calendars.readwrite'];
export const readsEvents = ['calendars.read', ...writesEvents];
export const readsUser = ['user.read', 'user.readwrite'];
