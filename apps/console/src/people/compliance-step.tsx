import type { BodyOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import type { Field } from '../ui/field.tsx';
import { RecordForm } from '../ui/record-form.tsx';
import { useComplianceFields } from './compliance-fields.ts';
import type { Person } from './edit-section.tsx';

const kinds = { home: 'addresses', document: 'identityDocuments' } as const;

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
  const shown = [
    ...within('document', fields.documents),
    ...fields.declarations,
    ...fields.employment.slice(0, 3),
    ...within(
      'home',
      fields.addresses.filter(
        ({ path }) => !/isPrimary|contactAddressType|state|zipCode/.test(path),
      ),
    ),
  ];
  const record = { ...person, document: person.identityDocuments?.[0], home: person.addresses[0] };
  const save = async (wire: Record<string, unknown>) => {
    const { document, home, ...rest } = wire;
    const both = home
      ? (['SALES', 'COMPLIANCE'] as const).map((contactAddressType) => ({
          ...(home as object),
          contactAddressType,
          isPrimary: true,
        }))
      : [];
    const body = {
      ...rest,
      ...(document
        ? { [kinds.document]: [document, ...(person.identityDocuments ?? []).slice(1)] }
        : {}),
      ...(home && person.addresses.length === 0 ? { [kinds.home]: both } : {}),
    };
    await write.mutateAsync({
      path: { contactUuid: person.contactUuid },
      body: body as BodyOf<'updateContact'>,
    });
    next();
  };
  return (
    <RecordForm
      fields={shown}
      record={record}
      save={save}
      act={t('new.next')}
      draft={`new-person:${person.contactUuid}:3`}
      pathOf={(field) =>
        field
          .replace(/^identityDocuments\[0\]\./, 'document.')
          .replace(/^addresses\[[01]\]\./, 'home.')
      }
    />
  );
}
