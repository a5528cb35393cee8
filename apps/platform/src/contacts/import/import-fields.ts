import type { FieldKind, ImportField } from '../../imports/importable.ts';
import type { ListName } from '../../platform-configs/default-lists.ts';
import { ContactInput, ContactUpdate, contactTable } from '../fields.ts';

export const phoneCode = 'preferredPhoneNumber.phoneCountryCode';
export const phoneNumber = 'preferredPhoneNumber.phoneNumber';
/** The column of a Chilean number, which is of that type and has its digit checked. */
export const rut = 'RUT';
/** The column that names the contact of a row, if it is there already. */
export const contactUuid = 'contactUuid';

const lists: Record<string, ListName> = {
  stageName: 'stages',
  contactSource: 'sources',
  segmentName: 'segments',
  marketSegment: 'segments',
};

const examples: Record<string, string> = {
  [phoneCode]: '+56',
  [phoneNumber]: '+56 9 1234 5678',
  [rut]: '12.345.678-5',
  identityId: '12.345.678-5',
  contactManagerId: 'ana.rojas@andes.example',
  dateOfBirth: '28-02-1985',
  stageName: 'LEAD',
  contactSource: 'REFERRAL',
  segmentName: 'AFFLUENT',
  marketSegment: 'AFFLUENT',
  firstName: 'Ana',
  paternalLastName: 'Soto',
};

type Schema = {
  type?: string | string[];
  enum?: (string | null)[];
  format?: string;
  examples?: string[];
};
const exampleUuid = '018f2d6e-7c1a-7000-8000-5a3c2b1d0e4f';

function fieldOf(name: string): ImportField {
  const { list, create, update } = contactTable[name as never] as {
    list?: { type: string };
    create?: Schema;
    update?: Schema;
  };
  const schema: Schema = update ?? create ?? {};
  const codes = schema.enum?.filter((each) => each !== null);
  return {
    name,
    kind: kindOf(name, schema, list?.type),
    ...(lists[name] && { list: lists[name] }),
    ...(codes && { codes }),
    example: examples[name] ?? codes?.[0] ?? schema.examples?.[0] ?? exampleOf(name),
    isClearable: schema.type?.includes('null') ?? false,
  };
}

function kindOf(name: string, schema: Schema, type: string | undefined): FieldKind {
  if (lists[name]) return 'LIST';
  if (schema.enum) return 'CODE';
  if (type === 'date') return 'DATE';
  if (type === 'number') return 'AMOUNT';
  if (name === 'identityId') return 'DIGITS';
  return type === 'text' && schema.format !== 'e-mail' ? 'TEXT' : 'PLAIN';
}

const exampleOf = (name: string) => (/Uuid$|Id$/.test(name) ? exampleUuid : 'Ana');

const isColumn = (name: string) => {
  const schema = (ContactUpdate.properties as Record<string, Schema>)[name] ?? {};
  const { exported } = contactTable[name as never] as { exported?: true };
  return name in ContactInput.properties || (exported && schema.type !== undefined);
};

const plain = (name: string, kind: FieldKind): ImportField => ({
  name,
  kind,
  example: examples[name] ?? exampleUuid,
  isClearable: false,
});

/** The fields of a contact that a column may hold, by name: what creates one and what an export has. */
export const importFields: ReadonlyMap<string, ImportField> = new Map(
  [
    plain(contactUuid, 'PLAIN'),
    ...Object.keys(contactTable)
      .filter((name) => name !== 'preferredPhoneNumber' && isColumn(name))
      .map(fieldOf),
    plain(phoneCode, 'PLAIN'),
    plain(phoneNumber, 'DIGITS'),
    { ...plain(rut, 'DIGITS'), of: 'identityId' },
  ].map((field) => [field.name, field]),
);

/** The fields without which there is no contact. */
export const requiredFields = [
  'firstName',
  'paternalLastName',
  'contactType',
  'contactMeans',
  'preferredContactLanguage',
  'contactManagerId',
] as const;
