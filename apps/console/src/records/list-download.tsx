import { IconDownload, IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useIsPhone } from '../ui/phone-width.ts';
import { saveFile } from '../ui/save-file.ts';
import type { Column } from '../ui/table.tsx';
import classes from './list.module.css';
import type { Look, ReadFile } from './list-file.ts';

const DownloadShown = lazyPart(() => import('./list-download-shown.tsx'));

/** Returns a way to take a list along as a file, and why it failed. */
export function useDownload(read: ReadFile | undefined) {
  const [failed, setFailed] = useState<{ error: ApiError; retry: () => void }>();
  const [isRunning, setRunning] = useState(false);
  const run = async (look: Look, keys?: readonly string[]) => {
    if (!read) return;
    setFailed(undefined);
    setRunning(true);
    try {
      const file = await read(look, keys);
      saveFile(file, file.name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed({ error, retry: () => void run(look, keys) });
    } finally {
      setRunning(false);
    }
  };
  return { run, failed, isRunning };
}

type Props = {
  of: ReturnType<typeof useDownload>;
  /** The columns that are shown. */
  columns: readonly Pick<Column<unknown>, 'label' | 'fields'>[];
  /** The chosen rows; all that the filters leave without. */
  keys?: readonly string[];
};

/** Takes a list along as a file: whole, or as it is shown. */
export function Download({ of, columns, keys }: Props) {
  const t = useWords('tables');
  const isPhone = useIsPhone();
  const [asks, setAsks] = useState(false);
  const size = keys ? 'xs' : 'sm';
  return (
    <span className={classes.download}>
      <Button
        size={size}
        variant="default"
        leftSection={!isPhone && <IconDownload size={16} aria-hidden />}
        aria-label={isPhone ? t('csv') : undefined}
        px={isPhone ? 13 : undefined}
        loading={of.isRunning}
        onClick={() => void of.run({}, keys)}
      >
        {isPhone ? <IconDownload size={18} aria-hidden /> : t('csv')}
      </Button>
      <Button
        size={size}
        variant="default"
        px={isPhone ? 13 : 9}
        aria-label={t('shown.open')}
        title={t('shown.open')}
        disabled={of.isRunning}
        onClick={() => setAsks(true)}
      >
        <IconTableExport size={isPhone ? 18 : 16} aria-hidden />
      </Button>
      {asks && (
        <DownloadShown
          columns={columns}
          isRunning={of.isRunning}
          run={(look) => void of.run(look, keys).then(() => setAsks(false))}
          close={() => setAsks(false)}
        />
      )}
    </span>
  );
}
