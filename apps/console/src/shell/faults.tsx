import { IconCompass, IconLock, IconPlugConnectedX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { OperationId } from '../api.ts';
import { rolesFor } from '../can.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showList } from '../time.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { useOnline } from '../ui/online.ts';
import { Page } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';

function Fault({
  title,
  text,
  icon,
  act,
}: {
  title: string;
  text: string;
  icon: ReactNode;
  act?: ReactNode;
}) {
  const t = useWords('common');
  const go = useGo();
  return (
    <Page title={title} isNarrow>
      <Empty
        icon={icon}
        title={text}
        act={act ?? <Button onClick={() => void go(pathTo('today'))}>{t('toStart')}</Button>}
      />
    </Page>
  );
}

/** There is no such page or record, or it is not the person's. */
export function NotFound() {
  const t = useWords('common');
  return (
    <Fault
      title={t('faults.notFound')}
      text={t('faults.notFoundText')}
      icon={<IconCompass size={30} />}
    />
  );
}

/** The person's role may not come here; the roles that may are named. */
export function Forbidden({ needs }: { needs: OperationId }) {
  const t = useWords('common');
  const roles = showList(rolesFor(needs).map((role) => t(`roles.${role}`)));
  return (
    <Fault
      title={t('faults.forbidden')}
      text={t('faults.forbiddenText', { roles })}
      icon={<IconLock size={30} />}
    />
  );
}

/** The page itself failed, or could not be fetched: then it comes by itself with the network. */
export function Broken() {
  const t = useWords('common');
  const router = useRouter();
  const isOnline = useOnline();
  const [wasOnline, setWasOnline] = useState(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline) void router.invalidate();
    setWasOnline(isOnline);
  }, [isOnline, wasOnline, router]);
  return (
    <Fault
      title={isOnline ? t('faults.broken') : t('faults.offline')}
      text={isOnline ? t('faults.brokenText') : t('offline')}
      icon={<IconPlugConnectedX size={30} />}
      act={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
    />
  );
}
