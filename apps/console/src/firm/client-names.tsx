import { Radio } from '@mantine/core';
import { can } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { clientNamings } from '../enumerations.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { Section } from '../ui/page.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './firm.module.css';

/** Chooses what the calendars of Google and Microsoft learn of the firm's clients. */
export function ClientNames() {
  const t = useWords('firm');
  const mayChange = can('updateCalendarSettings', usePerson());
  const settings = useRead('getCalendarSettings', {});
  const save = useWrite('updateCalendarSettings');
  const choose = (clientNames: string) =>
    save.mutate(
      { body: { clientNames: clientNames as (typeof clientNamings)[number] } },
      {
        onSuccess: () => toast({ message: t('clientNames.saved') }),
      },
    );
  return (
    <Section title={t('clientNames.title')}>
      <p className={classes.muted}>{t('clientNames.text')}</p>
      <Read of={settings} skeleton={<Lines count={3} height={28} />}>
        {({ clientNames }) => (
          <Radio.Group
            aria-label={t('clientNames.title')}
            value={save.isPending ? save.variables.body?.clientNames : clientNames}
            onChange={choose}
          >
            <div className={classes.stack}>
              {clientNamings.map((policy) => (
                <Radio
                  key={policy}
                  value={policy}
                  disabled={!mayChange}
                  label={t(`clientNames.${policy}`)}
                  description={t(`clientNames.examples.${policy}`)}
                />
              ))}
            </div>
          </Radio.Group>
        )}
      </Read>
      {save.error && <ErrorCard error={save.error} />}
    </Section>
  );
}
