import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import classes from './platform.module.css';

/** Names firms as they are named, and the platform's own by what it is. */
export function useFirmName() {
  const t = useWords('platform');
  const user = usePerson();
  return ({ tenantUuid, name }: { tenantUuid: string; name: string }): string =>
    tenantUuid === user?.tenantUuid ? t('firms.own') : name;
}

/** A firm's name in a table: what has no room is cut, and told on hover. */
export const FirmName = ({ name }: { name: string }) => (
  <strong className={classes.firmName} title={name}>
    {name}
  </strong>
);
