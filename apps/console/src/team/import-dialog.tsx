import { useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { ChooseFile } from '../people-import/choose-file.tsx';
import classes from '../people-import/imports.module.css';
import { Progress } from '../people-import/progress.tsx';
import { useCheck } from '../people-import/use-check.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { ImportColumns } from './import-columns.tsx';

type Props = {
  /** The import that goes on or is done, as the address says. */
  importUuid: string | undefined;
  started: (importUuid: string | undefined) => void;
  close: () => void;
};

/** Colleagues from a file: its columns are matched, what would come in is shown, and rows are mended. */
export function ImportDialog({ importUuid, started, close }: Props) {
  const t = useWords('team');
  const [file, setFile] = useState<File>();
  const again = () => {
    setFile(undefined);
    started(undefined);
  };
  return (
    <Dialog title={t('import.title')} isOpen close={close} size="72rem">
      {importUuid ? (
        <Progress
          key={importUuid}
          kind="staff"
          importUuid={importUuid}
          again={again}
          leave={{ label: t('import.leave'), run: close }}
        />
      ) : file ? (
        <Checked file={file} again={again} started={started} />
      ) : (
        <>
          <p className={classes.muted}>{t('import.text')}</p>
          <ChooseFile take={setFile} />
        </>
      )}
    </Dialog>
  );
}

type CheckedProps = { file: File; again: () => void; started: (importUuid: string) => void };

/** Lets the server read the file, and then asks what its columns hold. */
function Checked({ file, again, started }: CheckedProps) {
  const t = useWords('imports');
  const check = useCheck('staff', file, {});
  const isUnreadable = check.data && (check.data.rows === 0 || check.data.columns.length < 2);
  return (
    <>
      <Read of={check} skeleton={<Lines count={4} height={40} />}>
        {(found) =>
          isUnreadable ? (
            <p role="alert" className={classes.fault}>
              {t('notRows')}
            </p>
          ) : (
            <ImportColumns file={file} found={found} again={again} started={started} />
          )
        }
      </Read>
      {(check.isError || isUnreadable) && (
        <Button variant="default" onClick={again}>
          {t('otherFile')}
        </Button>
      )}
    </>
  );
}
