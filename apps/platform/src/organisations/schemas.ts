import { Kept, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { Version } from '../http/if-match.ts';

const Name = Type.String({
  minLength: 1,
  maxLength: 255,
  format: 'not-blank',
  examples: ['Inversiones Araya SpA'],
});

const optional = {
  legalName: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  taxId: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  country: Type.Optional(Nullable(Type.String({ format: 'country', examples: ['CHL'] }))),
  isActive: Type.Optional(Type.Boolean()),
};

export const OrganisationInput = Type.Object({ name: Name, ...optional });

/** The fields that requests state of an organisation. */
export const organisationNames = ['name', 'legalName', 'taxId', 'country', 'isActive'] as const;

/** The same, all optional: absent stays, null clears. */
export const OrganisationUpdate = Type.Object({ name: Kept(Name), ...optional });

export const Organisation = Named('Organisation', {
  organisationUuid: Uuid,
  tenantUuid: Uuid,
  name: Type.String(),
  legalName: Nullable(Type.String()),
  taxId: Nullable(Type.String()),
  country: Nullable(Type.String()),
  isActive: Type.Boolean(),
  version: Version,
  createdAt: RecordTime,
  updatedAt: RecordTime,
});

export type OrganisationRow = Static<typeof Organisation>;
export type NewOrganisation = Static<typeof OrganisationInput>;
export type OrganisationChanges = Static<typeof OrganisationUpdate>;
