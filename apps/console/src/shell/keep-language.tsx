import { notifications } from '@mantine/notifications';
import { wordsOf } from '../i18n/words.ts';
import { chooseLanguage, type Replaced } from '../person.ts';
import { Button } from '../ui/button.tsx';
import classes from '../ui/toast.module.css';
import { toast } from '../ui/toast.tsx';

/** Asks who chose another language than their account's before they signed in whether to keep it; `act` says so in that language. */
export function askToKeep({ language, act }: Replaced) {
  const id = crypto.randomUUID();
  // The question stays where the answer could not be kept: it can be given again.
  const keep = () =>
    void chooseLanguage(language).then(
      () => notifications.hide(id),
      () => toast({ message: wordsOf('session')('notKept'), isBad: true }),
    );
  notifications.show({
    id,
    role: 'status',
    // A question waits for its answer.
    autoClose: false,
    withBorder: true,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': wordsOf('common')('close') },
    message: (
      <span className={classes.toast}>
        {wordsOf('session')('ofAccount')}
        <Button writes size="compact-sm" variant="subtle" lang={language} onClick={keep}>
          {act}
        </Button>
      </span>
    ),
  });
}
