import { Select, Switch, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { countryName, countryOptions } from '../countries.ts';
import { useWrite } from '../data.ts';
import { staffTypes } from '../enumerations.ts';
import { clearDraft, keepDraft, readDraft } from '../forms/drafts.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { ColumnTable } from '../people-import/column-table.tsx';
import classes from '../people-import/imports.module.css';
import { heldOf, type SaidOfColumns, saidOfColumns } from '../people-import/kept-columns.ts';
import { PreviewAndRun } from '../people-import/preview-and-run.tsx';
import { type Checked, csvType, type Reading } from '../people-import/use-check.ts';
import { useFieldLabel } from '../people-import/use-field-label.ts';
import { useMe } from '../person.ts';
import { machineZone } from '../time.ts';
import { FormError } from '../ui/form.tsx';
import { languageOptions } from '../ui/languages.ts';
import { guessColumns, type ImportField, importFields, needed } from './import-fields.ts';
import { useMemberFields } from './use-member-fields.ts';
import { usualHome } from './usual-home.ts';

type Props = {
  file: File;
  /** Holds what the file has, before anybody has said what its columns hold. */
  found: Checked;
  again: () => void;
  started: (importUuid: string) => void;
};

/** Keeps what was said of a file, which is found again with the next one, as far as its columns have the same names. */
type Said = {
  held: SaidOfColumns<ImportField>;
  common: Record<'staffType' | 'platformLanguage' | typeof code | (typeof home)[number], string>;
  invite: boolean;
};

const draft = 'import:staff';
const home = ['legalResidence', 'commissionCurrency'] as const;
const [number, code] = ['contactPhone.number', 'contactPhone.countryCode'] as const;

/** Says what each column of a file of colleagues holds, what all rows have in common, and who is invited. */
export function ImportColumns({ file, found, again, started }: Props) {
  const t = useWords('imports');
  const own = useWords('team');
  const enums = useWords('enums');
  const me = useMe();
  const labelOf = useFieldLabel();
  const write = useWrite('importStaff');
  const { columns } = found;
  const { currencies } = useMemberFields();
  const [kept] = useState(() => readDraft<Said>(draft));
  const [held, setHeld] = useState(() =>
    heldOf(columns, kept?.held ?? {}, guessColumns(columns, labelOf)),
  );
  const [common, setCommon] = useState<Said['common']>(
    kept?.common ?? {
      staffType: 'ADVISOR',
      platformLanguage: me.data?.platformLanguage ?? 'SPANISH',
      [code]: currentLanguage() === 'en' ? '+44' : '+56',
      ...usualHome(),
    },
  );
  const [invite, setInvite] = useState(kept?.invite ?? true);
  useEffect(() => {
    const said = saidOfColumns(columns, held, kept?.held);
    keepDraft(draft, { held: said, common, invite } satisfies Said);
  }, [columns, kept, held, common, invite]);
  const isHeld = (field: ImportField) => held.includes(field);
  const missing = needed.filter((field) => !isHeld(field));
  const asked = { timeZone: me.data?.timeZone ?? machineZone(), ...common };
  const lacking = home.filter((field) => !isHeld(field));
  const options = {
    legalResidence: countryOptions(currentLanguage(), 2),
    commissionCurrency: currencies,
  };
  const needsCode = isHeld(number) && !isHeld(code);
  const reading: Reading = {
    mapping: JSON.stringify(
      Object.fromEntries(columns.map(({ name }, at) => [name, held[at] ?? null])),
    ),
    defaults: JSON.stringify(
      Object.fromEntries(
        Object.entries(asked).filter(
          ([field]) => !isHeld(field as ImportField) && (field !== code || needsCode),
        ),
      ),
    ),
  };
  const run = async () => {
    const query = { ...reading, invite };
    const made = await write
      .mutateAsync({ query, body: file, headers: csvType })
      .catch(() => undefined);
    if (!made || !('importUuid' in made)) return;
    clearDraft(draft);
    started(made.importUuid);
  };
  return (
    <div className={classes.stack}>
      <FormError error={write.error} labelOf={labelOf} />
      <ColumnTable found={found} fields={importFields} held={held} setHeld={setHeld} />
      <p className={classes.muted}>{t('commonText')}</p>
      <div className={classes.defaults}>
        {!isHeld('staffType') && (
          <Select
            label={labelOf('staffType')}
            allowDeselect={false}
            data={staffTypes.map((value) => ({ value, label: enums(`staffType.${value}`) }))}
            value={common.staffType}
            onChange={(staffType) => staffType && setCommon({ ...common, staffType })}
          />
        )}
        {!isHeld('platformLanguage') && (
          <Select
            label={labelOf('platformLanguage')}
            allowDeselect={false}
            data={[...languageOptions]}
            value={common.platformLanguage}
            onChange={(platformLanguage) =>
              platformLanguage && setCommon({ ...common, platformLanguage })
            }
          />
        )}
        {lacking.map((field) => (
          <Select
            key={field}
            label={labelOf(field)}
            allowDeselect={false}
            searchable
            data={options[field]}
            value={common[field]}
            onChange={(value) => value && setCommon({ ...common, [field]: value })}
          />
        ))}
        {needsCode && (
          <TextInput
            label={labelOf(code)}
            inputMode="tel"
            value={common[code]}
            onChange={(event) => setCommon({ ...common, [code]: event.currentTarget.value })}
          />
        )}
        <Switch
          label={own('import.invite')}
          description={own('import.inviteText')}
          checked={invite}
          onChange={(event) => setInvite(event.currentTarget.checked)}
        />
      </div>
      <PreviewAndRun
        kind="staff"
        file={file}
        reading={reading}
        missing={missing.map(labelOf)}
        filled={lacking.map((field) =>
          field === 'legalResidence'
            ? countryName(common[field], currentLanguage())
            : common[field],
        )}
        again={again}
        isRunning={write.isPending}
        run={() => void run()}
      />
    </div>
  );
}
