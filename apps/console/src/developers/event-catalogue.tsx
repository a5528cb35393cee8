import { foldText } from '@atrium/kit/texts/folding.ts';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useFocusInPlace } from '../focus-in-place.ts';
import { useWords } from '../i18n/words.ts';
import { useEventWords } from '../records/event-words.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { type ApiDocument, attributesOf, useApiDocument } from './api-document.ts';
import classes from './developers.module.css';

/** Every event that an endpoint may be told of, with what it carries. */
export function EventCatalogue() {
  const t = useWords('developers');
  const [isAsked, setAsked] = useState(false);
  const document = useApiDocument(isAsked);
  const place = useFocusInPlace<HTMLElement>(isAsked);
  return (
    <Section
      ref={place}
      title={t('catalogue.title')}
      acts={
        !isAsked && (
          <Button size="xs" variant="default" onClick={() => setAsked(true)}>
            {t('catalogue.open')}
          </Button>
        )
      }
    >
      <p className={classes.muted}>{t('catalogue.text')}</p>
      {isAsked && (
        <Read of={document} skeleton={<Lines count={6} height={28} />}>
          {(read) => <Events document={read} />}
        </Read>
      )}
    </Section>
  );
}

function Events({ document }: { document: ApiDocument }) {
  const t = useWords('developers');
  const { actOf } = useEventWords();
  const [text, setText] = useState('');
  const wanted = foldText(text.trim());
  const types = Object.keys(document.webhooks).filter((type) =>
    foldText(`${type} ${actOf(type)}`).includes(wanted),
  );
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('catalogue.find')}
        placeholder={t('catalogue.find')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {types.length === 0 && <p className={classes.muted}>{t('catalogue.none')}</p>}
      <ul className={classes.catalogue}>
        {types.map((type) => (
          <li key={type}>
            <details>
              <summary>
                <span>{actOf(type)}</span>
                <code>{type}</code>
              </summary>
              <dl>
                {attributesOf(document, type).map((attribute) => (
                  <div key={attribute.name}>
                    <dt>
                      <code>{attribute.name}</code> {attribute.type}
                    </dt>
                    <dd>{attribute.text}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
