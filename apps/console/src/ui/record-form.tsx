import { useForm } from '@mantine/form';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { modKey, useKeys } from '../keys.ts';
import { Button } from './button.tsx';
import { clearDraft, readDraft, useDraft } from './draft.ts';
import { type Field, FieldInput, typedValues, type Values, wireValues } from './field.tsx';
import { FormError, showFaults } from './form.tsx';
import classes from './record-form.module.css';

type Props = {
  fields: readonly Field[];
  record?: unknown;
  /** Saves what is stated; an ApiError it throws lands under the fields. */
  save: (wire: Record<string, unknown>) => Promise<unknown>;
  /** Called after saving, and when the person gives up. */
  close?: () => void;
  act: string;
  /** The name under which what is typed outlives the page. */
  draft?: string;
  /** Returns the form's path for a path that the server named, where they differ. */
  pathOf?: (field: string) => string;
  /** Told of what is typed. */
  onType?: (values: Values) => void;
};

/** A form of a record's fields: faults under them, drafts kept, Save within reach, ⌘Enter. */
export function RecordForm({ fields, record, save, close, act, draft, pathOf, onType }: Props) {
  const t = useWords('common');
  const element = useRef<HTMLFormElement>(null);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const stored = typedValues(fields, record);
  const form = useForm<Values>({
    initialValues: readDraft<Values>(draft) ?? stored,
    ...(onType ? { onValuesChange: onType } : {}),
  });
  useDraft(draft, form.values, form.isDirty());
  useKeys([{ keys: 'mod+Enter', label: act, run: () => element.current?.requestSubmit() }]);
  const shown = fields.filter(({ isFor }) => isFor?.(form.values) ?? true);

  const end = () => {
    clearDraft(draft);
    close?.();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRunning(true);
    setError(null);
    try {
      await save(wireValues(shown, form.values));
      end();
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      // A fault of a part, `preferredPhoneNumber.phoneNumber`, is shown at the field that holds it.
      const placed = (path: string) =>
        fields.find((each) => path === each.path || path.startsWith(`${each.path}.`))?.path ?? path;
      const own = named(failed, (path) => placed(pathOf?.(path) ?? path));
      showFaults(form, own);
      setError(own);
    } finally {
      setRunning(false);
    }
  };
  const labelOf = (path: string) =>
    fields.find((field) => field.path === path || path.startsWith(`${field.path}.`))?.label ?? path;
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <FormError error={error} labelOf={labelOf} />
      <div className={classes.fields}>
        {shown.map((field) => (
          <div key={field.path} data-long={field.kind === 'long' || undefined}>
            <FieldInput field={field} form={form} />
          </div>
        ))}
      </div>
      <div className={classes.footer}>
        {close && (
          <Button variant="default" onClick={end}>
            {t('cancel')}
          </Button>
        )}
        <Button type="submit" loading={isRunning} title={`${modKey} ↵`}>
          {act}
        </Button>
      </div>
    </form>
  );
}

/** Returns a failure whose faults are named as the form's own fields. */
function named(error: ApiError, pathOf: (field: string) => string): ApiError {
  const errors = error.errors.map((each) => ({ ...each, field: pathOf(each.field) }));
  return new ApiError(error.status, { ...error.problem, errors }, error.retryAfter);
}
