import { IconArrowRight, IconHandGrab } from '@tabler/icons-react';
import { useWrite } from '../data.ts';
import { loadWords, useWords } from '../i18n/words.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { ErrorCard, Lines } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Item } from './item.ts';
import { kindOf } from './kinds.ts';
import { MendAnswers } from './mend-answers.tsx';
import { MendCalendar } from './mend-calendar.tsx';
import { MendDocuments } from './mend-documents.tsx';
import { MendInvitation } from './mend-invitation.tsx';
import { MendMail } from './mend-mail.tsx';
import { MendPapers } from './mend-papers.tsx';
import { MendSync } from './mend-sync.tsx';
import { MendTask } from './mend-task.tsx';
import { useItemWords, whomOf } from './name-of-item.ts';
import classes from './queue.module.css';

const MendDuplicates = lazyPart(
  async () => {
    const [part] = await Promise.all([
      import('./mend-duplicates.tsx'),
      loadWords(['people', 'person']),
    ]);
    return part;
  },
  () => <Lines count={2} height={44} />,
);

type Props = {
  item: Item | undefined;
  position: number;
  count: number;
  close: () => void;
  next: () => void;
};

/** The sheet in which one item is mended; the next comes by itself, or when asked for. */
export function MendSheet({ item, ...props }: Props) {
  const t = useWords('queue');
  return (
    <Sheet
      title={item ? t(`kinds.${kindOf[item.kind]}`) : ''}
      isOpen={item !== undefined}
      close={props.close}
      size="lg"
    >
      {item && <Mend key={item.itemKey} item={item} {...props} />}
    </Sheet>
  );
}

function Mend({ item, position, count, next }: Props & { item: Item }) {
  const t = useWords('queue');
  const { name, text } = useItemWords(item);
  const take = useWrite('takeQueueItem');
  const release = useWrite('releaseQueueItem');
  const path = { itemKey: item.itemKey };
  const isTask = item.kind === 'TASK_OVERDUE';
  const taker = isTask ? null : item.assigneeName;
  const onTake = async () => {
    await take.mutateAsync({ path });
    toast({
      message: t('taken', { name }),
      undo: () => void release.mutateAsync({ path }),
    });
  };
  return (
    <div className={classes.mend}>
      <header>
        <h2 className={classes.mendName}>
          <PersonChip of={whomOf(item)}>{name}</PersonChip>
        </h2>
        <p className={classes.text}>{text}</p>
        {taker && <Chip tone="info">{t('takenBy', { name: taker })}</Chip>}
      </header>
      <Content item={item} />
      {take.error && <ErrorCard error={take.error} />}
      <footer className={classes.foot}>
        <span className={classes.text}>{t('position', { position, count })}</span>
        <span className={classes.footActs}>
          {!isTask && !taker && (
            <Button
              variant="default"
              loading={take.isPending}
              leftSection={<IconHandGrab size={16} aria-hidden />}
              onClick={() => void onTake().catch(() => undefined)}
            >
              {t('take.act')}
            </Button>
          )}
          <Button
            variant="default"
            rightSection={<IconArrowRight size={16} aria-hidden />}
            onClick={next}
          >
            {t('next')}
          </Button>
        </span>
      </footer>
    </div>
  );
}

function Content({
  item: { kind, entityType, entityUuid, detail, personName, since },
}: {
  item: Item;
}) {
  switch (kind) {
    case 'INCOMPLETE_CLIENT':
      return <MendPapers contactUuid={entityUuid} />;
    case 'DOCUMENT_EXPIRED':
    case 'DOCUMENT_EXPIRING':
      return <MendDocuments contactUuid={entityUuid} />;
    case 'SYNC_FAILED':
      return <MendSync meetingUuid={entityUuid} />;
    case 'ANSWER_MISSING':
      return <MendAnswers meetingUuid={entityUuid} />;
    case 'MAIL_REFUSED':
      return entityType === 'MEETING' ? (
        <MendInvitation meetingUuid={entityUuid} />
      ) : (
        <MendMail contactUuid={entityUuid} />
      );
    case 'DUPLICATE':
      return <MendDuplicates contactUuids={detail.contactUuids ?? []} />;
    case 'CALENDAR_SUSPENDED':
      return (
        <MendCalendar
          lastError={detail.error ?? ''}
          since={since}
          staffUuid={detail.staffUuid}
          displayName={personName ?? ''}
        />
      );
    case 'TASK_OVERDUE':
      return <MendTask taskUuid={entityUuid} />;
  }
}
