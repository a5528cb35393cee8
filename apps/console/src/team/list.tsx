import { IconUpload, IconUsers } from '@tabler/icons-react';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { ListPage } from '../records/list-page.tsx';
import { useListState } from '../records/list-state.ts';
import { nameOf } from '../records/person-name.ts';
import { showNumber } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { useIsPhone } from '../ui/phone-width.ts';
import type { Column } from '../ui/table.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { Invite } from './invite.tsx';
import { Leavers } from './leavers.tsx';
import type { Member } from './member.ts';
import { MemberSheet } from './member-sheet.tsx';
import classes from './team.module.css';

/** The firm's own people and those of its partners: who they are, what waits for them, how they sign in. */
export default function Team() {
  const t = useWords('team');
  const enums = useWords('enums');
  const user = usePerson();
  const isPhone = useIsPhone();
  const state = useListState('paternalLastName,asc');
  const { search, change, paging } = state;
  const isSearched = search.q !== undefined;
  const all = useRead('listStaffPage', { query: paging }, { keepsOld: true, enabled: !isSearched });
  const { page, size } = paging;
  const found = useRead(
    'searchStaff',
    { query: { name: search.q ?? '', page, size } },
    { keepsOld: true, enabled: isSearched },
  );
  const queue = useRead('getWorkQueue', { query: { size: 1 } }, { staleTime: 60_000 });
  const loads = new Map(queue.data?.loads.map((each) => [each.staffUuid, each]));
  const partners = useRead(
    'listPartners',
    { query: { size: 100 } },
    { enabled: can('listPartners', user) },
  );
  const partnerOf = new Map(
    partners.data?.content.map(({ partnerUuid, name }) => [partnerUuid, name]),
  );
  const firmOf = ({ category, partnerUuid }: Member) =>
    category === 'TENANT_STAFF'
      ? t('ownFirm')
      : (partnerOf.get(partnerUuid ?? '') ?? t('ofPartner'));
  const create = can('createStaffMember', user)
    ? { label: t('invite.open'), run: () => change({ member: 'new' }) }
    : undefined;
  const importCsv = can('importStaff', user) && !isPhone && (
    <Button
      variant="default"
      leftSection={<IconUpload size={16} aria-hidden />}
      onClick={() => change({ member: 'import' })}
    >
      {t('import.open')}
    </Button>
  );
  const count = (value: number | undefined) => (queue.data ? showNumber(value ?? 0) : '');
  const columns: Column<Member>[] = [
    {
      key: 'name',
      label: t('columns.name'),
      sort: 'paternalLastName',
      cell: (row) => (
        <span className={classes.name}>
          <Avatar name={nameOf(row)} size={24} />
          <span className={classes.cut} title={nameOf(row)}>
            {nameOf(row)}
          </span>
          {!row.isActive && <Chip isQuiet>{t('states.inactive')}</Chip>}
        </span>
      ),
    },
    {
      key: 'type',
      label: t('fields.staffType'),
      sort: 'staffType',
      cell: (row) => enums(`staffType.${row.staffType}`),
    },
    { key: 'firm', label: t('columns.firm'), cell: firmOf },
    {
      key: 'email',
      label: t('fields.userEmail'),
      sort: 'userEmail',
      cell: (row) => (
        <span className={classes.mail} title={row.userEmail}>
          {row.userEmail}
        </span>
      ),
    },
    {
      key: 'job',
      label: t('fields.jobPosition'),
      sort: 'jobPosition',
      isOptional: true,
      cell: (row) => row.jobPosition ?? '',
    },
    {
      key: 'incomplete',
      label: t('columns.incomplete'),
      isNumber: true,
      cell: (row) => count(loads.get(row.tenantStaffUuid)?.incomplete),
    },
    {
      key: 'overdue',
      label: t('columns.overdue'),
      isNumber: true,
      cell: (row) => count(loads.get(row.tenantStaffUuid)?.overdue),
    },
  ];
  return (
    <>
      <ListPage
        name="team"
        state={state}
        of={isSearched ? found : all}
        title={t('title')}
        lead={(total) => t('lead', total)}
        find={t('find')}
        create={create}
        acts={importCsv}
        above={() => <Leavers />}
        empty={{
          icon: <IconUsers size={30} />,
          title: t('first'),
          text: t('firstText'),
          act: create && <Button onClick={create.run}>{create.label}</Button>,
        }}
        nothing={{ title: t('nothing'), text: t('nothingText') }}
        columns={columns}
        keyOf={(row) => row.tenantStaffUuid}
        nameOf={nameOf}
        hrefOf={(row) => pathTo('team', { ...search, member: row.tenantStaffUuid })}
        card={(row) => (
          <span className={classes.card}>
            <strong>{nameOf(row)}</strong>
            <span className={classes.muted}>
              {[enums(`staffType.${row.staffType}`), firmOf(row)].join(' · ')}
            </span>
          </span>
        )}
      />
      {search.member === 'new' && (
        <Invite close={() => change({ member: undefined, as: undefined })} />
      )}
      {(search.member === 'import' || search.importUuid) && (
        <ImportDialog
          importUuid={search.importUuid}
          started={(importUuid) => change({ importUuid, member: 'import' })}
          close={() => change({ member: undefined, importUuid: undefined, rows: undefined })}
        />
      )}
      {search.member && search.member !== 'new' && search.member !== 'import' && (
        <MemberSheet
          key={search.member}
          tenantStaffUuid={search.member}
          close={() => change({ member: undefined })}
        />
      )}
    </>
  );
}
