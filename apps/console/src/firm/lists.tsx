import { useRead, useWrite } from '../data.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { Page, Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { ListEditor } from './list-editor.tsx';

/** The firm's own words for people: their stages, where they came from, and their segments. */
export default function Lists() {
  const t = useWords('firm');
  const stages = useRead('listContactStages', {});
  const sources = useRead('listContactSources', {});
  const segments = useRead('listContactSegments', {});
  const usages = {
    stages: useRead('getContactStagesUsage', {}),
    sources: useRead('getContactSourcesUsage', {}),
    segments: useRead('getContactSegmentsUsage', {}),
  };
  const saveStages = useWrite('replaceContactStages');
  const saveSources = useWrite('replaceContactSources');
  const saveSegments = useWrite('replaceContactSegments');
  const lists = [
    { name: 'stages', of: stages, save: saveStages },
    { name: 'sources', of: sources, save: saveSources },
    { name: 'segments', of: segments, save: saveSegments },
  ] as const;
  return (
    <Page title={t('lists.title')} lead={t('lists.lead')} isNarrow>
      {lists.map(({ name, of, save }) => (
        <Section key={name} title={t(`lists.${name}`)}>
          <Read of={of} skeleton={<Lines count={6} height={36} />}>
            {(items) => (
              <ListEditor
                // What the firm never named has its word in the language that is on.
                key={currentLanguage()}
                name={name}
                items={items}
                usage={usages[name].data}
                send={(body, headers) => save.mutateAsync({ body, headers })}
              />
            )}
          </Read>
        </Section>
      ))}
    </Page>
  );
}
