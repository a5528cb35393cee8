import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Sync } from '../meetings/sync.tsx';
import { pathTo } from '../paths.ts';
import { Link } from '../ui/link.tsx';
import { Read } from '../ui/states.tsx';

/** Shows why a meeting did not get to its calendar, with the one button that mends it. */
export function MendSync({ meetingUuid }: { meetingUuid: string }) {
  const t = useWords('queue');
  const meeting = useRead('getMeeting', { path: { meetingUuid } });
  return (
    <Read of={meeting}>
      {(read) => (
        <>
          <Sync meeting={read} />
          <Link href={pathTo('meeting', { meetingUuid })}>{t('openMeeting')}</Link>
        </>
      )}
    </Read>
  );
}
