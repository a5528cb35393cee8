import './ui/styles.ts';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { FirmProvider } from './branding.tsx';
import { readConsoleConfig } from './config.ts';
import { startFocus } from './focus.ts';
import { preferredByBrowser, startWords } from './i18n/words.ts';
import { startKeys } from './keys.ts';
import { tellProved } from './proof.ts';
import { takeNext } from './session/next-place.ts';
import { getSession, takeBegun } from './session.ts';
import { App } from './shell/app.tsx';
import { router } from './shell/routes.tsx';
import { tabStorage } from './storage.ts';

// A new release has taken the place of a script that this page wants: the page is loaded anew. What is
// missing again soon afterwards is really missing, and the page says so.
const reloaded = () => `draft:${getSession()?.user.userUuid ?? ''}:reloaded`;
const onceInMs = 60_000;
addEventListener('vite:preloadError', (event) => {
  // What was asked for beforehand, or beside the page, is no reason: only a way that the person went is.
  if (router.state.status !== 'pending') return;
  // Without a network a reload would lose the page.
  if (!navigator.onLine || Date.now() - Number(tabStorage.get(reloaded())) < onceInMs) return;
  event.preventDefault();
  tabStorage.set(reloaded(), String(Date.now()));
  location.reload();
});
// A page that the browser kept whole may be of a session that has ended meanwhile.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

const ownColors = matchMedia('(forced-colors: active)');
/** Loads what is drawn for people with colours of their own, once a page has such a person. */
function dress() {
  // Without it, as without a network, the page is there all the same.
  if (ownColors.matches) void import('./ui/forced-colors.css').catch(() => undefined);
}
ownColors.addEventListener('change', dress);

/** Does what a way back from a firm's provider asks for, by the mark behind the hash. */
async function takeMark() {
  const { hash, pathname } = location;
  if (hash !== '#signed-in' && hash !== '#proved') return;
  history.replaceState(null, '', (hash === '#signed-in' && takeNext()) || pathname);
  if (hash === '#signed-in') return takeBegun();
  tellProved();
  window.close();
}

async function start() {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  // The scroll lock of dialogs makes a style element too.
  setNonce(nonce);
  const [config] = await Promise.all([
    readConsoleConfig(),
    startWords(preferredByBrowser()),
    takeMark(),
  ]);
  startKeys();
  startFocus();
  dress();
  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no #root');
  createRoot(place).render(
    <FirmProvider config={config} nonce={nonce}>
      <App />
    </FirmProvider>,
  );
}

void start();
