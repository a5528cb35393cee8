import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AnswerOf, type ApiError, call } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showWhen } from '../meeting-time.ts';
import { type Href, pathTo } from '../paths.ts';
import { recordHref } from '../records/record-href.ts';
import { saysName } from '../records/says-name.ts';
import { showAgo, shownZone } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { ErrorCard, isApiError, Lines, Read } from '../ui/states.tsx';
import classes from './shell.module.css';

type Inbox = AnswerOf<'getInbox'>;
type Item = Inbox['content'][number];

/** What concerns the person, the newest first; what is shown is read. */
export default function Notices({
  inbox,
  close,
}: {
  inbox: UseQueryResult<Inbox, ApiError>;
  close: () => void;
}) {
  const common = useWords('common');
  return (
    <Sheet title={common('notices.title')} isOpen close={close}>
      <Read of={inbox} skeleton={<Lines count={6} height={44} />}>
        {(first) => <Items first={first} close={close} />}
      </Read>
    </Sheet>
  );
}

function Items({ first, close }: { first: Inbox; close: () => void }) {
  const t = useWords('inbox');
  const mark = useWrite('markInboxRead');
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const earlier = useEarlier(first.nextCursor);
  const newest = first.content[0]?.at;
  const { mutate } = mark;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newest, not again when it is read.
  useEffect(() => {
    if (!newest || first.unread === 0) return;
    const unread = first.content.filter(({ isRead }) => !isRead);
    setFresh(new Set([...fresh, ...unread.map(({ itemUuid }) => itemUuid)]));
    mutate({ body: { until: newest } });
  }, [newest]);
  const known = new Set(first.content.map(({ itemUuid }) => itemUuid));
  const items = [...first.content, ...earlier.items.filter(({ itemUuid }) => !known.has(itemUuid))];
  if (items.length === 0) return <p className={classes.noticesNone}>{t('none')}</p>;
  return (
    <>
      {mark.error && <ErrorCard error={mark.error} />}
      <ul className={classes.notices}>
        {items.map((item) => (
          <Notice
            key={item.itemUuid}
            item={item}
            isFresh={fresh.has(item.itemUuid) || !item.isRead}
            close={close}
          />
        ))}
      </ul>
      {earlier.error && <ErrorCard error={earlier.error} />}
      {earlier.cursor && (
        <Button variant="default" loading={earlier.isRunning} onClick={() => void earlier.more()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

/** Returns what came before the first page, as far as it was asked for. */
function useEarlier(first: string | null) {
  const [pages, setPages] = useState<readonly Inbox[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError>();
  const last = pages.at(-1);
  const cursor = last ? last.nextCursor : first;
  const more = async () => {
    if (!cursor) return;
    setRunning(true);
    setError(undefined);
    try {
      const page = await call('getInbox', { query: { cursor } });
      setPages((all) => [...all, page]);
    } catch (failed) {
      if (!isApiError(failed)) throw failed;
      setError(failed);
    } finally {
      setRunning(false);
    }
  };
  return { items: pages.flatMap(({ content }) => content), cursor, more, isRunning, error };
}

function Notice({ item, isFresh, close }: { item: Item; isFresh: boolean; close: () => void }) {
  const t = useWords('inbox');
  const { kind, actorName, title, note, proposed, at } = item;
  const times = timesOf(item);
  // Another time alone is told as what it is.
  const isProposal = kind === 'MEETING_ANSWERED' && proposed.length === 1 && actorName !== null;
  const said = isProposal
    ? t('proposal', { name: actorName, times })
    : actorName
      ? t(`by.${kind}`, { name: actorName })
      : t(`kinds.${kind}`);
  const name = title ?? t('untitled');
  const href = hrefOf(item);
  // What the sentence says already is not said again.
  const isSaid = href !== undefined && saysName(said, name);
  const link = (text: string) =>
    href ? (
      <Link href={href} onClick={close}>
        {text}
      </Link>
    ) : (
      text
    );
  return (
    <li data-fresh={isFresh || undefined}>
      <strong>
        {isSaid ? link(said) : said}
        {isFresh && <span className="visually-hidden"> ({t('unread')})</span>}
      </strong>
      <span>
        {!isSaid && link(name)}
        <span className={classes.noticeTime}>
          {!isSaid && ' · '}
          {showAgo(at)}
        </span>
      </span>
      {note && <q>{note}</q>}
      {proposed.length > 0 && !isProposal && (
        <span>{t('proposes', { count: proposed.length, times })}</span>
      )}
    </li>
  );
}

/** Says which times were proposed with an answer, on the person's own clock. */
function timesOf({ proposed, timezone }: Item): string {
  const whens = proposed.map((each) =>
    showWhen({ ...each, timezone: timezone ?? shownZone(), allDay: false }),
  );
  return whens.map(({ days, hours }) => `${days}, ${hours}`).join('; ');
}

/** Returns where the record of a notice is shown, if there is such a page. */
function hrefOf({ entityType, entityUuid }: Item): Href | undefined {
  if (entityType === 'IMPORT') return pathTo('importPeople', { importUuid: entityUuid });
  if (entityType === 'STAFF_IMPORT') return pathTo('team', { importUuid: entityUuid });
  if (entityType === 'CALENDAR_CONNECTION') return pathTo('calendarSettings');
  if (entityType === 'TASK') return pathTo('tasks', { open: entityUuid ?? undefined });
  return recordHref(entityType, entityUuid);
}
