import { useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useGo, useSearch } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { CheckFile } from './check-file.tsx';
import { ChooseFile } from './choose-file.tsx';
import { Progress } from './progress.tsx';

/** People from a file: its columns are matched, its rows taken one by one, bad ones mended in a grid. */
export default function ImportPeople() {
  const t = useWords('imports');
  const [search, change] = useSearch<'importPeople'>();
  const go = useGo();
  const [file, setFile] = useState<File>();
  const { importUuid } = search;
  return (
    <Page
      title={t('title')}
      lead={importUuid ? t('leadRunning') : file ? t('leadMap') : t('lead')}
      crumbs={[{ label: t('people'), href: pathTo('people') }]}
    >
      {importUuid ? (
        <Progress
          key={importUuid}
          kind="contacts"
          importUuid={importUuid}
          again={() => {
            setFile(undefined);
            change({ importUuid: undefined });
          }}
          leave={{ label: t('toPeople'), run: () => void go(pathTo('people')) }}
        />
      ) : file ? (
        <CheckFile
          file={file}
          back={() => setFile(undefined)}
          started={(uuid) => change({ importUuid: uuid })}
        />
      ) : (
        <ChooseFile take={setFile} />
      )}
    </Page>
  );
}
