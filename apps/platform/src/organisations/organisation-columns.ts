import type { OrganisationChanges } from './schemas.ts';

const names = ['name', 'legalName', 'taxId', 'country', 'isActive'] as const;

/** Keeps what a request states of an organisation; what it leaves out stays out. */
export function toColumns(input: OrganisationChanges): OrganisationChanges {
  const stated = names.filter((name) => input[name] !== undefined);
  return Object.fromEntries(stated.map((name) => [name, input[name]]));
}
