import { staffTypes } from '../enumerations.ts';
import type { FieldOf } from '../forms/paths.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import type { Field } from '../records/field.tsx';
import { languageOptions } from '../ui/languages.ts';

type MemberField = Field<FieldOf<'updateStaffMember'>>;

const currencyCodes = ['CLP', 'CLF', 'USD', 'EUR', 'GBP', 'ARS', 'BRL', 'COP', 'MXN', 'PEN', 'UYU'];

/** Returns the fields of a staff member: what an invitation asks, and the rest; and the currencies to choose from. */
export function useMemberFields(known?: { legalResidence: string; commissionCurrency: string }) {
  const t = useWords('team');
  const enums = useWords('enums');
  const names = new Intl.DisplayNames([currentLanguage()], { type: 'currency' });
  const withOwn = (all: readonly string[], own: string | undefined) =>
    own && !all.includes(own) ? [own, ...all] : all;
  const currencies = withOwn(currencyCodes, known?.commissionCurrency).map((value) => ({
    value,
    label: `${value} · ${names.of(value) ?? value}`,
  }));
  const first: MemberField[] = [
    { path: 'firstName', label: t('fields.firstName'), kind: 'text', isRequired: true },
    {
      path: 'paternalLastName',
      label: t('fields.paternalLastName'),
      kind: 'text',
      isRequired: true,
    },
    { path: 'maternalLastName', label: t('fields.maternalLastName'), kind: 'text' },
    {
      path: 'userEmail',
      label: t('fields.userEmail'),
      kind: 'email',
      isRequired: true,
      placeholder: t('fields.emailExample'),
    },
    {
      path: 'staffType',
      label: t('fields.staffType'),
      kind: 'choice',
      isRequired: true,
      options: staffTypes.map((value) => ({ value, label: enums(`staffType.${value}`) })),
    },
    { path: 'jobPosition', label: t('fields.jobPosition'), kind: 'text' },
    {
      path: 'platformLanguage',
      label: t('fields.platformLanguage'),
      kind: 'choice',
      isRequired: true,
      options: languageOptions,
    },
  ];
  const rest: MemberField[] = [
    { path: 'middleName', label: t('fields.middleName'), kind: 'text' },
    { path: 'email', label: t('fields.email'), kind: 'email', isRequired: true },
    { path: 'contactPhone', label: t('fields.contactPhone'), kind: 'phone' },
    { path: 'timeZone', label: t('fields.timeZone'), kind: 'zone', isRequired: true },
    {
      path: 'legalResidence',
      label: t('fields.legalResidence'),
      kind: known?.legalResidence.length === 3 ? 'country' : 'country2',
      isRequired: true,
    },
    {
      path: 'commissionCurrency',
      label: t('fields.commissionCurrency'),
      kind: 'choice',
      isRequired: true,
      options: currencies,
    },
  ];
  return { first, all: [...first, ...rest], currencies };
}
