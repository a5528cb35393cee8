import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { can } from '../can.ts';
import { useWrite } from '../data.ts';
import { clearDraft, keepDraft, readDraft } from '../forms/drafts.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { Button } from '../ui/button.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './imports.module.css';
import { type Kind, kinds } from './kinds.ts';
import { useReasons } from './use-reasons.ts';

type Row = AnswerOf<'listRefusedImportRows'>[number];
type Props = { kind: Kind; importUuid: string; row: Row; columns: readonly string[] };

/** A refused row of the grid: its cells are changed, and it is tried again by itself. */
export function MendRow({ kind, importUuid, row, columns }: Props) {
  const t = useWords('imports');
  const user = usePerson();
  const reasonsOf = useReasons();
  const write = useWrite(kinds[kind].mend);
  const { line } = row;
  const draft = `import-row:${importUuid}:${line}`;
  const [values, setValues] = useState<Record<string, string>>(
    () => readDraft(draft) ?? ((row.values ?? {}) as Record<string, string>),
  );
  const typed = useRef(values);
  typed.current = values;
  const [errors, setErrors] = useState<Row['errors']>(row.errors);
  const isDirty = Object.entries(values).some(([key, value]) => row.values?.[key] !== value);
  const save = async () => {
    const tried = await write
      .mutateAsync({ path: { importUuid, line }, body: { values } })
      .catch(() => undefined);
    if (!tried) return;
    // What was tried is the row's own by now; what was typed since is kept.
    if (typed.current === values) clearDraft(draft);
    if (tried.errors.length === 0) toast({ message: t('mended', { line }) });
    setErrors(tried.errors);
  };
  const ids = { reason: `row-${line}-reason`, form: `row-${line}` };
  const isBad = (name: string) => errors.some(({ column }) => column === name);
  return (
    <>
      <tr data-bad>
        <th scope="row">{t('lineOf', { line })}</th>
        {columns.map((column) => (
          <td key={column}>
            {row.values !== null && (
              <TextInput
                size="xs"
                form={ids.form}
                aria-label={t('cellOf', { column, line })}
                aria-describedby={ids.reason}
                error={isBad(column)}
                value={values[column] ?? ''}
                onChange={(event) => {
                  const next = { ...values, [column]: event.currentTarget.value };
                  keepDraft(draft, next);
                  setValues(next);
                }}
              />
            )}
          </td>
        ))}
        <td className={classes.retry}>
          <form
            id={ids.form}
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
          >
            <Button
              type="submit"
              size="xs"
              variant={isDirty ? 'filled' : 'default'}
              disabled={row.values === null || !can(kinds[kind].mend, user)}
              loading={write.isPending}
            >
              {t('retry')}
            </Button>
          </form>
        </td>
      </tr>
      <tr>
        <td />
        <td id={ids.reason} colSpan={columns.length + 1} className={classes.why}>
          {reasonsOf(errors)}
          {row.values === null && <p className={classes.muted}>{t('noValues')}</p>}
          {write.error && <ErrorCard error={write.error} />}
        </td>
      </tr>
    </>
  );
}
