import { type UseFormReturnType, useForm as useValues } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { ApiError, type FieldError } from '../api.ts';
import { showFaults } from '../ui/form.tsx';
import { clearDraft, keepDraft, readFormDraft } from './drafts.ts';
import { useToldLimits } from './limits.ts';
import { pathsThatDiffer, valueAt, withChanges } from './paths.ts';
import type { Limits } from './told-limits.ts';

/** Holds a record as a form shows it, at a version. */
export type Based<V> = {
  values: V;
  version?: number | undefined;
  who?: string | undefined;
  ago?: string | undefined;
};

/** Holds what goes with a form's request: its key, and the version that the change is based on. */
export type Sending<V> = { headers: Record<string, string>; initial: V };

export type FormOptions<V extends object, A> = {
  initial: V;
  /** The version of the record that the form began with. */
  version?: number | undefined;
  /** The name under which what is typed outlives the page; none for a secret. */
  draft?: string;
  /** The operation that takes it, whose limits are told at the fields; or which limit each field has. */
  limits: Limits<V>;
  /** Says whether a field is shown: what is not is not sent, and holds nothing up. */
  isAsked?: (path: string, values: V) => boolean;
  /** Returns what the form itself finds wrong, by field. */
  check?: (values: V) => Readonly<Record<string, string | undefined>>;
  send: (values: V, sending: Sending<V>) => Promise<A>;
  saved: (answer: A, values: V) => void;
  /** Returns what a form that stays on its page begins with again, once it was saved. */
  anew?: (answer: A, values: V) => Based<V>;
  /** Reads the record anew, once somebody else changed it. */
  reread?: () => Promise<Based<V>>;
  /** Returns the form's path for a path that the server named, where they differ. */
  pathOf?: (field: string) => string;
};

/** Holds what somebody else changed while it was changed here, to be decided field by field. */
export type Conflict<V> = {
  theirs: V;
  paths: readonly string[];
  who?: string | undefined;
  ago?: string | undefined;
};

export type FormState<V extends object, A = unknown> = {
  form: UseFormReturnType<V>;
  submit: () => Promise<void>;
  isRunning: boolean;
  error: ApiError | null;
  conflict: Conflict<V> | undefined;
  /** Decides a field of the conflict. */
  decide: (path: string, takesTheirs: boolean) => void;
  /** What had been saved before this was typed. */
  earlier: { answer: A } | undefined;
  openEarlier: () => void;
  /** Lets what is typed now be saved as another one. */
  saveAnother: () => void;
  /** When the draft was typed that is shown, or offered where the record is a newer one. */
  draft: { at: number; isOffered: boolean } | undefined;
  useDraft: () => void;
  discard: () => void;
  isTyped: React.RefObject<boolean>;
};

const newKey = () => crypto.randomUUID();
/** A record that others change all the time is tried so often. */
const tries = 3;

/**
 * A form: what is typed outlives the page, is sent once however often that is asked for, and undoes
 * nothing that somebody else changed meanwhile.
 */
export function useForm<V extends object, A>(options: FormOptions<V, A>): FormState<V, A> {
  const { draft: name, check, send, saved, reread, anew, pathOf, isAsked } = options;
  const [found] = useState(() => readFormDraft<V>(name));
  const [base, setBase] = useState<Based<V>>({ values: options.initial, version: options.version });
  const isDifferent = found && pathsThatDiffer(found.values, base.values).length > 0;
  const isOld = isDifferent && found.version !== base.version;
  const [offered, setOffered] = useState(isOld ? found : undefined);
  const [restored, setRestored] = useState(isDifferent && !isOld ? found : undefined);
  const own = useValues<V>({ initialValues: restored?.values ?? base.values });
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [conflict, setConflict] = useState<Conflict<V>>();
  const [earlier, setEarlier] = useState<{ answer: A }>();
  const running = useRef(false);
  const isDone = useRef(false);
  const key = useRef(restored?.key ?? newKey());
  const unanswered = useRef<V | undefined>(restored?.unanswered);
  const answered = useRef<string | undefined>(undefined);
  const isTyped = useRef(false);
  const shown = useRef<string | undefined>(undefined);

  const { values } = own;
  // While a request is under way somebody may type on.
  const now = useRef(values);
  now.current = values;
  const typed = pathsThatDiffer(values, base.values);
  const told = useToldLimits(typed.length > 0);
  const over = told?.faultsOver(options.limits, values, isAsked) ?? {};
  const form: typeof own = {
    ...own,
    errors: { ...own.errors, ...over },
    getInputProps: (path, more) => {
      const props = own.getInputProps(path, more);
      return over[path] ? { ...props, error: over[path] } : props;
    },
  };
  isTyped.current = typed.length > 0 && !isDone.current;
  const text = JSON.stringify(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept with each thing that is typed.
  useEffect(() => {
    // What was restored keeps its age until something else is typed.
    const isFirst = shown.current === undefined;
    shown.current = text;
    if (isFirst && restored) return;
    if (isTyped.current) keep(values, base);
    else if (!offered) clearDraft(name);
  }, [text]);

  function keep(typed: V, { values: initial, version }: Based<V>) {
    const at = Date.now();
    const sent = unanswered.current;
    keepDraft(name, { values: typed, initial, version, at, key: key.current, unanswered: sent });
  }

  /**
   * Lays what was typed over a record that somebody else changed, and shows it with what is typed on; what
   * both changed is left to decide.
   */
  function rebase(mine: V, from: V, onto: Based<V>, typed: V): { next: V; paths: string[] } {
    const theirs = new Set(pathsThatDiffer(from, onto.values));
    const own = pathsThatDiffer(mine, from);
    const paths = own.filter(
      (path) =>
        theirs.has(path) &&
        pathsThatDiffer(valueAt(mine, path), valueAt(onto.values, path)).length > 0,
    );
    const next = withChanges(onto.values, from, mine);
    setBase(onto);
    form.setValues(withChanges(next, mine, typed));
    const { values: theirValues, who, ago } = onto;
    setConflict(paths.length > 0 ? { theirs: theirValues, paths, who, ago } : undefined);
    return { next, paths };
  }

  async function attempt(
    mine: V,
    from: Based<V>,
    left = tries,
  ): Promise<{ answer: A; sent: V } | undefined> {
    const ifMatch: Record<string, string> =
      from.version === undefined ? {} : { 'if-match': `"${from.version}"` };
    const headers = { 'idempotency-key': key.current, ...ifMatch };
    try {
      return { answer: await send(mine, { headers, initial: from.values }), sent: mine };
    } catch (failed) {
      if (!(failed instanceof ApiError) || failed.status !== 412 || !reread || left === 0)
        throw failed;
      const onto = await reread();
      const { next, paths } = rebase(mine, from.values, onto, now.current);
      return paths.length > 0 ? undefined : attempt(next, onto, left - 1);
    }
  }

  async function submit() {
    if (running.current || conflict) return;
    const wrong = check?.(values) ?? {};
    // What is over a limit is told as long as it is.
    form.setErrors(wrong);
    const faults = faultsOf({ ...wrong, ...over });
    // It is said as the server would say it.
    setError(faults.length > 0 ? new ApiError(400, { errors: faults }) : null);
    if (faults.length > 0) return;
    running.current = true;
    setRunning(true);
    if (answered.current !== undefined && answered.current !== text) key.current = newKey();
    try {
      const done = await attempt(values, base);
      unanswered.current = undefined;
      answered.current = text;
      if (done) finish(done.answer, done.sent, values);
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      await fail(failed);
    } finally {
      running.current = false;
      setRunning(false);
    }
  }

  function finish(answer: A, sent: V, mine: V) {
    const next = anew?.(answer, sent);
    if (next) begin(next, sent);
    else {
      isDone.current = true;
      isTyped.current = false;
      clearDraft(name);
    }
    saved(answer, mine);
  }

  /** Begins anew in its place, with what was typed since it was sent. */
  function begin(next: Based<V>, sent: V) {
    const typed = withChanges(next.values, sent, now.current);
    key.current = newKey();
    answered.current = undefined;
    isTyped.current = pathsThatDiffer(typed, next.values).length > 0;
    setBase(next);
    setRestored(undefined);
    setOffered(undefined);
    setEarlier(undefined);
    form.setValues(typed);
    form.resetDirty(next.values);
    if (isTyped.current) keep(typed, next);
    else clearDraft(name);
  }

  async function fail(failed: ApiError) {
    if (failed.status === 0 || failed.status >= 500) {
      // It is not known whether it was saved: the same is sent with the same key.
      unanswered.current ??= values;
      keep(now.current, base);
    } else {
      answered.current = text;
      if (failed.code === 'IDEMPOTENCY_KEY_REUSED' && unanswered.current) {
        const headers = { 'idempotency-key': key.current };
        const asked = send(unanswered.current, { headers, initial: base.values });
        const found = await asked.then((answer) => ({ answer })).catch(() => undefined);
        if (found) return setEarlier(found);
      }
    }
    const errors = failed.errors.map((each) => ({
      ...each,
      field: pathOf?.(each.field) ?? each.field,
    }));
    const own = new ApiError(failed.status, { ...failed.problem, errors }, failed.retryAfter);
    showFaults(form, own);
    setError(own);
  }

  return {
    form,
    submit,
    isRunning,
    error,
    conflict,
    decide(path, takesTheirs) {
      if (!conflict) return;
      if (takesTheirs) form.setFieldValue(path as never, valueAt(conflict.theirs, path) as never);
      const paths = conflict.paths.filter((each) => each !== path);
      setConflict(paths.length > 0 ? { ...conflict, paths } : undefined);
    },
    earlier,
    openEarlier() {
      const sent = unanswered.current ?? values;
      unanswered.current = undefined;
      if (earlier) finish(earlier.answer, sent, sent);
    },
    saveAnother() {
      key.current = newKey();
      unanswered.current = undefined;
      setEarlier(undefined);
    },
    draft: offered
      ? { at: offered.at, isOffered: true }
      : restored && { at: restored.at, isOffered: false },
    useDraft() {
      if (offered) rebase(offered.values, offered.initial, base, offered.values);
      setOffered(undefined);
    },
    discard() {
      clearDraft(name);
      isTyped.current = false;
      key.current = newKey();
      unanswered.current = undefined;
      if (restored) form.setValues(base.values);
      setRestored(undefined);
      setOffered(undefined);
    },
    isTyped,
  };
}

/** Returns what a form itself finds wrong as faults of fields, in its own words. */
const faultsOf = (found: Readonly<Record<string, string | undefined>>): FieldError[] =>
  Object.entries(found).flatMap(([field, message]) =>
    message ? [{ field, code: 'OWN', message }] : [],
  );
