import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { Link } from '../ui/link.tsx';

/** The way to the whole record of a person. */
export function PersonLink({ contactUuid }: { contactUuid: string }) {
  const t = useWords('queue');
  return <Link href={pathTo('person', { contactUuid })}>{t('openPerson')}</Link>;
}
