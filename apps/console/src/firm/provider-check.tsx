import { IconPlugConnected } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { presentTenant } from '../tenant.ts';
import { CheckLights } from './check-lights.tsx';

const useProviderCheck = (enabled: boolean) =>
  useRead(
    'checkSsoConnection',
    { path: { tenantUuid: presentTenant() } },
    { enabled, staleTime: 0 },
  );

/** Asks the provider as it was saved, and says in words what it answered: nobody has to sign in for that. */
export function ProviderCheck() {
  const t = useWords('sso');
  return (
    <CheckLights
      words={{ title: t('check.title'), act: t('check.act'), text: t('check.text') }}
      icon={IconPlugConnected}
      names={['issuer', 'keys', 'client']}
      useCheck={useProviderCheck}
      labelOf={(name) => t(`check.lights.${name}`)}
      say={(name, { detail, reason }) => {
        const said = detail === 'NOT_ASKED' ? t('check.unasked') : t(`check.${name}.${detail}`);
        return reason ? `${said} (${reason})` : said;
      }}
    />
  );
}
