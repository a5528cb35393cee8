import { Group, Select, Switch, TextInput } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import classes from '../people-import/imports.module.css';
import { Preview } from '../people-import/preview.tsx';
import { type Checked, csvType, type Reading, useCheck } from '../people-import/use-check.ts';
import { useFieldLabel } from '../people-import/use-field-label.ts';
import { useMe } from '../shell/person.tsx';
import { machineZone } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form.tsx';
import { guessColumns, type ImportField, importFields, needed } from './import-fields.ts';
import { staffTypes } from './use-member-fields.ts';

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
  const t = useWords('imports');
  const own = useWords('team');
  const enums = useWords('enums');
  const me = useMe();
  const labelOf = useFieldLabel();
  const write = useWrite('importStaff');
  const { columns, sample } = found;
  const [held, setHeld] = useState(() => guessColumns(columns, labelOf));
  const [common, setCommon] = useState({
    staffType: 'ADVISOR',
    platformLanguage: me.data?.platformLanguage ?? 'SPANISH',
    [code]: '+56',
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
  const [isPreviewed, setPreviewed] = useState(false);
  const isReady = missing.length === 0;
  const check = useCheck('staff', file, reading, isPreviewed && isReady);
  // What would be done is known of these very columns, not of those before the last change.
  const isSeen = isReady && check.isSuccess && !check.isPlaceholderData;
  const run = async () => {
    const query = { ...reading, invite };
    const made = await write
      .mutateAsync({ query, body: file as never, headers: csvType })
      .catch(() => undefined);
    if (made && 'importUuid' in made) started(made.importUuid);
  };
  return (
    <div className={classes.stack}>
      <FormError error={write.error} labelOf={labelOf} />
      <div className={classes.frame}>
        <table className={classes.table}>
          <caption className="visually-hidden">{t('columns')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('column')}</th>
              <th scope="col">{t('example')}</th>
              <th scope="col">{t('holds')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ name: column }, at) => (
              <tr key={column}>
                <th scope="row">{column}</th>
                <td className={classes.muted}>{sample[0]?.values[column]}</td>
                <td>
                  <Select
                    aria-label={t('holdsOf', { column })}
                    placeholder={t('leftOut')}
                    data={importFields
                      .filter((field) => field === held[at] || !isHeld(field))
                      .map((value) => ({ value, label: labelOf(value) }))}
                    value={held[at] ?? null}
                    onChange={(field) =>
                      setHeld(held.map((each, index) => (index === at ? field : each)))
                    }
                    searchable
                    clearable
                    clearButtonProps={{ 'aria-label': t('leaveOut', { column }) }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
            data={[
              { value: 'SPANISH', label: 'Español' },
              { value: 'ENGLISH', label: 'English' },
            ]}
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
      {isPreviewed && isReady && <Preview check={check} />}
      <Group justify="flex-end">
        {missing.length > 0 && (
          <span className={classes.fault}>
            {t('needed', { fields: missing.map(labelOf).join(', ') })}
          </span>
        )}
        <Button variant="default" onClick={again}>
          {t('otherFile')}
        </Button>
        <Button
          variant={isSeen ? 'default' : 'filled'}
          disabled={!isReady}
          loading={check.isFetching}
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => (isPreviewed ? void check.refetch() : setPreviewed(true))}
          writes={false}
        >
          {t('previewAct')}
        </Button>
        <Button
          variant={isSeen ? 'filled' : 'default'}
          disabled={!isSeen || check.data.accepted === 0}
          loading={write.isPending}
          onClick={() => void run()}
        >
          {t('run')}
        </Button>
      </Group>
    </div>
  );
}
