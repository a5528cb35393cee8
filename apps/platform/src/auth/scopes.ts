/** Names the parts of the API that programs are let into one by one; a route states its own as `area`. */
export const areas = [
  'contacts',
  'households',
  'organisations',
  'meetings',
  'calendar',
  'notes',
  'tasks',
  'views',
  'analytics',
  'events',
  'staff',
  'partners',
  'tenant',
  'branding',
  'audit',
  'webhooks',
] as const;

export type Scope = `${(typeof areas)[number]}:${'read' | 'write'}`;

/** Lists everything that a token or a credential can be held to. Writing does not include reading. */
export const scopes: readonly Scope[] = areas.flatMap(
  (area) => [`${area}:read`, `${area}:write`] as const,
);
