import { Group } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { createContext, type RefObject, useContext, useEffect } from 'react';
import { useWords } from '../i18n/words.ts';
import { getSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { PlainDialog } from '../ui/plain-dialog.tsx';

/** Asks before a dialog closes on a form: runs what closes it at once where nothing would be left. */
export type Leave = (close: () => void) => void;

/** Tells the dialog around a form how it is left. */
export const DialogLeave = createContext<((leave: Leave | undefined) => void) | undefined>(
  undefined,
);

/** Makes the dialog around a form, if there is one, ask the form before it closes. */
export function useDialogLeave(leave: Leave): void {
  const register = useContext(DialogLeave);
  useEffect(() => {
    register?.(leave);
    return () => register?.(undefined);
  });
}

type Props = {
  isTyped: RefObject<boolean>;
  /** What would leave the form, once it was asked for: `undefined` while nobody wants to. */
  closing: (() => void) | undefined;
  stay: () => void;
  discard: () => void;
};

/** The question before a form is left on which something was typed, whichever way it is left. */
export function LeaveQuestion({ isTyped, closing, stay, discard }: Props) {
  const t = useWords('common');
  const blocked = useBlocker({
    // Whose session has ended is led to sign in, and finds what was typed again.
    shouldBlockFn: ({ current, next }) =>
      isTyped.current && current.pathname !== next.pathname && getSession() !== undefined,
    enableBeforeUnload: () => isTyped.current,
    withResolver: true,
  });
  const isBlocked = blocked.status === 'blocked';
  const keep = () => {
    stay();
    if (isBlocked) blocked.reset();
  };
  const go = () => {
    const close = closing;
    stay();
    close?.();
    if (isBlocked) blocked.proceed();
  };
  return (
    <PlainDialog
      title={t('leaving.title')}
      isOpen={isBlocked || closing !== undefined}
      close={keep}
    >
      <p>{t('leaving.text')}</p>
      <Group justify="flex-end" mt="lg">
        <Button
          variant="subtle"
          color="red"
          onClick={() => {
            discard();
            go();
          }}
        >
          {t('leaving.discard')}
        </Button>
        <Button variant="default" onClick={go}>
          {t('leaving.keep')}
        </Button>
        <Button onClick={keep} data-autofocus>
          {t('leaving.stay')}
        </Button>
      </Group>
    </PlainDialog>
  );
}
