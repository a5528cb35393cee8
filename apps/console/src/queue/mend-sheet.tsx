import { IconArrowRight, IconHandGrab } from '@tabler/icons-react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Item } from './item.ts';
import { MendAnswers } from './mend-answers.tsx';
import { MendCalendar } from './mend-calendar.tsx';
import { MendDocuments } from './mend-documents.tsx';
import { MendDuplicates } from './mend-duplicates.tsx';
import { MendInvitation } from './mend-invitation.tsx';
import { MendMail } from './mend-mail.tsx';
import { MendPapers } from './mend-papers.tsx';
import { MendSync } from './mend-sync.tsx';
import { MendTask } from './mend-task.tsx';
import { useItemWords } from './name-of-item.ts';
import classes from './queue.module.css';

type Props = {
  item: Item | undefined;
  position: number;
  count: number;
  taker: string | undefined;
  close: () => void;
  next: () => void;
};

/** The sheet in which one item is mended; the next comes by itself, or when asked for. */
export function MendSheet({ item, ...props }: Props) {
  const t = useWords('queue');
  return (
    <Sheet
      title={item ? t(`kinds.${item.kind}`) : ''}
      isOpen={item !== undefined}
      close={props.close}
      size="lg"
    >
      {item && <Mend key={item.key} item={item} {...props} />}
    </Sheet>
  );
}

function Mend({ item, position, count, taker, next }: Props & { item: Item }) {
  const t = useWords('queue');
  const { name, text } = useItemWords(item);
  const take = useWrite('createTask');
  const onTake = async () => {
    const title = t(`take.${item.kind}`, { name });
    await take.mutateAsync({ body: { title: title.slice(0, 200), ...item.record } });
    toast({ message: t('taken', { name }) });
  };
  return (
    <div className={classes.mend}>
      <header>
        <h2 className={classes.mendName}>{name}</h2>
        <p className={classes.text}>{text}</p>
        {taker && <Chip tone="info">{t('takenBy', { name: taker })}</Chip>}
      </header>
      <Content item={item} />
      {take.error && <ErrorCard error={take.error} />}
      <footer className={classes.foot}>
        <span className={classes.text}>{t('position', { position, count })}</span>
        <span className={classes.footActs}>
          {item.record && !taker && (
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

function Content({ item }: { item: Item }) {
  switch (item.kind) {
    case 'papers':
      return <MendPapers contact={item.contact} />;
    case 'documents':
      return <MendDocuments contact={item.contact} />;
    case 'sync':
      return <MendSync meetingUuid={item.meeting.meetingUuid} />;
    case 'answers':
      return <MendAnswers meetingUuid={item.meeting.meetingUuid} />;
    case 'mail':
      return 'meeting' in item ? (
        <MendInvitation meetingUuid={item.meeting.meetingUuid} />
      ) : (
        <MendMail contact={item.contact} />
      );
    case 'duplicates':
      return <MendDuplicates group={item.group} />;
    case 'calendars':
      return <MendCalendar connection={item.connection} />;
    case 'tasks':
      return <MendTask task={item.task} />;
  }
}
