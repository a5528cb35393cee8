/** The fields of a person that a column of a file may hold, the ones that are needed first. */
export const fields = [
  'firstName',
  'paternalLastName',
  'maternalLastName',
  'middleName',
  'preferredEmail',
  'preferredPhoneNumber.phoneCountryCode',
  'preferredPhoneNumber.phoneNumber',
  'contactType',
  'contactMeans',
  'preferredContactLanguage',
  'identityType',
  'identityId',
  'RUT',
  'identityCountry',
  'dateOfBirth',
  'gender',
  'maritalStatus',
  'stageName',
  'contactSource',
  'segmentName',
  'annualIncome',
  'liquidNetWorth',
  'totalNetWorth',
  'displayName',
  'primaryEmail',
  'status',
  'contactPreference',
  'marketSegment',
  'countryOfBirth',
  'countryOfCitizenship',
  'contactManagerId',
  'contactUuid',
] as const;
export type Field = (typeof fields)[number];

/** Lists what a column must hold; the rest has a value that suits all rows. */
export const needed: readonly Field[] = ['firstName', 'paternalLastName'];

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase();

/** Names that files give to columns besides the fields' own words. */
const known: Partial<Record<Field, readonly string[]>> = {
  firstName: ['nombre', 'nombres', 'name', 'givenname'],
  paternalLastName: ['apellido', 'apellidos', 'lastname', 'surname'],
  maternalLastName: ['segundoapellido', 'apellido2'],
  preferredEmail: ['correo', 'email', 'mail', 'correoelectronico'],
  'preferredPhoneNumber.phoneNumber': ['telefono', 'celular', 'movil', 'phone', 'mobile'],
  'preferredPhoneNumber.phoneCountryCode': ['prefijo', 'codigopais', 'phonecode'],
  identityId: ['documento', 'identity'],
  dateOfBirth: ['nacimiento', 'birthdate', 'birthday'],
};

/** Returns the field that the server says a column holds, if it is one that is offered here. */
export const fieldOf = (name: string | null): Field | undefined =>
  fields.find((field) => field === name);

/** Returns the field that a column seems to hold, by its name. */
export function guess(column: string, labelOf: (field: Field) => string): Field | undefined {
  const name = folded(column);
  return fields.find(
    (field) =>
      folded(field) === name || folded(labelOf(field)) === name || known[field]?.includes(name),
  );
}
