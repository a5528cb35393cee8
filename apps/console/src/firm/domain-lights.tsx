import { IconRefresh } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { presentTenant } from '../tenant.ts';
import { CheckLights } from './check-lights.tsx';

const useDomainCheck = (enabled: boolean) =>
  useRead(
    'checkTenantDomain',
    { path: { tenantUuid: presentTenant() } },
    { enabled, staleTime: 0 },
  );

/** Three lights: whether the domain's record, its certificate and the way to it are in order. */
export function DomainLights() {
  const t = useWords('firm');
  return (
    <CheckLights
      words={{ title: t('check.title'), act: t('check.act'), text: t('check.text') }}
      icon={IconRefresh}
      names={['dns', 'certificate', 'reached']}
      useCheck={useDomainCheck}
      labelOf={(name) => t(`check.lights.${name}`)}
      say={(_name, { detail }) => t(`check.details.${detail}`)}
    />
  );
}
