import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { exportLanguages, separators } from '../enumerations.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Column } from '../ui/table.tsx';
import classes from './list.module.css';
import type { Look } from './list-file.ts';

type Props = {
  columns: readonly Pick<Column<unknown>, 'label' | 'fields'>[];
  isRunning: boolean;
  run: (look: Look) => void;
  close: () => void;
};

/** Asks how a list is written as it is shown: its columns, in words of a language, for the spreadsheets of a country. */
export default function DownloadShown({ columns, isRunning, run, close }: Props) {
  const t = useWords('tables');
  const enums = useWords('enums');
  const isSpanish = currentLanguage() === 'es';
  const [language, setLanguage] = useState<(typeof exportLanguages)[number]>(
    isSpanish ? 'SPANISH' : 'ENGLISH',
  );
  const [separator, setSeparator] = useState<(typeof separators)[number]>(
    isSpanish ? 'SEMICOLON' : 'COMMA',
  );
  const shown = columns.filter(({ fields }) => fields);
  return (
    <Dialog title={t('shown.title')} isOpen close={close}>
      <div className={classes.save}>
        <p className={classes.quiet}>
          {t('shown.columns', { names: shown.map(({ label }) => label).join(', ') })}
        </p>
        <Select
          label={t('shown.language')}
          allowDeselect={false}
          data={exportLanguages.map((value) => ({
            value,
            label: enums(`preferredContactLanguage.${value}`),
          }))}
          value={language}
          onChange={(value) => value && setLanguage(value)}
        />
        <Select
          label={t('shown.separator')}
          description={t('shown.separatorText')}
          allowDeselect={false}
          data={separators.map((value) => ({ value, label: t(`shown.separators.${value}`) }))}
          value={separator}
          onChange={(value) => value && setSeparator(value)}
        />
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {t('shown.back')}
        </Button>
        <Button
          loading={isRunning}
          onClick={() =>
            // A column states fields of its list's rows, which are those of the list's file.
            run({
              columns: shown.flatMap(({ fields = [] }) => fields) as never[],
              language,
              separator,
            })
          }
        >
          {t('shown.act')}
        </Button>
      </Group>
    </Dialog>
  );
}
