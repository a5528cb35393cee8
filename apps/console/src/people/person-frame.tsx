import { Menu } from '@mantine/core';
import { IconCalendarPlus, IconDots, IconMail, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { can } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { screens } from '../screens.ts';
import { NotFound } from '../shell/faults.tsx';
import { usePerson } from '../shell/person.tsx';
import { useAddress, useGo } from '../ui/address.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { RecordSteps } from '../ui/record-steps.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Person } from './edit-section.tsx';
import classes from './people.module.css';
import { nameOf } from './person-name.ts';
import { useLists } from './use-lists.ts';

type Props = { tab: 'person' | 'compliance'; children: (person: Person) => ReactNode };

/** Shows what stands above every page of one person: who, the tabs, the acts, the way to the next. */
export function PersonFrame({ tab, children }: Props) {
  const t = useWords('people');
  const { contactUuid } = useAddress<'contactUuid'>();
  const person = useRead('getContact', { path: { contactUuid } });
  if (person.error?.status === 404) return <NotFound />;
  const crumbs = [{ label: t('list.title'), href: pathTo('people') }];
  if (!person.data)
    return (
      <Page title={t('person.loading')} crumbs={crumbs}>
        <Read of={person} skeleton={<Lines count={8} height={32} />}>
          {() => null}
        </Read>
      </Page>
    );
  return <Frame key={contactUuid} person={person.data} tab={tab} crumbs={crumbs} body={children} />;
}

type FrameProps = {
  person: Person;
  tab: Props['tab'];
  crumbs: { label: string; href: string }[];
  body: Props['children'];
};

function Frame({ person, tab, crumbs, body }: FrameProps) {
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
          <Acts person={person} name={name} />
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

function Acts({ person, name }: { person: Person; name: string }) {
  const t = useWords('people');
  const go = useGo();
  const user = usePerson();
  const { contactUuid } = person;
  const [asks, setAsks] = useState(false);
  const invite = useWrite('initContactCredentials');
  const remove = useWrite('deleteContact');
  const send = () =>
    invite.mutate(
      { path: { contactUuid } },
      { onSuccess: ({ email }) => toast({ message: t('person.invited', { email }) }) },
    );
  const end = () =>
    remove.mutate(
      { path: { contactUuid } },
      {
        onSuccess: () =>
          void go(pathTo('people')).then(() => toast({ message: t('person.deleted', { name }) })),
      },
    );
  const error = invite.error ?? remove.error;
  return (
    <>
      {screens.newMeeting && can('createMeeting', user) && (
        <Button
          variant="default"
          leftSection={<IconCalendarPlus size={16} aria-hidden />}
          onClick={() => void go(pathTo('newMeeting', { contact: contactUuid }))}
        >
          {t('person.meet')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            px={10}
            aria-label={t('person.more')}
            loading={invite.isPending}
          >
            <IconDots size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconMail size={16} aria-hidden />}
            onClick={send}
            disabled={!can('initContactCredentials', user)}
          >
            {person.credentialsInitializedAt ? t('person.inviteAgain') : t('person.invite')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden />}
            color="red"
            onClick={() => setAsks(true)}
            disabled={!can('deleteContact', user)}
          >
            {t('person.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {error && <ErrorCard error={error} />}
      <Confirm
        title={t('person.deleteTitle', { name })}
        isOpen={asks}
        close={() => setAsks(false)}
        act={t('person.delete')}
        run={end}
        isDestructive
        isRunning={remove.isPending}
      >
        <p>{t('person.deleteText', { count: person.householdUuids.length })}</p>
      </Confirm>
    </>
  );
}
