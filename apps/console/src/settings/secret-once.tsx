import { Group, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { copy } from '../ui/copy.ts';
import { Dialog } from '../ui/dialog.tsx';
import classes from './settings.module.css';

type Line = { label: string; value: string };
type Props = {
  title: string;
  /** What is told besides, such as the name that goes with the secret. */
  beside?: Line;
  secret: Line;
  close: () => void;
};

/** Shows a secret this once, to be copied to where a program keeps it. */
export function SecretOnce({ title, beside, secret, close }: Props) {
  const t = useWords('settings');
  return (
    <Dialog title={title} isOpen close={close}>
      <div className={classes.form}>
        <p className={classes.text}>{t('tokens.once')}</p>
        {[...(beside ? [beside] : []), secret].map(({ label, value }) => (
          <TextInput
            key={label}
            label={label}
            value={value}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
        ))}
        <Group justify="space-between">
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void copy(secret.value)}
          >
            {t('tokens.copy')}
          </Button>
          <Button onClick={close}>{t('tokens.done')}</Button>
        </Group>
      </div>
    </Dialog>
  );
}
