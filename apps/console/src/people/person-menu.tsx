import { Menu } from '@mantine/core';
import {
  IconArrowMerge,
  IconCalendarPlus,
  IconDots,
  IconEraser,
  IconFileDownload,
  IconFileZip,
  IconMail,
  IconShieldOff,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type ApiError, download } from '../api.ts';
import { can } from '../can.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useActs } from '../keys.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { AuditItem } from '../records/audit-item.tsx';
import { useGo, useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { saveFile } from '../ui/save-file.ts';
import { ErrorCard, isApiError } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Person } from './edit-section.tsx';
import { accessAddress, letIn } from './let-in.ts';
import classes from './person.module.css';

const MergeDialog = lazyPart(() => import('./merge-dialog.tsx'));
const EraseDialog = lazyPart(() => import('./erase-dialog.tsx'));

type Props = {
  person: Person;
  name: string;
  /** Called when the person is about to be removed for good, by what stays open over the page. */
  onErase: () => void;
};

/** Offers what can be done with a whole person: to meet, to let them in, and what is done rarely. */
export function PersonMenu({ person, name, onErase }: Props) {
  const t = useWords('people');
  const more = useWords('person');
  const go = useGo();
  const user = usePerson();
  const [search, change] = useSearch<'person'>();
  const { contactUuid } = person;
  const [asks, setAsks] = useState<'DELETE' | 'ERASE' | 'FACTOR' | 'INVITE'>();
  const [fault, setFault] = useState<ApiError>();
  const [isInviting, setInviting] = useState(false);
  const remove = useWrite('deleteContact');
  const restore = useWrite('restoreContact');
  const resetFactor = useWrite('resetContactSecondFactor');
  const path = { contactUuid };
  const address = accessAddress(person);
  const send = async () => {
    setFault(undefined);
    setInviting(true);
    try {
      toast({ message: t('person.invited', { email: await letIn(person) }) });
    } catch (error) {
      if (!isApiError(error)) throw error;
      setFault(error);
    } finally {
      setInviting(false);
      setAsks(undefined);
    }
  };
  const bringBack = () =>
    restore.mutate({ path }, { onSuccess: () => void go(pathTo('person', { contactUuid })) });
  const end = () =>
    remove.mutate(
      { path },
      {
        onSuccess: () => {
          const undo = can('restoreContact', user) ? { undo: bringBack } : {};
          void go(pathTo('people')).then(() =>
            toast({ message: t('person.deleted', { name }), ...undo }),
          );
        },
      },
    );
  const giveData = async (format: 'JSON' | 'ZIP') => {
    setFault(undefined);
    try {
      const file = await download('getPersonalData', { path, query: { format } });
      saveFile(file, file.name);
      toast({ message: more('data.given', { name }) });
    } catch (error) {
      if (!isApiError(error)) throw error;
      setFault(error);
    }
  };
  const error = remove.error ?? fault;
  const forbidden = (isAllowed: boolean) => (isAllowed ? undefined : more('administrators'));
  const mayInvite = can('initContactCredentials', user) && Boolean(address);
  const mayGive = can('getPersonalData', user);
  const mayErase = can('eraseContact', user);
  const meet = () => void go(pathTo('newMeeting', { contact: contactUuid }));
  const makeHousehold = () => void go(pathTo('newHousehold', { contact: contactUuid }));
  const invitation = person.credentialsInitializedAt ? t('person.inviteAgain') : t('person.invite');
  useActs([
    { label: t('person.meet'), run: meet, isOpen: can('createMeeting', user), isLocal: true },
    { label: invitation, run: () => setAsks('INVITE'), isOpen: mayInvite },
    { label: more('newHousehold'), run: makeHousehold, isOpen: can('createHousehold', user) },
    {
      label: more('merge.menu'),
      run: () => change({ merge: 'choose' }),
      isOpen: can('mergeContacts', user),
    },
    { label: more('data.giveZip'), run: () => void giveData('ZIP'), isOpen: mayGive },
    { label: more('erase.menu'), run: () => setAsks('ERASE'), isOpen: mayErase },
    { label: t('person.delete'), run: () => setAsks('DELETE'), isOpen: can('deleteContact', user) },
  ]);
  return (
    <>
      {can('createMeeting', user) && (
        <Button
          variant="default"
          leftSection={<IconCalendarPlus size={16} aria-hidden />}
          onClick={meet}
        >
          {t('person.meet')}
        </Button>
      )}
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <Button variant="default" px={13} aria-label={t('person.more')} writes={false}>
            <IconDots size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItem
            leftSection={<IconMail size={16} aria-hidden />}
            onClick={() => setAsks('INVITE')}
            disabled={!mayInvite}
          >
            {address ? invitation : <Said title={invitation} text={t('person.noAddress')} />}
          </MenuItem>
          <MenuItem
            leftSection={<IconUsersGroup size={16} aria-hidden />}
            onClick={makeHousehold}
            disabled={!can('createHousehold', user)}
          >
            {more('newHousehold')}
          </MenuItem>
          <MenuItem
            leftSection={<IconArrowMerge size={16} aria-hidden />}
            onClick={() => change({ merge: 'choose' })}
            disabled={!can('mergeContacts', user)}
          >
            <Said title={more('merge.menu')} text={more('merge.menuText')} />
          </MenuItem>
          {person.credentialsInitializedAt && can('resetContactSecondFactor', user) && (
            <MenuItem
              leftSection={<IconShieldOff size={16} aria-hidden />}
              onClick={() => setAsks('FACTOR')}
            >
              <Said title={more('factor.menu')} text={more('factor.menuText')} />
            </MenuItem>
          )}
          <AuditItem entityType="CONTACT" entityUuid={contactUuid} />
          <Menu.Divider />
          <Menu.Label>{more('data.label')}</Menu.Label>
          <MenuItem
            leftSection={<IconFileDownload size={16} aria-hidden />}
            onClick={() => void giveData('JSON')}
            disabled={!mayGive}
          >
            <Said title={more('data.give')} text={forbidden(mayGive) ?? more('data.giveText')} />
          </MenuItem>
          <MenuItem
            leftSection={<IconFileZip size={16} aria-hidden />}
            onClick={() => void giveData('ZIP')}
            disabled={!mayGive}
          >
            <Said title={more('data.giveZip')} text={forbidden(mayGive) ?? more('data.zipText')} />
          </MenuItem>
          <MenuItem
            leftSection={<IconEraser size={16} aria-hidden />}
            color="red"
            onClick={() => setAsks('ERASE')}
            disabled={!mayErase}
          >
            <Said title={more('erase.menu')} text={forbidden(mayErase) ?? more('erase.menuText')} />
          </MenuItem>
          <Menu.Divider />
          <MenuItem
            leftSection={<IconTrash size={16} aria-hidden />}
            color="red"
            onClick={() => setAsks('DELETE')}
            disabled={!can('deleteContact', user)}
          >
            {t('person.delete')}
          </MenuItem>
        </Menu.Dropdown>
      </Menu>
      {error && <ErrorCard error={error} />}
      <Confirm
        title={t('person.deleteTitle', { name })}
        isOpen={asks === 'DELETE'}
        close={() => setAsks(undefined)}
        act={t('person.delete')}
        run={end}
        isDestructive
        isRunning={remove.isPending}
      >
        <p>{t('person.deleteText', { count: person.householdUuids.length })}</p>
      </Confirm>
      <Confirm
        title={t('person.inviteTitle', { name })}
        isOpen={asks === 'INVITE'}
        close={() => setAsks(undefined)}
        act={invitation}
        run={() => void send()}
        isRunning={isInviting}
      >
        <p>{t('person.inviteMeans', { email: address })}</p>
      </Confirm>
      <Confirm
        title={more('factor.title', { name })}
        isOpen={asks === 'FACTOR'}
        close={() => setAsks(undefined)}
        act={more('factor.menu')}
        run={() =>
          resetFactor.mutate(
            { path },
            {
              onSuccess: () => {
                setAsks(undefined);
                toast({ message: more('factor.done', { name }) });
              },
            },
          )
        }
        isDestructive
        isRunning={resetFactor.isPending}
      >
        <p>{more('factor.text')}</p>
        {resetFactor.error && <ErrorCard error={resetFactor.error} />}
      </Confirm>

      {search.merge && (
        <MergeDialog
          person={person}
          otherUuid={search.merge}
          choose={(uuid) => change({ merge: uuid }, { replace: true })}
          close={() => change({ merge: undefined }, { replace: true })}
        />
      )}
      {asks === 'ERASE' && (
        <EraseDialog person={person} name={name} began={onErase} close={() => setAsks(undefined)} />
      )}
    </>
  );
}

/** An act of the menu, and beneath it what it does. */
function Said({ title, text }: { title: string; text: ReactNode }) {
  return (
    <span className={classes.said}>
      <span>{title}</span>
      <span className={classes.saidText}>{text}</span>
    </span>
  );
}
