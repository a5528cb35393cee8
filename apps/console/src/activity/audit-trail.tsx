import { Switch } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type AnswerOf, ApiError, download } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Letterhead } from '../records/letterhead.tsx';
import { recordHref } from '../records/record-href.ts';
import { usePaper } from '../records/use-paper.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Empty, ErrorCard, Lines, Read } from '../ui/states.tsx';
import classes from './activity.module.css';
import { AuditFilters, rangeOf } from './audit-filters.tsx';
import { AuditRows } from './audit-rows.tsx';
import { CursorPager } from './cursor-pager.tsx';
import { Density } from './density.tsx';
import { ProofState } from './proof-state.tsx';

const size = 50;

/** The firm's audit trail: by person, record, kind and time, with the state of its proof. */
export function AuditTrail() {
  const t = useWords('activity');
  const [search] = useSearch<'activity'>();
  const { entityType, entityId, actorId, eventType, cursor } = search;
  const range = rangeOf(search);
  const query = {
    ...(entityType ? { entityType } : {}),
    ...(entityId ? { entityId } : {}),
    ...(actorId ? { actorId } : {}),
    ...(eventType ? { eventType } : {}),
    ...(cursor ? { cursor } : {}),
    ...range,
    size,
  };
  const trail = useRead('listAuditTrail', { query }, { keepsOld: true });
  const paper = useRef<HTMLDivElement>(null);
  usePaper(paper, { fits: false });
  return (
    <div ref={paper} className={classes.paper}>
      <Letterhead />
      <Page title={t('title')} lead={t('lead')} acts={<Export range={range} />}>
        {entityId ? <OfRecord name={nameIn(trail.data, entityId)} /> : <ProofState />}
        <AuditFilters />
        <Read of={trail} skeleton={<Lines count={12} height={28} />}>
          {({ content, nextCursor }) =>
            content.length === 0 ? (
              <Empty
                icon={<IconHistory size={30} />}
                title={t('nothing')}
                text={t('nothingText')}
              />
            ) : (
              <>
                <Density times={content.map(({ occurredAt }) => occurredAt)} />
                <AuditRows rows={content} />
                <CursorPager nextCursor={nextCursor} />
              </>
            )
          }
        </Read>
      </Page>
    </div>
  );
}

type Trail = AnswerOf<'listAuditTrail'>;

const nameIn = (trail: Trail | undefined, entityId: string) =>
  trail?.content.find((row) => row.entityId === entityId)?.entityName ?? undefined;

/** The kinds of record that tell who looked at them. */
const looked: Readonly<Record<string, string>> = {
  CONTACT: 'contact.viewed',
  HOUSEHOLD: 'household.viewed',
};

/** Says whose trail is shown, leads to the record, and shows who looked at it alone. */
function OfRecord({ name }: { name: string | undefined }) {
  const t = useWords('activity');
  const [{ entityType = '', entityId = '', eventType }, change] = useSearch<'activity'>();
  const href = recordHref(entityType, entityId);
  const viewed = looked[entityType];
  return (
    <p className={classes.about}>
      <strong>{name ? t('trailOf', { name }) : t('trailOfOne')}</strong>
      {href && <Link href={href}>{t('openRecord')}</Link>}
      {viewed && (
        <Switch
          size="xs"
          label={t('whoLooked')}
          checked={eventType === viewed}
          onChange={({ currentTarget: { checked } }) =>
            change({ eventType: checked ? viewed : undefined, cursor: undefined })
          }
        />
      )}
    </p>
  );
}

function Export({ range }: { range: { from?: string; to?: string } }) {
  const t = useWords('activity');
  const [error, setError] = useState<ApiError>();
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    setError(undefined);
    try {
      saveFile(await download('exportAuditTrail', { query: range }), 'audit-trail.ndjson');
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
    } finally {
      setRunning(false);
    }
  };
  return (
    <>
      {error && <ErrorCard error={error} />}
      <Button
        variant="default"
        loading={isRunning}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void run()}
      >
        {t('export')}
      </Button>
    </>
  );
}
