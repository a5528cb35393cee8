import { Group } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import classes from './imports.module.css';
import type { Kind } from './kinds.ts';
import { Preview } from './preview.tsx';
import { type Reading, useCheck } from './use-check.ts';

type Props = {
  kind: Kind;
  file: File;
  reading: Reading;
  /** Holds the names of what has to be said first. */
  missing: readonly string[];
  /** Holds what every row gets that the file does not state. */
  filled?: readonly string[];
  again: () => void;
  isRunning: boolean;
  run: () => void;
};

/** Shows what an import would do, once that is asked for; what has not been seen is not imported. */
export function PreviewAndRun(props: Props) {
  const { kind, file, reading, missing, filled = [], again, isRunning, run } = props;
  const t = useWords('imports');
  const [isPreviewed, setPreviewed] = useState(false);
  const isReady = missing.length === 0;
  const check = useCheck(kind, file, reading, isPreviewed && isReady);
  // What would be done is known of these very columns, not of those before the last change.
  const isSeen = isReady && check.isSuccess && !check.isPlaceholderData;
  return (
    <>
      {isPreviewed && isReady && <Preview check={check} filled={filled} />}
      <Group justify="flex-end">
        {missing.length > 0 && (
          <span className={classes.fault}>{t('needed', { fields: missing.join(', ') })}</span>
        )}
        <Button variant="default" onClick={again}>
          {t('otherFile')}
        </Button>
        <Button
          variant={isSeen ? 'default' : 'filled'}
          disabled={!isReady}
          loading={check.isFetching}
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => (isPreviewed ? void check.refetch() : setPreviewed(true))}
          writes={false}
        >
          {t('previewAct')}
        </Button>
        <Button
          variant={isSeen ? 'filled' : 'default'}
          disabled={!isSeen || check.data.accepted === 0}
          loading={isRunning}
          onClick={run}
        >
          {t('run')}
        </Button>
      </Group>
    </>
  );
}
