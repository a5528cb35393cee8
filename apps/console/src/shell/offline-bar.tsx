import { IconWifiOff } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { offlineReason, useOnline } from '../ui/online.ts';
import classes from './shell.module.css';

/** Says that there is no network, as long as there is none. */
export function OfflineBar() {
  const t = useWords('common');
  const isOnline = useOnline();
  if (isOnline) return null;
  return (
    <div id={offlineReason} role="status" className={classes.offline}>
      <IconWifiOff size={16} aria-hidden />
      {t('offline')}
    </div>
  );
}
