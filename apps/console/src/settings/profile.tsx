import { Group, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AnswerOf, ApiError, BodyOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { changeLanguage, useWords } from '../i18n/words.ts';
import { machineZone, showIn, showNowIn } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { FormError, showFaults } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './settings.module.css';

export type Me = AnswerOf<'getMe'>;
type Language = Me['platformLanguage'];
type Change = NonNullable<BodyOf<'updateMe'>>;

const zones = Intl.supportedValuesOf('timeZone');

/** Language, time zone and phone of the person. */
export function Profile({ me }: { me: Me }) {
  const t = useWords('settings');
  const save = useWrite('updateMe');
  const form = useForm({
    initialValues: {
      platformLanguage: me.platformLanguage as string,
      timeZone: me.timeZone ?? machineZone(),
      countryCode: me.contactPhone?.countryCode ?? '',
      number: me.contactPhone?.number ?? '',
    },
  });
  const { timeZone } = form.values;
  const isElsewhere = timeZone !== machineZone();

  const submit = form.onSubmit(async (values) => {
    const phone = { countryCode: values.countryCode.trim(), number: digitsOf(values.number) };
    const hasPhone = phone.countryCode !== '' || phone.number !== '';
    const body: Change = {
      platformLanguage: values.platformLanguage as Language,
      timeZone: values.timeZone,
      ...(hasPhone ? { contactPhone: phone } : me.contactPhone ? { contactPhone: null } : {}),
    };
    try {
      await save.mutateAsync({ body });
    } catch (error) {
      const faults = (error as ApiError).errors.map((each) => ({
        ...each,
        field: each.field.replace('contactPhone.', ''),
      }));
      return showFaults(form, Object.assign(error as ApiError, { errors: faults }));
    }
    showIn(values.timeZone);
    await changeLanguage(values.platformLanguage === 'ENGLISH' ? 'en' : 'es');
    form.resetDirty();
    toast({ message: t('saved') });
  });

  return (
    <Section title={t('profile.title')}>
      <form onSubmit={submit} className={classes.form} noValidate>
        <FormError error={save.error} labelOf={(field) => t(`profile.${field}`)} />
        <div className={classes.who}>
          <strong>{me.displayName}</strong>
          <span>{me.email}</span>
        </div>
        <Select
          label={t('profile.platformLanguage')}
          data={[
            { value: 'SPANISH', label: 'Español' },
            { value: 'ENGLISH', label: 'English' },
          ]}
          allowDeselect={false}
          {...form.getInputProps('platformLanguage')}
        />
        <Select
          label={t('profile.timeZone')}
          description={
            isElsewhere
              ? t('profile.elsewhere', {
                  now: showNowIn(timeZone),
                  machine: machineZone(),
                  there: showNowIn(machineZone()),
                })
              : t('profile.now', { now: showNowIn(timeZone) })
          }
          data={zones.includes(timeZone) ? zones : [timeZone, ...zones]}
          searchable
          allowDeselect={false}
          limit={60}
          nothingFoundMessage={t('profile.noZone')}
          {...form.getInputProps('timeZone')}
        />
        <div className={classes.phone}>
          <TextInput
            label={t('profile.countryCode')}
            placeholder="+56"
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
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('save')}
          </Button>
        </Group>
      </form>
    </Section>
  );
}

const digitsOf = (text: string) => text.replace(/[\s().-]/g, '');
