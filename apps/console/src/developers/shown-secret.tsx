import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { CopyLine } from '../ui/copy-line.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Read } from '../ui/states.tsx';
import classes from './developers.module.css';

/** Shows the secret that signs an endpoint's messages, to whoever asks for it. */
export function ShownSecret({ endpointUuid, close }: { endpointUuid: string; close: () => void }) {
  const t = useWords('developers');
  const secret = useRead('getWebhookSecret', { path: { endpointUuid } }, { staleTime: 0 });
  return (
    <Dialog title={t('hooks.secret')} isOpen close={close}>
      <p className={classes.muted}>{t('hooks.secretText')}</p>
      <Read of={secret}>
        {(data) => <CopyLine label={t('hooks.secret')} value={data.secret} />}
      </Read>
    </Dialog>
  );
}
