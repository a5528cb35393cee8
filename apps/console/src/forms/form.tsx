import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { modKey, useKeys } from '../keys.ts';
import { showAgo } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { useDialogLeave } from '../ui/dialog-leave.ts';
import { FormError } from '../ui/form.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import classes from './form.module.css';
import { LeaveQuestion } from './leaving.tsx';
import type { FormState } from './use-form.ts';

type Props<V extends object, A> = {
  of: FormState<V, A>;
  /** The word on the button that saves. */
  act: string;
  /** Leaves the form, after a question where something was typed. */
  close?: (() => void) | undefined;
  /** The word for a field, by its path; empty for one that has none. */
  labelOf?: (path: string) => string;
  /** Shows the value of a field, for whoever has to choose between two. */
  show?: (path: string, value: unknown) => string;
  isDisabled?: boolean;
  className?: string | undefined;
  /** Stands below what is typed. */
  after?: ReactNode;
  /** Stands beside the buttons. */
  beside?: ReactNode;
  footerClass?: string | undefined;
  /** True for a line on a page, whose button comes with the first letter. */
  isLine?: boolean;
  children: ReactNode;
};

/** A form with its draft, its faults, its conflict and its buttons. ⌘Enter saves; Enter in a picker never does. */
export function Form<V extends object, A>(props: Props<V, A>) {
  const {
    of,
    act,
    close,
    labelOf,
    show,
    isDisabled = false,
    className,
    after,
    beside,
    footerClass = classes.footer,
    isLine = false,
  } = props;
  const t = useWords('common');
  const element = useRef<HTMLFormElement>(null);
  const [closing, setClosing] = useState<() => void>();
  const leave = (then: () => void) => (of.isTyped.current ? setClosing(() => then) : then());
  useDialogLeave(leave);
  const submit = () => {
    if (!isDisabled && isOnTop(element.current)) void of.submit();
  };
  const press = () => {
    // Of several forms on a page the one that is written in is meant.
    const written = document.activeElement?.closest<HTMLFormElement>('form[data-form]');
    (written ?? element.current)?.requestSubmit();
  };
  useKeys(isDisabled ? [] : [{ keys: 'mod+Enter', label: act, run: press, writes: true }]);
  return (
    <form
      ref={element}
      data-form={isLine ? 'line' : 'whole'}
      noValidate
      onKeyDown={keepEnter}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // What a portal holds is no part of this form.
        if (event.target === element.current) submit();
      }}
    >
      <Notices of={of} />
      {of.conflict && (
        <ConflictPanel
          of={of}
          labelOf={labelOf ?? ((path) => path)}
          show={show ?? ((_, value) => String(value ?? '–'))}
        />
      )}
      <FormError error={of.error} {...(labelOf ? { labelOf } : {})} />
      <div className={className}>{props.children}</div>
      {after}
      {!(isLine && isDisabled) && (
        <div className={footerClass}>
          {beside}
          {close && (
            <Button variant="default" onClick={() => leave(close)}>
              {t('back')}
            </Button>
          )}
          <Button
            type="submit"
            loading={of.isRunning}
            disabled={isDisabled || of.conflict !== undefined}
            title={`${modKey} ↵`}
          >
            {act}
          </Button>
        </div>
      )}
      <LeaveQuestion
        isTyped={of.isTyped}
        closing={closing}
        stay={() => setClosing(undefined)}
        discard={of.discard}
      />
    </form>
  );
}

/**
 * Keeps Enter in a field with a list of its own: it takes what is highlighted there, else what answers the text,
 * and sends nothing.
 */
function keepEnter(event: KeyboardEvent) {
  const { target, key, metaKey, ctrlKey, nativeEvent } = event;
  const isPicker = target instanceof HTMLInputElement && target.ariaHasPopup === 'listbox';
  if (key !== 'Enter' || !isPicker || metaKey || ctrlKey || event.defaultPrevented) return;
  event.preventDefault();
  if (nativeEvent.isComposing || target.ariaExpanded !== 'true' || !target.value.trim()) return;
  const list = document.getElementById(target.getAttribute('aria-controls') ?? '');
  const options = [...(list?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
  const own = options.find(({ innerText }) => innerText.trim() === target.value.trim());
  const taken = own ?? options[0];
  if (taken?.ariaSelected !== 'true') taken?.click();
}

/** Returns whether nothing modal lies over an element. */
function isOnTop(element: HTMLElement | null): boolean {
  const top = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  return !top || top.contains(element);
}

/** Shows what stands above a form: a draft with its age, or what had been saved before. */
function Notices<V extends object, A>({ of }: { of: FormState<V, A> }) {
  const t = useWords('common');
  const { draft, earlier } = of;
  return (
    <>
      {draft && (
        <div role="status" className={classes.notice}>
          <p>
            {t(draft.isOffered ? 'draft.older' : 'draft.restored', {
              ago: showAgo(Temporal.Instant.fromEpochMilliseconds(draft.at).toString()),
            })}
          </p>
          {draft.isOffered && (
            <Button size="compact-sm" variant="default" onClick={of.useDraft}>
              {t('draft.use')}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={of.discard}>
            {t('draft.discard')}
          </Button>
        </div>
      )}
      {earlier && (
        <div role="alert" className={classes.notice}>
          <p>{t('earlier.text')}</p>
          <Button size="compact-sm" onClick={of.openEarlier}>
            {t('earlier.open')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={of.saveAnother}>
            {t('earlier.another')}
          </Button>
        </div>
      )}
    </>
  );
}
