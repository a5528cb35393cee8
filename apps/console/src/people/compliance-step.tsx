import { type BodyOf, call } from '../api.ts';
import { useWrite } from '../data.ts';
import type { FieldOf } from '../forms/paths.ts';
import { useWords } from '../i18n/words.ts';
import type { Field } from '../ui/field.tsx';
import { FieldsForm } from '../ui/record-form.tsx';
import { useComplianceFields } from './compliance-fields.ts';
import type { Person } from './edit-section.tsx';

type Body = NonNullable<BodyOf<'updateContact'>>;
type Stated = Body & { document?: object | null; home?: object | null };

/** The third step: declarations, one document, work and one address; the rest is on the compliance page. */
export function ComplianceStep({ person, next }: { person: Person; next: () => void }) {
  const t = useWords('people');
  const write = useWrite('updateContact');
  const fields = useComplianceFields();
  const within = (name: string, own: readonly Field[]): Field[] =>
    own.map(({ isRequired, isFor, ...field }) => ({
      ...field,
      path: `${name}.${field.path}`,
      ...(isFor ? { isFor: (values) => isFor((values[name] ?? {}) as never) } : {}),
    }));
  const isWork = (path: FieldOf<'updateContact'>) =>
    /employmentStatus|employerName|jobPosition/.test(path);
  const shown: Field[] = [
    ...within('document', fields.documents),
    ...fields.declarations,
    ...fields.employment.filter(({ path }) => isWork(path)),
    ...within(
      'home',
      fields.addresses.filter(
        ({ path }) => !/isPrimary|contactAddressType|state|zipCode/.test(path),
      ),
    ),
  ];
  const path = { contactUuid: person.contactUuid };
  const read = (contact: Person) => ({
    ...contact,
    document: contact.identityDocuments?.[0],
    home: contact.addresses[0],
  });
  const bodyOf = ({ document, home, ...rest }: Stated, contact: Person): Body => ({
    ...rest,
    ...(document
      ? { identityDocuments: [document, ...(contact.identityDocuments ?? []).slice(1)] as never }
      : {}),
    ...(home ? { addresses: homesOf(home, contact) as never } : {}),
  });
  return (
    <FieldsForm
      fields={shown}
      record={read(person)}
      send={async (stated: Stated, { headers }) => {
        const contact = await call('getContact', { path });
        return write.mutateAsync({ path, body: bodyOf(stated, contact), headers });
      }}
      saved={next}
      act={t('new.next')}
      draft={`new-person:${person.contactUuid}:3`}
      reread={async () => read(await call('getContact', { path }))}
      of={{ entityType: 'CONTACT', entityUuid: person.contactUuid }}
      pathOf={(field) =>
        field
          .replace(/^identityDocuments\[0\]\./, 'document.')
          .replace(/^addresses\[\d+\]\./, 'home.')
      }
    />
  );
}

const slices = ['SALES', 'COMPLIANCE'] as const;
type Address = Person['addresses'][number];
const ownParts = ({
  addressUuid: _,
  contactAddressType: _kind,
  isPrimary: _first,
  ...rest
}: Address) => JSON.stringify(rest);

/** Returns the home as it is sent: for both purposes, or as the addresses that were the one that is corrected. */
function homesOf(home: object, { addresses }: Person): object[] {
  const [first] = addresses;
  if (!first)
    return slices.map((contactAddressType) => ({ ...home, contactAddressType, isPrimary: true }));
  const {
    addressUuid: _,
    contactAddressType: _kind,
    isPrimary: _first,
    ...parts
  } = home as Address;
  return addresses
    .filter((each) => ownParts(each) === ownParts(first))
    .map(({ addressUuid }) => ({ ...parts, addressUuid }));
}
