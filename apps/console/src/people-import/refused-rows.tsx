import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { AnswerOf, FieldError } from '../api.ts';
import { can } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../shell/person.tsx';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { faultText } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './imports.module.css';
import { useFieldLabel } from './use-field-label.ts';

type Row = AnswerOf<'listRefusedImportRows'>[number];
const size = 25;

/** The rows that were refused, as a grid to mend them in: each is tried again by itself. */
export function RefusedRows({ importUuid, refused }: { importUuid: string; refused: number }) {
  const t = useWords('imports');
  const [search, change] = useSearch();
  const number = Number(search.page ?? 1) - 1;
  const rows = useRead(
    'listRefusedImportRows',
    { path: { importUuid }, query: { page: number, size } },
    { keepsOld: true },
  );
  const { refetch } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows are refused while the import goes on.
  useEffect(() => void refetch(), [refused, refetch]);
  return (
    <Section title={t('grid')}>
      <Read of={rows} skeleton={<Lines count={5} height={40} />}>
        {(list) => (
          <>
            <ol className={classes.rows}>
              {list.map((row) => (
                <Mend key={row.line} importUuid={importUuid} row={row} />
              ))}
            </ol>
            <Pager
              page={{
                number,
                size,
                totalElements: refused,
                numberOfElements: list.length,
                first: number === 0,
                last: (number + 1) * size >= refused,
              }}
              go={(next) => change({ page: next === 0 ? undefined : String(next + 1) })}
            />
          </>
        )}
      </Read>
    </Section>
  );
}

function Mend({ importUuid, row }: { importUuid: string; row: Row }) {
  const t = useWords('imports');
  const user = usePerson();
  const labelOf = useFieldLabel();
  const write = useWrite('mendImportRow');
  const { line } = row;
  const [values, setValues] = useState<Record<string, string>>(
    () => (row.values ?? {}) as Record<string, string>,
  );
  const [errors, setErrors] = useState<readonly FieldError[]>(row.errors);
  const isDirty = Object.entries(values).some(([key, value]) => row.values?.[key] !== value);
  const save = async () => {
    const tried = await write
      .mutateAsync({ path: { importUuid, line }, body: { values } })
      .catch(() => undefined);
    if (!tried) return;
    if (tried.contactUuid) toast({ message: t('mended', { line }) });
    setErrors(tried.errors);
  };
  const reasons = errors.map((each) => `${labelOf(each.field)}: ${faultText(each)}`);
  const reasonId = `row-${line}-reason`;
  return (
    <li className={classes.row}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className={classes.rowTitle}>
          <strong>{t('lineOf', { line })}</strong>
          <span id={reasonId} className={classes.fault}>
            {reasons.join(' ')}
          </span>
        </p>
        {row.values === null ? (
          <p className={classes.muted}>{t('noValues')}</p>
        ) : (
          <div className={classes.cells}>
            {Object.entries(values).map(([column, value]) => (
              <TextInput
                key={column}
                size="xs"
                label={column}
                value={value}
                aria-describedby={reasonId}
                onChange={(event) => {
                  const next = event.currentTarget.value;
                  setValues((before) => ({ ...before, [column]: next }));
                }}
              />
            ))}
            <Button
              type="submit"
              size="xs"
              variant={isDirty ? 'filled' : 'default'}
              disabled={!can('mendImportRow', user)}
              loading={write.isPending}
            >
              {t('retry')}
            </Button>
          </div>
        )}
        {write.error && <ErrorCard error={write.error} />}
      </form>
    </li>
  );
}
