import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './imports.module.css';
import { MapColumns } from './map-columns.tsx';
import { useCheck } from './use-check.ts';

type Props = { file: File; back: () => void; started: (importUuid: string) => void };

/** Lets the server read a chosen file, and then asks what its columns hold. */
export function CheckFile({ file, back, started }: Props) {
  const t = useWords('imports');
  const check = useCheck('contacts', file, {});
  return (
    <>
      <Read of={check} skeleton={<Lines count={4} height={40} />}>
        {(found) =>
          found.columns.length < 2 || found.rows === 0 ? (
            <p role="alert" className={classes.fault}>
              {t('notRows')}
            </p>
          ) : (
            <MapColumns file={file} found={found} back={back} started={started} />
          )
        }
      </Read>
      {(check.isError || check.data?.rows === 0 || (check.data?.columns.length ?? 2) < 2) && (
        <Button variant="default" onClick={back}>
          {t('otherFile')}
        </Button>
      )}
    </>
  );
}
