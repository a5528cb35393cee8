import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { screens } from '../screens.ts';
import { Link } from '../ui/link.tsx';

/** The way to the whole record of a person. */
export function PersonLink({ contactUuid }: { contactUuid: string }) {
  const t = useWords('queue');
  if (!screens.person) return null;
  return <Link href={pathTo('person', { contactUuid })}>{t('openPerson')}</Link>;
}
