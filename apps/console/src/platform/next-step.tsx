import { notifications } from '@mantine/notifications';
import { useWords } from '../i18n/words.ts';
import { type EnteredTenant, enterTenant } from '../tenant.ts';
import { Link } from '../ui/link.tsx';
import { steps } from './steps.ts';

/** Leads from one step of a firm's preparation to the one after it. */
export default function NextStep({ entered }: { entered: EnteredTenant }) {
  const t = useWords('platform');
  const at = steps.findIndex(({ name }) => name === entered.step);
  const next = at < 0 ? undefined : steps[at + 1];
  if (!next) return null;
  return (
    <Link
      href={next.href}
      onClick={() => {
        enterTenant({ ...entered, step: next.name });
        // What the step before had to say is over.
        notifications.clean();
      }}
    >
      {t('prepare.next', { step: t(`prepare.${next.name}.title`) })}
    </Link>
  );
}
