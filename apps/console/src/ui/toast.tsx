import { notifications } from '@mantine/notifications';
import { wordsOf } from '../i18n/words.ts';
import { Button } from './button.tsx';
import classes from './toast.module.css';

type Toast = { message: string; isBad?: boolean; undo?: () => void };

/** The toast that another one takes the place of. */
let last: string | undefined;

/** Says shortly that something was done, with Undo where there is an inverse. Errors stand elsewhere too. */
export function toast({ message, isBad = false, undo }: Toast) {
  const id = crypto.randomUUID();
  // What is said next takes the place of what was said before, unless that can still be undone or went wrong.
  if (last) notifications.hide(last);
  last = undo || isBad ? undefined : id;
  const t = wordsOf('common');
  const act = () => {
    notifications.hide(id);
    undo?.();
  };
  notifications.show({
    id,
    // It is said politely: what fails is said at its place too.
    role: 'status',
    autoClose: undo ? 8_000 : 4_000,
    withBorder: true,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': t('close') },
    color: isBad ? 'red' : 'brand',
    message: (
      <span className={classes.toast}>
        {message}
        {undo && (
          <Button writes size="compact-sm" variant="subtle" onClick={act}>
            {t('undo')}
          </Button>
        )}
      </span>
    ),
  });
}
