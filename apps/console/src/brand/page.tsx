import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { presentTenant } from '../tenant.ts';
import { Page } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { Studio } from './studio.tsx';

/** The firm's colours and pictures: changed beside the real thing, and published at once. */
export default function Brand() {
  const t = useWords('brand');
  const branding = useRead('getBranding', { path: { tenantUuid: presentTenant() } });
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Read of={branding} skeleton={<Lines count={8} height={48} />}>
        {(data) => <Studio key={data.stored.version} branding={data} />}
      </Read>
    </Page>
  );
}
