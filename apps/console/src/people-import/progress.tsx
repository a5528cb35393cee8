import { Group } from '@mantine/core';
import { IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type AnswerOf, ApiError, call } from '../api.ts';
import { refreshAfter, useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showNumber } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { saveFile } from '../ui/save-file.ts';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { writeCsv } from './csv.ts';
import classes from './imports.module.css';
import { type Kind, kinds } from './kinds.ts';
import { RefusedRows } from './refused-rows.tsx';
import { useReasons } from './use-reasons.ts';

type Import = AnswerOf<'getContactImport'>;
const isGoing = (status: Import['status'] | undefined) =>
  status === 'RECEIVING' || status === 'QUEUED' || status === 'RUNNING';
/** Names what each import does many times. */
const made = { contacts: 'createContact', staff: 'createStaffMember' } as const;
const tones = {
  RECEIVING: 'info',
  QUEUED: 'info',
  RUNNING: 'info',
  PAUSED: 'warn',
  DONE: 'good',
  FAILED: 'bad',
} as const;

type Acts = {
  kind: Kind;
  again: () => void;
  /** Where one goes from here when it is done. */
  leave: { label: string; run: () => void };
};

/** Shows how far an import is: it can be paused and resumed, and a reload of the page finds it again. */
export function Progress({ kind, importUuid, ...acts }: Acts & { importUuid: string }) {
  const path = { importUuid };
  const known = useRead(kinds[kind].get, { path });
  const status = known.data?.status;
  const latest = useRead(
    kinds[kind].get,
    { path },
    { every: status === undefined || isGoing(status) ? 1_000 : false },
  );
  const now = latest.data?.status;
  const wasGoing = useRef(false);
  useEffect(() => {
    // What came in is there when it ends, and not yet when it began.
    if (wasGoing.current && now !== undefined && !isGoing(now)) void refreshAfter([made[kind]]);
    wasGoing.current = isGoing(now);
  }, [now, kind]);
  return (
    <Read of={latest} skeleton={<Lines count={4} height={32} />}>
      {(data) => <Loaded kind={kind} data={data} {...acts} />}
    </Read>
  );
}

function Loaded({ kind, data, again, leave }: Acts & { data: Import }) {
  const t = useWords('imports');
  const reasonsOf = useReasons();
  const pause = useWrite(kinds[kind].pause);
  const resume = useWrite(kinds[kind].resume);
  const { importUuid, status, totalRows, acceptedRows, refusedRows, processedRows } = data;
  const path = { importUuid };
  const [isReading, setReading] = useState(false);
  const [failed, setFailed] = useState<ApiError>();
  const result = async () => {
    setReading(true);
    setFailed(undefined);
    try {
      await saveResult();
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setFailed(thrown);
    } finally {
      setReading(false);
    }
  };
  const error = pause.error ?? resume.error ?? failed;
  const saveResult = async () => {
    const size = 1_000;
    const rows: AnswerOf<'listRefusedImportRows'> = [];
    for (let page = 0; ; page++) {
      const part = await call(kinds[kind].refused, { path, query: { page, size } });
      rows.push(...part);
      if (part.length < size) break;
    }
    const columns = [...new Set(rows.flatMap(({ values }) => Object.keys(values ?? {})))];
    const lines = rows.map(({ line, values, errors }) => [
      String(line),
      ...columns.map((column) => String(values?.[column] ?? '')),
      reasonsOf(errors),
    ]);
    const none = [['', ...columns, t('allIn', { count: acceptedRows, shown: acceptedRows })]];
    const body = lines.length > 0 ? lines : none;
    saveFile(writeCsv([[t('line'), ...columns, t('reason')], ...body]), 'import.csv');
  };
  return (
    <>
      <Section
        title={t('progress')}
        acts={<Chip tone={tones[status]}>{t(`status.${status}`)}</Chip>}
      >
        <div
          className={classes.bar}
          role="progressbar"
          aria-label={t('progress')}
          aria-valuemin={0}
          aria-valuemax={totalRows}
          aria-valuenow={processedRows}
        >
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="10" className={classes.track} />
            <rect width={share(acceptedRows, totalRows)} height="10" className={classes.accepted} />
            <rect
              x={share(acceptedRows, totalRows)}
              width={share(refusedRows, totalRows)}
              height="10"
              className={classes.refused}
            />
          </svg>
        </div>
        <dl className={classes.counts}>
          <Count tone="accepted" label={t('accepted')} value={acceptedRows} />
          <Count tone="refused" label={t('refused')} value={refusedRows} />
          <Count tone="track" label={t('left')} value={Math.max(0, totalRows - processedRows)} />
        </dl>
        {data.ignoredColumns.length > 0 && (
          <p className={classes.muted}>
            {t('ignored', { columns: data.ignoredColumns.join(', ') })}
          </p>
        )}
        {data.existing > 0 && (
          <p className={classes.muted}>
            {t('existing', { count: data.existing, shown: showNumber(data.existing) })}
          </p>
        )}
        {error && <ErrorCard error={error} />}
        <Group>
          {isGoing(status) && (
            <Button
              variant="default"
              leftSection={<IconPlayerPause size={16} aria-hidden />}
              loading={pause.isPending}
              onClick={() => pause.mutate({ path })}
            >
              {t('pause')}
            </Button>
          )}
          {status === 'PAUSED' && (
            <Button
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              loading={resume.isPending}
              onClick={() => resume.mutate({ path })}
            >
              {t('resume')}
            </Button>
          )}
          {processedRows > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={isReading}
              onClick={() => void result()}
            >
              {t('result')}
            </Button>
          )}
          {(status === 'DONE' || status === 'FAILED') && (
            <>
              <Button variant="default" onClick={again}>
                {t('another')}
              </Button>
              <Button onClick={leave.run}>{leave.label}</Button>
            </>
          )}
        </Group>
      </Section>
      {refusedRows > 0 && <RefusedRows kind={kind} importUuid={importUuid} refused={refusedRows} />}
      {data.failureReason && (
        <p role="alert" className={classes.failed}>
          {t(`failed.${data.failureReason}`)}
        </p>
      )}
      {status === 'DONE' && refusedRows === 0 && (
        <p role="status" className={classes.muted}>
          {t('allIn', { count: acceptedRows, shown: showNumber(acceptedRows) })}
        </p>
      )}
    </>
  );
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100);

function Count({ tone, label, value }: { tone: string; label: string; value: number }) {
  return (
    <div>
      <dt>
        <svg width="10" height="10" aria-hidden="true">
          <rect width="10" height="10" rx="3" className={classes[tone]} />
        </svg>
        {label}
      </dt>
      <dd>{showNumber(value)}</dd>
    </div>
  );
}
