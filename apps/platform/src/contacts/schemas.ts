import { Named, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { Filters } from '../lists/filter.ts';
import type { Contact, ContactInput, ContactUpdate } from './fields.ts';
import type { AddressInput } from './profile-schemas.ts';

/** The contacts that meet every condition and contain every word. */
export const ContactFilter = Type.Object({
  filters: Type.Optional(Filters),
  searchTerm: Type.Optional(Type.String({ maxLength: 200 })),
});

/** The login that a contact was given. */
export const Credentials = Named('ContactCredentials', {
  contactUuid: Uuid,
  userUuid: Uuid,
  email: Type.String(),
  credentialsInitializedAt: RecordTime,
});

export type ContactRow = Static<typeof Contact>;
export type NewContact = Static<typeof ContactInput>;
export type ContactChanges = Static<typeof ContactUpdate>;
export type ContactFilter = Static<typeof ContactFilter>;
export type AddressChanges = Static<typeof AddressInput>;
