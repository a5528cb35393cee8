import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { BodyOf, OperationId } from '../api.ts';
import { Form } from '../forms/form.tsx';
import { lastChangeOf, type RecordKey } from '../forms/last-change.ts';
import { changesOf, type FieldOf, pathsThatDiffer } from '../forms/paths.ts';
import type { Limits } from '../forms/told-limits.ts';
import { type Sending, useForm } from '../forms/use-form.ts';
import {
  type Field,
  FieldInput,
  faultOf,
  shownValue,
  typedValues,
  type Values,
  wireOf,
} from './field.tsx';
import classes from './record-form.module.css';

/** Some fields of a form under a heading. */
export type Group = {
  title: string;
  fields: readonly Field[];
  below?: (values: Values) => ReactNode;
};

type Versioned = { version?: number };
type Props<Path extends string, Body, A> = {
  fields: readonly Field<Path>[];
  /** The record, or what a new one begins with. */
  record?: object | null | undefined;
  /** True where there is no record yet: all that is stated is sent. */
  isNew?: boolean;
  limits: Limits<Values>;
  /** Sends what was changed. */
  send: (body: Body, sending: Pick<Sending<Values>, 'headers'>) => Promise<A>;
  saved: (answer: A | undefined) => void;
  /** Returns the record that a form which stays on its page begins with again. */
  anew?: (answer: A) => object;
  /** Called when the person gives up. */
  close?: () => void;
  act: string;
  /** The name under which what is typed outlives the page. */
  draft: string;
  /** Reads the record anew, and says which one it is, where others may change it meanwhile. */
  reread?: () => Promise<object>;
  of?: RecordKey;
  /** Returns the form's path for a path that the server named, where they differ. */
  pathOf?: (field: string) => string;
  /** Parts the fields under headings, each with what is shown below it, told of what is typed. */
  groups?: readonly Group[];
  /** Stands below the fields. */
  after?: ReactNode;
};

/** A form of a record's fields. Only what was changed is sent, based on the version that was shown. */
export function FieldsForm<Path extends string, Body, A>(props: Props<Path, Body, A>) {
  const {
    fields,
    record,
    isNew = false,
    send,
    saved,
    anew,
    close,
    act,
    draft,
    reread,
    of,
    after,
    groups,
  } = props;
  const latest = useRef(record);
  const versionOf = (some: unknown) => (isNew ? undefined : (some as Versioned | null)?.version);
  const at = (path: string) =>
    fields.find((each) => path === each.path || path.startsWith(`${each.path}.`));
  const shownOf = (values: Values) => fields.filter(({ isFor }) => isFor?.(values) ?? true);
  const basedOn = (some: object | null | undefined) => {
    latest.current = some;
    return { values: typedValues(fields, some), version: versionOf(some) };
  };
  const state = useForm<Values, A | undefined>({
    initial: typedValues(fields, record),
    version: versionOf(record),
    draft,
    limits: props.limits,
    isAsked: (path, values) => shownOf(values).some((each) => each.path === path),
    check: (values) => {
      const faults = shownOf(values).map((each) => [each.path, faultOf(each, values)] as const);
      return Object.fromEntries(faults.flatMap(([path, fault]) => (fault ? [[path, fault]] : [])));
    },
    send: async (values, { headers, initial }) => {
      const changed = new Set(pathsThatDiffer(values, initial));
      const stated = shownOf(values)
        .map((each) => [each.path as string, wireOf(each, values)] as const)
        .filter(([path, value]) => (isNew ? value !== null : changed.has(path)));
      if (stated.length === 0 && !isNew) return undefined;
      return send(changesOf(latest.current, new Map(stated)) as Body, { headers });
    },
    saved,
    ...(anew && {
      anew: (answer: A | undefined) =>
        basedOn(answer === undefined ? latest.current : anew(answer)),
    }),
    ...(reread
      ? {
          reread: async () => {
            const [now, last] = await Promise.all([reread(), of ? lastChangeOf(of) : {}]);
            return { ...basedOn(now), ...last };
          },
        }
      : {}),
    // A fault of a part, `preferredPhoneNumber.phoneNumber`, is shown at the field that holds it.
    pathOf: (path) => {
      const own = props.pathOf?.(path) ?? path;
      return at(own)?.path ?? own;
    },
  });
  const { form } = state;
  const shown = shownOf(form.values);
  const input = (field: Field) => (
    <div key={`${field.path} ${field.kind}`} data-long={field.kind === 'long' || undefined}>
      <FieldInput field={field} form={form} />
    </div>
  );
  return (
    <Form
      of={state}
      act={act}
      close={close}
      labelOf={(path) => at(path)?.label ?? path}
      show={(path, value) => {
        const field = at(path);
        return (field && shownValue(field, value)) || '–';
      }}
      className={groups ? classes.groups : classes.fields}
      after={after}
    >
      {groups
        ? groups.map(({ title, fields: own, below }) => (
            <fieldset key={title} className={classes.group}>
              <legend>{title}</legend>
              <div className={classes.fields}>
                {shown.filter((each) => own.includes(each)).map(input)}
              </div>
              {below?.(form.values)}
            </fieldset>
          ))
        : shown.map(input)}
    </Form>
  );
}

type RecordProps<Id extends OperationId, A> = Omit<
  Props<FieldOf<Id>, NonNullable<BodyOf<Id>>, A>,
  'limits'
> & { operation: Id };

/** The same of the fields that an operation takes: one that it does not take does not compile. */
export function RecordForm<Id extends OperationId, A>({ operation, ...props }: RecordProps<Id, A>) {
  return <FieldsForm<FieldOf<Id>, NonNullable<BodyOf<Id>>, A> {...props} limits={operation} />;
}
