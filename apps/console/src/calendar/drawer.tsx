import { Group } from '@mantine/core';
import { IconExternalLink, IconFileText, IconPencil } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { MoreActs } from '../meetings/acts.tsx';
import { AfterMeeting } from '../meetings/after-meeting.tsx';
import { MeetingContent } from '../meetings/content.tsx';
import { pathTo } from '../paths.ts';
import { useToldByClient } from '../records/told-by-client.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { Lines, Read } from '../ui/states.tsx';

/** A meeting beside the calendar. */
export function MeetingDrawer({
  meetingUuid,
  close,
}: {
  meetingUuid: string | undefined;
  close: () => void;
}) {
  const t = useWords('meetings');
  const go = useGo();
  const path = { meetingUuid: meetingUuid ?? '' };
  const meeting = useRead('getMeeting', { path }, { enabled: meetingUuid !== undefined });
  const told = useToldByClient();
  const title = meeting.data ? told(meeting.data) : t('page.title');
  return (
    <Sheet title={title} isOpen={meetingUuid !== undefined} close={close} size="lg">
      <Read of={meeting} skeleton={<Lines count={8} height={32} />}>
        {(each) => (
          <>
            <Group gap={8} mb="md">
              {!each.isPersonal && (
                <Button
                  leftSection={<IconFileText size={16} aria-hidden />}
                  onClick={() => void go(pathTo('brief', path))}
                >
                  {t('acts.brief')}
                </Button>
              )}
              {each.canEdit && (
                <Button
                  variant="default"
                  leftSection={<IconPencil size={16} aria-hidden />}
                  onClick={() => void go(pathTo('editMeeting', path))}
                >
                  {t('acts.edit')}
                </Button>
              )}
              <Button
                variant="default"
                leftSection={<IconExternalLink size={16} aria-hidden />}
                onClick={() => void go(pathTo('meeting', path))}
              >
                {t('acts.page')}
              </Button>
              <AfterMeeting meeting={each} />
              <MoreActs meeting={each} />
            </Group>
            <MeetingContent meeting={each} isStacked />
          </>
        )}
      </Read>
    </Sheet>
  );
}
