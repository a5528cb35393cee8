import { IconAffiliate } from '@tabler/icons-react';
import type { AnswerOf } from '../api.ts';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { showDate } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Lines, Read } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { PartnerSheet } from './partner-sheet.tsx';
import classes from './team.module.css';

type Row = AnswerOf<'listPartners'>['content'][number];

/** The firms that work for this one, each with its own staff, who see their own clients only. */
export default function Partners() {
  const t = useWords('team');
  const user = usePerson();
  const [search, change] = useSearch<'partners'>();
  const partners = useRead('listPartners', { query: { size: 100, sort: ['name,asc'] } });
  const staff = useRead('listStaffByCategory', { path: { category: 'PARTNER_STAFF' } });
  const countOf = ({ partnerUuid }: Row) =>
    staff.data?.filter((each) => each.partnerUuid === partnerUuid).length;
  const shownCount = (row: Row) => t('partners.staffCount', { count: countOf(row) ?? 0 });
  const create = can('createPartner', user) && (
    <Button onClick={() => change({ partner: 'new' })}>{t('partners.new')}</Button>
  );
  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: t('partners.name'),
      cell: (row) => (
        <span className={classes.name}>
          <IconAffiliate size={18} aria-hidden />
          {row.name}
          {!row.isActive && <Chip isQuiet>{t('states.inactive')}</Chip>}
        </span>
      ),
    },
    {
      key: 'staff',
      label: t('partners.staff'),
      isNumber: true,
      cell: (row) => countOf(row) ?? '',
    },
    {
      key: 'since',
      label: t('partners.since'),
      isNumber: true,
      cell: (row) => <span className={classes.muted}>{showDate(row.createdAt)}</span>,
    },
  ];
  return (
    <Page title={t('partners.title')} lead={t('partners.lead')} acts={create}>
      <Read of={partners} skeleton={<Lines count={6} height={28} />}>
        {({ content }) =>
          content.length === 0 ? (
            <Empty
              icon={<IconAffiliate size={30} />}
              title={t('partners.first')}
              text={t('partners.firstText')}
              act={create}
            />
          ) : (
            <DataTable
              caption={t('partners.title')}
              columns={columns}
              rows={content}
              keyOf={(row) => row.partnerUuid}
              nameOf={(row) => row.name}
              hrefOf={(row) => pathTo('partners', { partner: row.partnerUuid })}
              card={(row) => (
                <span className={classes.card}>
                  <strong>{row.name}</strong>
                  <span className={classes.muted}>{shownCount(row)}</span>
                </span>
              )}
            />
          )
        }
      </Read>
      {search.partner && (
        <PartnerSheet
          key={search.partner}
          partnerUuid={search.partner === 'new' ? undefined : search.partner}
          close={() => change({ partner: undefined, invite: undefined })}
        />
      )}
    </Page>
  );
}
