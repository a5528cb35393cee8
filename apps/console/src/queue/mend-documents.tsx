import { useState } from 'react';
import type { BodyOf } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showDate, today } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { DateField } from '../ui/date-field.tsx';
import { FormError } from '../ui/form.tsx';
import { Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { PersonLink } from './person-link.tsx';
import classes from './queue.module.css';

type Documents = NonNullable<BodyOf<'updateContact'>['identityDocuments']>;

/** The identity documents of a person, each with the day it expires, to be renewed here. */
export function MendDocuments({ contactUuid }: { contactUuid: string }) {
  const t = useWords('queue');
  const contact = useRead('getContact', { path: { contactUuid } });
  return (
    <Read of={contact}>
      {({ identityDocuments }) => (
        <>
          <p>{t('documentsHow')}</p>
          <DocumentsForm
            contactUuid={contactUuid}
            documents={(identityDocuments ?? []) as Documents}
          />
          <PersonLink contactUuid={contactUuid} />
        </>
      )}
    </Read>
  );
}

function DocumentsForm({ contactUuid, documents }: { contactUuid: string; documents: Documents }) {
  const t = useWords('queue');
  const [dates, setDates] = useState<Record<number, string>>({});
  const write = useWrite('updateContact');
  const save = async () => {
    const identityDocuments = documents.map((each, index) =>
      dates[index]
        ? {
            ...each,
            specificationData: { ...each.specificationData, expirationDate: dates[index] },
          }
        : each,
    );
    await write.mutateAsync({ path: { contactUuid }, body: { identityDocuments } });
    toast({ message: t('saved') });
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(() => undefined);
      }}
    >
      {documents.map(({ specificationData: document }, index) => {
        const expires = document?.expirationDate;
        const isOver = expires !== undefined && expires !== null && expires < today().toString();
        const kind = t(`document.${document?.specificationType}`, { defaultValue: '' });
        return (
          <div key={`${document?.specificationType} ${document?.identityId}`}>
            <DateField
              label={t('expiresOn', { document: kind, id: document?.identityId ?? '' })}
              value={dates[index] ?? expires ?? ''}
              onChange={(date) => setDates({ ...dates, [index]: date })}
            />
            {isOver && <Chip tone="bad">{t('expired', { date: showDate(expires) })}</Chip>}
          </div>
        );
      })}
      <FormError error={write.error} />
      <Button type="submit" disabled={Object.keys(dates).length === 0} loading={write.isPending}>
        {t('saveDates')}
      </Button>
    </form>
  );
}
