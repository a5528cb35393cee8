import { Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { staffTypes } from '../enumerations.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { ColumnTable } from '../people-import/column-table.tsx';
import classes from '../people-import/imports.module.css';
import { PreviewAndRun } from '../people-import/preview-and-run.tsx';
import { type Checked, csvType, type Reading } from '../people-import/use-check.ts';
import { useFieldLabel } from '../people-import/use-field-label.ts';
import { useMe } from '../person.ts';
import { machineZone } from '../time.ts';
import { FormError } from '../ui/form.tsx';
import { languageOptions } from '../ui/languages.ts';
import { guessColumns, type ImportField, importFields, needed } from './import-fields.ts';

type Props = {
  file: File;
  /** Holds what the file has, before anybody has said what its columns hold. */
  found: Checked;
  again: () => void;
  started: (importUuid: string) => void;
};

const [number, code] = ['contactPhone.number', 'contactPhone.countryCode'] as const;

/** Says what each column of a file of colleagues holds, what all rows have in common, and who is invited. */
export function ImportColumns({ file, found, again, started }: Props) {
  const own = useWords('team');
  const enums = useWords('enums');
  const me = useMe();
  const labelOf = useFieldLabel();
  const write = useWrite('importStaff');
  const { columns } = found;
  const [held, setHeld] = useState(() => guessColumns(columns, labelOf));
  const [common, setCommon] = useState({
    staffType: 'ADVISOR',
    platformLanguage: me.data?.platformLanguage ?? 'SPANISH',
    [code]: currentLanguage() === 'en' ? '+44' : '+56',
  });
  const [invite, setInvite] = useState(true);
  const isHeld = (field: ImportField) => held.includes(field);
  const missing = needed.filter((field) => !isHeld(field));
  const asked = {
    timeZone: me.data?.timeZone ?? machineZone(),
    legalResidence: 'CL',
    commissionCurrency: 'CLP',
    ...common,
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
    if (made && 'importUuid' in made) started(made.importUuid);
  };
  return (
    <div className={classes.stack}>
      <FormError error={write.error} labelOf={labelOf} />
      <ColumnTable found={found} fields={importFields} held={held} setHeld={setHeld} />
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
        again={again}
        isRunning={write.isPending}
        run={() => void run()}
      />
    </div>
  );
}
