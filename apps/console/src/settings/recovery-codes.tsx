import { Group } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { copy } from '../ui/copy.ts';
import { Dialog } from '../ui/dialog.tsx';
import { saveFile } from '../ui/save-file.ts';
import classes from './settings.module.css';

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const t = useWords('settings');
  const text = codes.join('\n');
  const save = () =>
    saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt');
  return (
    <Dialog title={t('codes.title')} isOpen close={close}>
      <p className={classes.text}>{t('codes.text')}</p>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Group justify="space-between" mt="lg">
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void copy(text, t('codes.copied'))}
          >
            {t('codes.copy')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={save}
          >
            {t('codes.save')}
          </Button>
        </Group>
        <Button onClick={close}>{t('codes.done')}</Button>
      </Group>
    </Dialog>
  );
}
