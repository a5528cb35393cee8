import { Select, Switch, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { can } from '../can.ts';
import { useWrite } from '../data.ts';
import { contactFields } from '../field-catalogue.ts';
import { clearDraft, keepDraft, readDraft } from '../forms/drafts.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { ownUuid, usePerson } from '../person.ts';
import { StaffSelect } from '../records/staff-select.tsx';
import { FormError } from '../ui/form.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { ColumnTable } from './column-table.tsx';
import { type Field, fieldOf, fields, guess, needed } from './fields.ts';
import classes from './imports.module.css';
import { heldOf, type SaidOfColumns, saidOfColumns } from './kept-columns.ts';
import { PreviewAndRun } from './preview-and-run.tsx';
import { type Checked, csvType, type Reading } from './use-check.ts';
import { useFieldLabel } from './use-field-label.ts';

type Props = {
  file: File;
  /** Holds what the file has, before anybody has said what its columns hold. */
  found: Checked;
  back: () => void;
  started: (importUuid: string) => void;
};

const choices = {
  contactType: contactFields.contactType.values,
  contactMeans: contactFields.contactMeans.values,
  preferredContactLanguage: contactFields.preferredContactLanguage.values,
} as const;
type Default = keyof typeof choices;
const phoneCode = 'preferredPhoneNumber.phoneCountryCode';
/**
 * Keeps what was said of a file. What its columns hold is found again with the next one, as far as they have
 * the same names; how amounts are written and whether people are updated only if all of them have.
 */
type Said = {
  names: string[];
  held: SaidOfColumns<Field>;
  defaults: Record<Default, string>;
  code: string;
  decimal: 'COMMA' | 'POINT' | null;
  updates: boolean;
};

const draft = 'import:contacts';

const amounts: readonly Field[] = ['annualIncome', 'liquidNetWorth', 'totalNetWorth'];
const defaultNames = Object.keys(choices) as Default[];

/** Returns how a file calls its columns. */
const namesOf = ({ columns }: Pick<Checked, 'columns'>) => columns.map(({ name }) => name);

/** Says what each column of the file holds, and what all rows have in common. */
export function MapColumns({ file, found, back, started }: Props) {
  const t = useWords('imports');
  const enums = useWords('enums');
  const user = usePerson();
  const labelOf = useFieldLabel();
  const write = useWrite('importContacts');
  const { columns } = found;
  const [kept] = useState(() => readDraft<Said>(draft));
  const same = JSON.stringify(kept?.names) === JSON.stringify(namesOf(found)) ? kept : undefined;
  const [held, setHeld] = useState<(Field | null)[]>(() => {
    const guesses = columns.map(
      ({ name, field }) =>
        fieldOf(field) ?? guess(name, labelOf) ?? guessAdviser(name, found.sample[0]?.values[name]),
    );
    return heldOf(columns, kept?.held ?? {}, guesses);
  });
  const [defaults, setDefaults] = useState<Record<Default, string>>(
    kept?.defaults ?? {
      contactType: 'PROSPECT',
      contactMeans: 'EMAIL',
      preferredContactLanguage: currentLanguage() === 'en' ? 'ENGLISH' : 'SPANISH',
    },
  );
  const [code, setCode] = useState(kept?.code ?? (currentLanguage() === 'en' ? '+44' : '+56'));
  const [decimal, setDecimal] = useState(same?.decimal ?? null);
  // Whoever runs the platform looks after nobody.
  const self = ownUuid(user) ? user : undefined;
  const [manager, setManager] = useState(self?.userUuid);
  const [updates, setUpdates] = useState(same?.updates ?? false);
  useEffect(() => {
    const said = saidOfColumns(columns, held, kept?.held);
    const names = namesOf({ columns });
    keepDraft(draft, { names, held: said, defaults, code, decimal, updates } satisfies Said);
  }, [columns, kept, held, defaults, code, decimal, updates]);
  const needsCode = held.includes('preferredPhoneNumber.phoneNumber') && !held.includes(phoneCode);
  const hasAmounts = amounts.some((field) => held.includes(field));
  const choosesManager = !held.includes('contactManagerId');
  const namesPeople = held.includes('contactUuid');
  const isChange = namesPeople && updates;
  const missing = isChange
    ? []
    : [
        ...needed.filter((field) => !held.includes(field)),
        ...(choosesManager && !manager ? (['contactManagerId'] as const) : []),
      ];
  // A column that the server would leave out by itself needs no word.
  const mapping = Object.fromEntries(
    columns.flatMap(({ name, field }, at) =>
      held[at] || field !== null ? [[name, held[at] ?? null]] : [],
    ),
  );
  const own = defaultNames.filter((name) => !held.includes(name));
  const common = {
    ...(needsCode ? { [phoneCode]: code.trim() } : {}),
    ...Object.fromEntries(own.map((name) => [name, defaults[name]])),
    ...(choosesManager && { contactManagerId: manager ?? '' }),
  };
  const reading: Reading = {
    mapping: JSON.stringify(mapping),
    defaults: JSON.stringify(common),
    ...(hasAmounts && decimal && { decimal }),
    onExisting: isChange ? 'UPDATE' : 'SKIP',
  };
  const run = async () => {
    const made = await write
      .mutateAsync({ query: reading, body: file, headers: csvType })
      .catch(() => undefined);
    if (!made || !('importUuid' in made)) return;
    clearDraft(draft);
    started(made.importUuid);
  };
  return (
    <>
      <FormError error={write.error} labelOf={labelOf} />
      <Section title={t('columns')}>
        <ColumnTable found={found} fields={fields} held={held} setHeld={setHeld} />
        {choosesManager && columns.some(({ name }) => isOfAdviser(name)) && (
          <p className={classes.muted}>{t('isEmail')}</p>
        )}
      </Section>
      <Section title={t('common')}>
        <p className={classes.muted}>{t('commonText')}</p>
        <div className={classes.defaults}>
          {own.map((name) => (
            <Select
              key={name}
              label={labelOf(name)}
              allowDeselect={false}
              data={choices[name].map((value: string) => ({
                value,
                label: enums(`${name}.${value}`),
              }))}
              value={defaults[name]}
              onChange={(value) => value && setDefaults({ ...defaults, [name]: value })}
            />
          ))}
          {choosesManager && (
            <StaffSelect
              label={t('manager')}
              {...(self && { value: { uuid: self.userUuid, name: self.displayName } })}
              onChange={({ uuid }) => setManager(uuid)}
            />
          )}
          {missing.includes('contactManagerId') && (
            <p className={classes.muted}>
              {t('staffFirst')}{' '}
              {can('importStaff', user) && (
                <Link href={pathTo('team', { member: 'import' })}>{t('toTeam')}</Link>
              )}
            </p>
          )}
          {needsCode && (
            <TextInput
              label={labelOf(phoneCode)}
              inputMode="tel"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
          {hasAmounts && (
            <Select
              label={t('decimal')}
              placeholder={t('decimalOfFile')}
              clearable
              data={[
                { value: 'COMMA', label: '1.234,56' },
                { value: 'POINT', label: '1,234.56' },
              ]}
              value={decimal}
              onChange={setDecimal}
            />
          )}
          {namesPeople && (
            <Switch
              label={t('updates')}
              checked={updates}
              onChange={(event) => setUpdates(event.currentTarget.checked)}
            />
          )}
        </div>
      </Section>
      <PreviewAndRun
        kind="contacts"
        file={file}
        reading={reading}
        missing={missing.map((field) =>
          field === 'contactManagerId' ? t('manager') : labelOf(field),
        )}
        again={back}
        isRunning={write.isPending}
        run={() => void run()}
      />
    </>
  );
}

/** Returns the field of advisers for a column that is called so and has e-mails. */
const guessAdviser = (name: string, value = ''): Field | null =>
  isOfAdviser(name) && value.includes('@') ? 'contactManagerId' : null;

/** Returns whether a column is called as one that names who looks after each person. */
const isOfAdviser = (name: string) => /advis[eo]r|asesor|manager|ejecutiv|gestor/i.test(name);
