import { Select, TextInput } from '@mantine/core';
import type { AnswerOf, BodyOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { pathsThatDiffer } from '../forms/paths.ts';
import { StandingForm } from '../forms/standing-form.tsx';
import { useForm } from '../forms/use-form.ts';
import { changeLanguage, useWords } from '../i18n/words.ts';
import { machineZone, showIn, showNowIn, showZone } from '../time.ts';
import { languageOptions } from '../ui/languages.ts';
import { Section } from '../ui/page.tsx';
import ZoneSelect from '../ui/zone-select.tsx';
import classes from './settings.module.css';

export type Me = AnswerOf<'getMe'>;
type Change = NonNullable<BodyOf<'updateMe'>>;

const valuesOf = (me: Me) => ({
  platformLanguage: me.platformLanguage,
  timeZone: me.timeZone ?? machineZone(),
  countryCode: me.contactPhone?.countryCode ?? '',
  number: me.contactPhone?.number ?? '',
});
type Values = ReturnType<typeof valuesOf>;

/** Returns what changes the own record from one form to another; the parts of a phone go together. */
function changesOf(values: Values, from: Values): Change {
  const changed = pathsThatDiffer(values, from);
  const phone = { countryCode: values.countryCode.trim(), number: digitsOf(values.number) };
  const hasPhone = phone.countryCode !== '' || phone.number !== '';
  return {
    ...(changed.includes('platformLanguage') && {
      platformLanguage: values.platformLanguage,
    }),
    ...(changed.includes('timeZone') && { timeZone: values.timeZone }),
    ...((changed.includes('countryCode') || changed.includes('number')) && {
      contactPhone: hasPhone ? phone : null,
    }),
  };
}

/** Language, time zone and phone of the person. */
export function Profile({ me }: { me: Me }) {
  return <StandingForm>{(saved) => <ProfileForm me={me} saved={saved} />}</StandingForm>;
}

function ProfileForm({ me, saved }: { me: Me; saved: () => void }) {
  const t = useWords('settings');
  const save = useWrite('updateMe');
  const state = useForm({
    initial: valuesOf(me),
    draft: 'profile',
    limits: () => ({
      countryCode: 'updateMe:contactPhone.countryCode',
      number: 'updateMe:contactPhone.number',
    }),
    send: (values, { headers, initial }) =>
      save.mutateAsync({ body: changesOf(values, initial), headers }),
    saved: (_, values) => {
      showIn(values.timeZone);
      void changeLanguage(values.platformLanguage === 'ENGLISH' ? 'en' : 'es');
      saved();
    },
    anew: (now) => ({ values: valuesOf(now) }),
    pathOf: (field) => field.replace('contactPhone.', '').replace(/^contactPhone$/, 'number'),
  });
  const { form } = state;
  const { timeZone } = form.values;
  const isElsewhere = timeZone !== machineZone();
  const isTyped = pathsThatDiffer(form.values, valuesOf(me)).length > 0;
  return (
    <Section title={t('profile.title')}>
      <Form
        of={state}
        act={t('save')}
        labelOf={(field) => t(`profile.${field}`, '')}
        isLine
        isDisabled={!isTyped}
        className={classes.form}
      >
        <div className={classes.who}>
          <strong>{me.displayName}</strong>
          <span>{me.email}</span>
        </div>
        <Select
          label={t('profile.platformLanguage')}
          data={[...languageOptions]}
          allowDeselect={false}
          {...form.getInputProps('platformLanguage')}
        />
        <ZoneSelect
          label={t('profile.timeZone')}
          description={
            isElsewhere
              ? t('profile.elsewhere', {
                  now: showNowIn(timeZone),
                  machine: showZone(machineZone()),
                  there: showNowIn(machineZone()),
                })
              : t('profile.now', { now: showNowIn(timeZone) })
          }
          nothingFoundMessage={t('profile.noZone')}
          {...form.getInputProps('timeZone')}
        />
        <div className={classes.phone}>
          <TextInput
            label={t('profile.countryCode')}
            placeholder={t('profile.codeExample')}
            inputMode="tel"
            autoComplete="tel-country-code"
            {...form.getInputProps('countryCode')}
          />
          <TextInput
            label={t('profile.number')}
            inputMode="tel"
            autoComplete="tel-national"
            {...form.getInputProps('number')}
          />
        </div>
      </Form>
    </Section>
  );
}

const digitsOf = (text: string) => text.replace(/[\s().-]/g, '');
