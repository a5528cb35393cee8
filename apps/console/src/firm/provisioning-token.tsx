import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { presentTenant } from '../tenant.ts';
import { Button } from '../ui/button.tsx';
import { CopyLine } from '../ui/copy-line.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard } from '../ui/states.tsx';
import classes from './firm.module.css';

/** The token by which the provider makes and ends people here (SCIM), shown once. */
export function ProvisioningToken() {
  const t = useWords('sso');
  const create = useWrite('createProvisioningToken');
  const path = { tenantUuid: presentTenant() };
  const [isAsking, setAsking] = useState(false);
  const [token, setToken] = useState<string | null>();
  return (
    <Section title={t('scim.title')}>
      <div className={classes.stack}>
        <p className={classes.muted}>{t('scim.text')}</p>
        <CopyLine label={t('scim.address')} value={`${location.origin}/scim/v2`} />
        <div>
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {t('scim.act')}
          </Button>
        </div>
      </div>
      <Confirm
        title={t('scim.askTitle')}
        isOpen={isAsking}
        close={() => setAsking(false)}
        act={t('scim.act')}
        isRunning={create.isPending}
        run={() =>
          create.mutate(
            { path, body: {} },
            {
              onSuccess: (answer) => {
                setAsking(false);
                setToken(answer.token);
              },
            },
          )
        }
      >
        <p>{t('scim.askText')}</p>
        {create.error && <ErrorCard error={create.error} />}
      </Confirm>
      {token && (
        <Dialog title={t('scim.onceTitle')} isOpen close={() => setToken(undefined)}>
          <p className={classes.muted}>{t('scim.once')}</p>
          <CopyLine label={t('scim.token')} value={token} />
        </Dialog>
      )}
    </Section>
  );
}
