import { MantineProvider } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { call } from './api.ts';
import type { Branding, ConsoleConfig } from './config.ts';
import { readMe, readStart } from './data.ts';
import { getSession, onSession } from './session.ts';
import { enteredTenantOf } from './tenant.ts';
import { themeOf } from './theme.ts';

/** The look of the firm: whose page this is before anybody signs in, and then the person's own firm. */
type Firm = { name: string; branding: Branding; hasOwnLogo: boolean };

type FirmShown = { firm: Firm; config: ConsoleConfig; show(branding: Branding): void };

const FirmContext = createContext<FirmShown | undefined>(undefined);

function useFirmContext() {
  const context = useContext(FirmContext);
  if (!context) throw new Error('There is no firm above this part');
  return context;
}

/** Returns the name, colours and pictures of the firm. */
export const useFirm = () => useFirmContext().firm;
export const useConsoleConfig = () => useFirmContext().config;
/** Returns what shows the firm's look at once, after it was changed. */
export const useShowFirm = () => useFirmContext().show;

/** An address of a picture on this host, whatever host the answer named. */
export const ownPath = (url: string) => {
  const { pathname, protocol } = new URL(url, location.href);
  // A picture that was chosen a moment ago is in the browser only.
  return protocol === 'blob:' ? url : pathname;
};

const isDefault = (url: string) => ownPath(url).includes('/assets/default/');

export function FirmProvider({
  config,
  nonce,
  children,
}: {
  config: ConsoleConfig;
  nonce: string;
  children: ReactNode;
}) {
  const ofHost: Firm = {
    name: config.tenant?.name ?? 'Atrium',
    branding: config.branding,
    hasOwnLogo: !isDefault(config.branding.assets.logo),
  };
  const [firm, setFirm] = useState(ofHost);
  const show = (branding: Branding) =>
    setFirm({ ...firm, branding, hasOwnLogo: !isDefault(branding.assets.logo) });
  const reload = () => void findFirm(ofHost).then(setFirm);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the host's configuration never changes.
  useEffect(() => {
    reload();
    return onSession(reload);
  }, []);
  const { neutral, primary, sidebar } = firm.branding.colors;
  const { theme, resolver } = useMemo(
    () => themeOf({ neutral, primary, sidebar }),
    [neutral, primary, sidebar],
  );
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (icon) icon.href = ownPath(firm.branding.assets.favicon.png32);
  }, [firm]);
  return (
    <FirmContext value={{ firm, config, show }}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        getStyleNonce={() => nonce}
        defaultColorScheme="auto"
      >
        {children}
      </MantineProvider>
    </FirmContext>
  );
}

/** Shows what is within it in a look that is not published yet. */
export function FirmPreview({ branding, children }: { branding: Branding; children: ReactNode }) {
  const shown = useFirmContext();
  const hasOwnLogo = !isDefault(branding.assets.logo);
  return (
    <FirmContext value={{ ...shown, firm: { ...shown.firm, branding, hasOwnLogo } }}>
      {children}
    </FirmContext>
  );
}

async function findFirm(ofHost: Firm): Promise<Firm> {
  const user = getSession()?.user;
  const entered = enteredTenantOf();
  const tenantUuid = entered?.tenantUuid ?? user?.tenantUuid;
  if (!user || !tenantUuid) return ofHost;
  const [branding, me] = await Promise.all([
    readStart()
      .then((start) => start.branding)
      .catch(() => call('getPublicBranding', { path: { tenantUuid } }))
      .catch(() => undefined),
    entered ? undefined : readMe().catch(() => undefined),
  ]);
  const name = entered?.name ?? me?.tenantName ?? ofHost.name;
  if (!branding) return { ...ofHost, name };
  return { name, branding, hasOwnLogo: !isDefault(branding.assets.logo) };
}
