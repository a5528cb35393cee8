import { ownPath, useFirm } from '../branding.tsx';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { showTime } from '../time.ts';
import { useMinute } from '../ui/minute.ts';
import classes from './letterhead.module.css';

/** The head of what is printed: the firm, that it is confidential, who printed it and when. */
export function Letterhead() {
  const t = useWords('brief');
  const { name, branding, hasOwnLogo } = useFirm();
  const user = usePerson();
  useMinute();
  const now = Temporal.Now.plainDateTimeISO('UTC').toString().slice(0, 19);
  return (
    <div className={classes.letterhead}>
      {hasOwnLogo ? (
        <img src={ownPath(branding.assets.logo)} alt={name} height={28} />
      ) : (
        <strong className={classes.firm}>{name}</strong>
      )}
      <span>
        <strong>{t('confidential')}</strong>
        <span>{t('printedOn', { date: showTime(now) })}</span>
        <span>{user?.displayName}</span>
      </span>
    </div>
  );
}
