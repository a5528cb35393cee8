import { IconCalendarX, IconPlugConnected, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead, useWrite } from '../data.ts';
import { keepDraft, readDraft } from '../forms/drafts.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { ActIcon } from '../ui/act-icon.tsx';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { useIsPhone } from '../ui/phone-width.ts';
import classes from './calendar.module.css';

/** In this tab it was put off: neither another page nor a reload asks again. */
const putOff = 'connect-later';

/** Says quietly that no calendar is connected, as long as the person wants to hear it, or that it is suspended. */
export function ConnectBar() {
  const t = useWords('calendar');
  const go = useGo();
  const isPhone = useIsPhone();
  const [isHidden, setHidden] = useState(() => readDraft<boolean>(putOff) ?? false);
  const { data } = useRead('getCalendarConnection', {}, { staleTime: 60_000 });
  const prefer = useWrite('updateCalendarPreferences');
  if (!data) return null;
  const toSettings = () => void go(pathTo('calendarSettings'));
  if (data.suspended || data.status === 'DISCONNECTED')
    return (
      <div className={classes.notice} data-tone="warn" role="status">
        <IconCalendarX size={18} aria-hidden />
        <p>
          {data.suspended
            ? t('connect.suspended', { count: data.suspended.total })
            : t('connect.lost')}
        </p>
        <Button size="compact-sm" variant="default" onClick={toSettings}>
          {data.suspended ? t('connect.decide') : t('connect.again')}
        </Button>
      </div>
    );
  if (data.status !== 'NONE' || isHidden || data.firstTimeModalPref === 'DONT_SHOW') return null;
  const hide = (firstTimeModalPref: 'DONT_SHOW' | 'REMIND_LATER') => {
    keepDraft(putOff, true);
    setHidden(true);
    prefer.mutate({ body: { firstTimeModalPref } });
  };
  const connect = (
    <Button size="compact-sm" variant="default" onClick={toSettings}>
      {t('connect.act')}
    </Button>
  );
  // On a phone the day comes first: one line, and one way to be rid of it.
  if (isPhone)
    return (
      <div className={classes.notice} data-thin role="status">
        <p>{t('connect.short')}</p>
        {connect}
        <ActIcon
          variant="subtle"
          size={44}
          aria-label={t('connect.never')}
          onClick={() => hide('DONT_SHOW')}
        >
          <IconX size={16} aria-hidden />
        </ActIcon>
      </div>
    );
  return (
    <div className={classes.notice} role="status">
      <IconPlugConnected size={18} aria-hidden />
      <p>{t('connect.text')}</p>
      {connect}
      <Button size="compact-sm" variant="subtle" writes onClick={() => hide('REMIND_LATER')}>
        {t('connect.later')}
      </Button>
      <Button size="compact-sm" variant="subtle" writes onClick={() => hide('DONT_SHOW')}>
        {t('connect.never')}
      </Button>
    </div>
  );
}
