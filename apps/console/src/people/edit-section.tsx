import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { type AnswerOf, call } from '../api.ts';
import { can } from '../can.ts';
import { useWrite } from '../data.ts';
import { useFocusInPlace } from '../focus-in-place.ts';
import type { FieldOf } from '../forms/paths.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { Facts } from '../records/facts.tsx';
import type { Field } from '../records/field.tsx';
import { RecordForm } from '../records/record-form.tsx';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';

export type Person = AnswerOf<'getContact'>;
export type PersonField = Field<FieldOf<'updateContact'>>;
type Props = { title: string; fields: readonly PersonField[]; person: Person; name: string };

/** A section of a person's record, edited in its place. */
export function EditSection({ title, fields, person, name }: Props) {
  const t = useWords('common');
  const user = usePerson();
  const [isEditing, setEditing] = useState(false);
  const place = useFocusInPlace<HTMLElement>(isEditing);
  const write = useWrite('updateContact');
  const path = { contactUuid: person.contactUuid };
  const edit = can('updateContact', user) && !isEditing && (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPencil size={14} aria-hidden />}
      aria-label={t('edited', { name: title })}
      data-opens
      onClick={() => setEditing(true)}
    >
      {t('edit')}
    </Button>
  );
  // A field has two forms where its kind depends on another: the one that is for this record.
  const own = fields.filter(({ isFor }) => isFor?.(person) ?? true);
  return (
    <Section ref={place} title={title} acts={edit}>
      {isEditing ? (
        <RecordForm
          operation="updateContact"
          fields={fields}
          record={person}
          send={(body, { headers }) => write.mutateAsync({ path, body, headers })}
          saved={() => {
            setEditing(false);
            toast({ message: t('saved') });
          }}
          close={() => setEditing(false)}
          act={t('save')}
          reread={() => call('getContact', { path })}
          of={{ entityType: 'CONTACT', entityUuid: person.contactUuid }}
          draft={`person:${person.contactUuid}:${name}`}
        />
      ) : (
        <Facts fields={own} record={person} />
      )}
    </Section>
  );
}
