import { importColumns } from '../field-catalogue.ts';

export type Field = (typeof importColumns)[number];

/** What the platform knows of every person of a firm by itself. */
const ofFirm: readonly Field[] = [
  'firmId',
  'firmType',
  'capturedByType',
  'capturedByEntityUuid',
  'contactManagerFirmType',
];

/** The fields of a person that a column of a file may hold. */
export const fields: readonly Field[] = importColumns.filter((name) => !ofFirm.includes(name));

/** Lists what a column must hold; the rest has a value that suits all rows. */
export const needed: readonly Field[] = ['firstName', 'paternalLastName'];

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase();

const words = (text: string) => text.split(' ');

/** Names that files give to columns besides the fields' own words. */
const known: Partial<Record<Field, readonly string[]>> = {
  firstName: ['nombre', 'nombres', 'name', 'givenname'],
  paternalLastName: ['apellido', 'apellidos', 'lastname', 'surname'],
  maternalLastName: ['segundoapellido', 'apellido2'],
  preferredEmail: ['correo', 'email', 'mail', 'correoelectronico'],
  'preferredPhoneNumber.phoneNumber': words(
    'telefono fono tel celular movil telefonomovil numerodetelefono phone phonenumber telephone mobile mobilephone ' +
      'mobilenumber cellphone cell',
  ),
  'preferredPhoneNumber.phoneCountryCode': ['prefijo', 'codigopais', 'phonecode'],
  identityId: words('documento numerodedocumento identity document documentnumber idnumber'),
  dateOfBirth: ['nacimiento', 'birthdate', 'birthday', 'dob'],
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
