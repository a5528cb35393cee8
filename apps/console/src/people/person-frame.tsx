import { type ReactNode, useEffect, useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { type Href, pathTo } from '../paths.ts';
import { nameOf } from '../records/person-name.ts';
import { RecordSteps } from '../records/record-steps.tsx';
import { useLists } from '../records/use-lists.ts';
import { useAddress, useGo } from '../ui/address.ts';
import { Avatar } from '../ui/avatar.tsx';
import { NotFound } from '../ui/faults.tsx';
import { Link } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import type { Person } from './edit-section.tsx';
import classes from './people.module.css';
import { PersonMenu } from './person-menu.tsx';
import { readPerson } from './person-parts.ts';

type Props = { tab: 'person' | 'compliance'; children: (person: Person) => ReactNode };

/** Shows what stands above every page of one person: who, the tabs, the acts, the way to the next. */
export function PersonFrame({ tab, children }: Props) {
  const t = useWords('people');
  const go = useGo();
  const { contactUuid } = useAddress<'person'>();
  // What was removed here is told on this page, which stays until it was read.
  const [erased, setErased] = useState<string>();
  const person = useRead(
    'getContact',
    { path: { contactUuid } },
    tab === 'person' ? { first: () => readPerson(contactUuid) } : {},
  );
  const mergedInto = person.error?.problem.mergedInto;
  useEffect(() => {
    // The record became part of another one: whoever kept its address is led there.
    if (typeof mergedInto === 'string')
      void go(pathTo(tab, { contactUuid: mergedInto }), { replace: true });
  });
  if (person.error?.status === 404 && !mergedInto && erased !== contactUuid) return <NotFound />;
  const crumbs = [{ label: t('list.title'), href: pathTo('people') }];
  if (!person.data)
    return (
      <Page title={t('person.loading')} crumbs={crumbs}>
        <Read of={person} skeleton={<Lines count={8} height={32} />}>
          {() => null}
        </Read>
      </Page>
    );
  return (
    <Frame
      key={contactUuid}
      person={person.data}
      tab={tab}
      crumbs={crumbs}
      body={children}
      onErase={() => setErased(contactUuid)}
    />
  );
}

type FrameProps = {
  person: Person;
  tab: Props['tab'];
  crumbs: { label: string; href: Href }[];
  body: Props['children'];
  onErase: () => void;
};

function Frame({ person, tab, crumbs, body, onErase }: FrameProps) {
  const t = useWords('people');
  const enums = useWords('enums');
  const go = useGo();
  const { stages } = useLists();
  const { contactUuid } = person;
  const name = nameOf(person);
  const lead = [
    enums(`contactType.${person.contactType}`),
    person.stageName && stages.labelOf(person.stageName),
  ].filter(Boolean);
  return (
    <Page
      title={name}
      crumbs={crumbs}
      before={<Avatar name={name} size={52} />}
      lead={lead.join(' · ')}
      acts={
        <>
          <RecordSteps
            kind="people"
            uuid={contactUuid}
            go={(uuid) => void go(pathTo(tab, { contactUuid: uuid }))}
          />
          <PersonMenu person={person} name={name} onErase={onErase} />
        </>
      }
    >
      <nav className={classes.tabs} aria-label={t('person.tabs')}>
        {(['person', 'compliance'] as const).map((each) => (
          <Link
            key={each}
            href={pathTo(each, { contactUuid })}
            aria-current={each === tab ? 'page' : undefined}
          >
            {t(`tabs.${each}`)}
          </Link>
        ))}
      </nav>
      {body(person)}
    </Page>
  );
}
