import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { MeetingDetail } from './answer.tsx';
import classes from './meetings.module.css';

/** Marks an event of the person's own life, which nobody else sees. */
export function PersonalMark() {
  const t = useWords('meetings');
  return (
    <span className={classes.personal}>
      <IconLock size={12} aria-hidden />
      {t('personal.mark')}
    </span>
  );
}

/** Says who sees a personal event, and makes a meeting of it when its host wants that. */
export function PersonalEvent({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('meetings');
  const [isAsking, setAsking] = useState(false);
  const write = useWrite('updateMeeting');
  const run = async () => {
    await write.mutateAsync({
      path: { meetingUuid: meeting.meetingUuid },
      headers: { 'if-match': `"${meeting.version}"` },
      body: { isPersonal: false },
    });
    setAsking(false);
    toast({ message: t('personal.done') });
  };
  if (!meeting.isPersonal) return null;
  return (
    <div className={classes.personalBox}>
      <PersonalMark />
      <p className={classes.muted}>{t('personal.text')}</p>
      <Button size="xs" variant="default" writes onClick={() => setAsking(true)}>
        {t('personal.act')}
      </Button>
      <Confirm
        title={t('personal.title')}
        isOpen={isAsking}
        close={() => setAsking(false)}
        act={t('personal.act')}
        run={() => void run().catch(() => undefined)}
        isRunning={write.isPending}
      >
        <p>{t('personal.means')}</p>
        {write.error && <ErrorCard error={write.error} />}
      </Confirm>
    </div>
  );
}
