import { FileButton } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import classes from './imports.module.css';

const mostBytes = 64 * 1024 * 1024;

/** Takes a file, dropped or chosen. */
export function ChooseFile({ take }: { take: (file: File) => void }) {
  const t = useWords('imports');
  const [isOver, setOver] = useState(false);
  const [fault, setFault] = useState('');
  const forget = useRef<() => void>(null);
  const choose = (file: File | null | undefined) => {
    // The same file is told of again, once it was mended.
    forget.current?.();
    if (!file) return;
    if (file.size > mostBytes) return setFault(t('tooLarge'));
    take(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same by keyboard.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer.files[0]);
      }}
    >
      <span className={classes.dropIcon} aria-hidden>
        <IconFileSpreadsheet size={30} />
      </span>
      <p className={classes.dropTitle}>{t('drop')}</p>
      <p className={classes.muted}>{t('dropText')}</p>
      <FileButton
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        onChange={choose}
        resetRef={forget}
        inputProps={{ 'aria-label': t('choose') }}
      >
        {(props) => <Button {...props}>{t('choose')}</Button>}
      </FileButton>
      {fault && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
