import { Group } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useWords } from '../i18n/words.ts';
import { getSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { PlainDialog } from '../ui/plain-dialog.tsx';

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
