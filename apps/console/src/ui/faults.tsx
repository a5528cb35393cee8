import { IconCompass, IconLock, IconPlugConnectedX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, type OperationId } from '../api.ts';
import { rolesFor } from '../can.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showList } from '../time.ts';
import { useGo } from './address.ts';
import { Button } from './button.tsx';
import { useOnline } from './online.ts';
import { Page } from './page.tsx';
import { Empty } from './states.tsx';

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

/** The pause between two tries where the server did not answer, in milliseconds. */
const againMs = 5_000;

/** The page itself failed, or could not be fetched: then it comes by itself with the network. */
export function Broken({ error }: { error?: unknown }) {
  const t = useWords('common');
  const router = useRouter();
  const isOnline = useOnline();
  const [wasOnline, setWasOnline] = useState(isOnline);
  const isLine = error instanceof ApiError && error.status === 0;
  useEffect(() => {
    if (!isLine) return;
    const timer = setInterval(() => void router.invalidate(), againMs);
    return () => clearInterval(timer);
  }, [isLine, router]);
  useEffect(() => {
    if (isOnline && !wasOnline) void router.invalidate();
    setWasOnline(isOnline);
  }, [isOnline, wasOnline, router]);
  return (
    <Fault
      title={isLine ? t('noServer') : isOnline ? t('faults.broken') : t('faults.offline')}
      text={isLine ? t('faults.lineText') : isOnline ? t('faults.brokenText') : t('offline')}
      icon={<IconPlugConnectedX size={30} />}
      act={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
    />
  );
}
