import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import classes from './shell.module.css';

/** Says that there is no network, as long as there is none. */
export function OfflineBar() {
  const t = useWords('common');
  const { online } = useNetwork();
  if (online) return null;
  return (
    <div role="status" className={classes.offline}>
      <IconWifiOff size={16} aria-hidden />
      {t('offline')}
    </div>
  );
}
