import { useRef, useState } from 'react';
import { queryClient, refreshAfter, useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { presentTenant } from '../tenant.ts';
import { Page } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import type { Stored } from './look.ts';
import { Studio } from './studio.tsx';

/** The firm's colours and pictures: changed beside the real thing, and published at once. */
export default function Brand() {
  const t = useWords('brand');
  const branding = useRead('getBranding', { path: { tenantUuid: presentTenant() } });
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Read of={branding} skeleton={<Lines count={8} height={48} />}>
        {(data) => <Begun newest={data} />}
      </Read>
    </Page>
  );
}

const begunWith = (branding: Stored) => (now: { round: number }) => ({
  branding,
  round: now.round + 1,
});

/** The look that is worked on: what others publish meanwhile does not take it away from who changes it. */
function Begun({ newest }: { newest: Stored }) {
  const [{ branding, round }, set] = useState({ branding: newest, round: 0 });
  const isChanged = useRef(false);
  const isNewer = newest.stored.version > branding.stored.version;
  // Decided as it is drawn: an effect comes later, and would take away what was typed until then.
  if (isNewer && !isChanged.current) set(begunWith(newest));
  const know = (answer: Stored) => {
    const key = ['getBranding', { path: { tenantUuid: answer.tenantUuid } }];
    queryClient.setQueryData(key, answer);
    void refreshAfter(['confirmBranding'], key);
  };
  return (
    <Studio
      key={round}
      branding={branding}
      isChanged={isChanged}
      published={(answer) => {
        know(answer);
        set((now) => ({ ...now, branding: answer }));
      }}
      restored={(answer) => {
        know(answer);
        set(begunWith(answer));
      }}
    />
  );
}
