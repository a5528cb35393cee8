import { Group } from '@mantine/core';
import { useState } from 'react';
import { holdsFormDraft } from '../forms/drafts.ts';
import { useWords } from '../i18n/words.ts';
import { signOut } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { PlainDialog } from '../ui/plain-dialog.tsx';

/** Signs out a client, who has no menu of their account; asks before what they typed and did not send is lost. */
export function SignOut() {
  const t = useWords('common');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="default"
        onClick={() => (holdsFormDraft() ? setAsking(true) : void signOut())}
      >
        {t('signOut')}
      </Button>
      <PlainDialog title={t('leaving.title')} isOpen={isAsking} close={() => setAsking(false)}>
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={() => void signOut()}>
            {t('leaving.discard')}
          </Button>
          <Button onClick={() => setAsking(false)} data-autofocus>
            {t('leaving.stay')}
          </Button>
        </Group>
      </PlainDialog>
    </>
  );
}
