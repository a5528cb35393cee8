import { Group } from '@mantine/core';
import { call } from '../api.ts';
import { refreshAfter } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { RecordForm } from '../ui/record-form.tsx';
import { toast } from '../ui/toast.tsx';
import type { Person } from './edit-section.tsx';
import classes from './people.module.css';
import { usePersonFields } from './person-fields.ts';

/** The last step: the address a person signs in with, and the mail that lets them choose a password. */
export function AccessStep({ person }: { person: Person }) {
  const t = useWords('people');
  const go = useGo();
  const { primaryEmail } = usePersonFields();
  const { contactUuid } = person;
  const record = { primaryEmail: person.primaryEmail ?? person.preferredEmail };
  const toPerson = () => setTimeout(() => void go(pathTo('person', { contactUuid })));
  return (
    <>
      <p className={classes.quiet}>{t('new.accessText')}</p>
      <RecordForm
        operation="updateContact"
        fields={primaryEmail}
        record={record}
        isNew
        send={async (body) => {
          await call('updateContact', { path: { contactUuid }, body });
          return call('initContactCredentials', { path: { contactUuid } });
        }}
        saved={(invited) => {
          void refreshAfter(['updateContact']);
          toast({ message: t('person.invited', { email: invited?.email ?? '' }) });
          toPerson();
        }}
        act={t('new.send')}
        draft={`new-person:${contactUuid}:4`}
      />
      <Group justify="flex-end">
        <Button variant="subtle" onClick={toPerson}>
          {t('new.later')}
        </Button>
      </Group>
    </>
  );
}
