const starts = `from meeting_participants p
  where p.tenant_uuid = c.tenant_uuid and p.entity_uuid = c.contact_uuid and p.removed_at is null
    and not p.canceled`;

/** SQL of when the last meeting began to which `contacts c` is invited, canceled ones apart, and when the next one begins. */
export const meetingsOfContact = {
  last: `(select max(p.starts_at) ${starts} and p.starts_at <= now())`,
  next: `(select min(p.starts_at) ${starts} and p.starts_at > now())`,
};
