import { useWords } from '../i18n/words.ts';
import { Page } from '../ui/page.tsx';
import { Credentials } from './credentials.tsx';
import { Endpoints } from './endpoints.tsx';
import { EventCatalogue } from './event-catalogue.tsx';

/** Shows what the firm's own programs need: keys to call the API, and addresses that are told what happens. */
export default function Developers() {
  const t = useWords('developers');
  return (
    <Page title={t('title')} lead={t('lead')} isNarrow>
      <Credentials />
      <Endpoints />
      <EventCatalogue />
    </Page>
  );
}
