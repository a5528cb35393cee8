import { IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type AnswerOf, type BodyOf, call } from '../api.ts';
import { can } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { nameOf } from '../records/person-name.ts';
import { RecordForm } from '../records/record-form.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm, Sheet } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { Invite } from './invite.tsx';
import classes from './team.module.css';

type Partner = AnswerOf<'getPartner'>;
type Props = { partnerUuid: string | undefined; close: () => void };

/** A partner at the side of the list: its name, its people, and the end of the work together. */
export function PartnerSheet({ partnerUuid, close }: Props) {
  const t = useWords('team');
  const partner = useRead(
    'getPartner',
    { path: { partnerUuid: partnerUuid ?? '' } },
    { enabled: partnerUuid !== undefined },
  );
  const title = partnerUuid ? (partner.data?.name ?? t('partners.one')) : t('partners.new');
  return (
    <Sheet title={title} isOpen close={close} size="lg">
      {partnerUuid ? (
        <Read of={partner} skeleton={<Lines count={4} height={36} />}>
          {(data) => (
            <>
              <PartnerForm partner={data} done={close} />
              <People partner={data} />
              <Remove partner={data} done={close} />
            </>
          )}
        </Read>
      ) : (
        <PartnerForm partner={undefined} done={close} />
      )}
    </Sheet>
  );
}

function PartnerForm({ partner, done }: { partner: Partner | undefined; done: () => void }) {
  const t = useWords('team');
  const create = useWrite('createPartner');
  const update = useWrite('updatePartner');
  const path = { partnerUuid: partner?.partnerUuid ?? '' };
  return (
    <RecordForm
      operation="updatePartner"
      fields={[
        { path: 'name', label: t('partners.name'), kind: 'text', isRequired: true },
        { path: 'isActive', label: t('partners.isActive'), kind: 'yesNo', isRequired: true },
      ]}
      record={partner ?? { isActive: true }}
      isNew={!partner}
      send={(body, { headers }) =>
        partner
          ? update.mutateAsync({ path, body, headers })
          : create.mutateAsync({ body: body as BodyOf<'createPartner'>, headers })
      }
      saved={(answer) => {
        if (answer) toast({ message: t('partners.saved', { name: answer.name }) });
        done();
      }}
      act={partner ? t('save') : t('partners.create')}
      draft={`partner:${partner?.partnerUuid ?? 'new'}`}
      reread={() => call('getPartner', { path })}
    />
  );
}

function People({ partner }: { partner: Partner }) {
  const t = useWords('team');
  const enums = useWords('enums');
  const user = usePerson();
  const [isInviting, setInviting] = useState(false);
  const staff = useRead('listStaffByCategory', { path: { category: 'PARTNER_STAFF' } });
  return (
    <section className={classes.acts} aria-label={t('partners.staff')}>
      <h3>{t('partners.staff')}</h3>
      <Read of={staff} skeleton={<Lines count={2} />}>
        {(all) => {
          const own = all.filter(({ partnerUuid }) => partnerUuid === partner.partnerUuid);
          if (own.length === 0) return <p className={classes.muted}>{t('partners.nobody')}</p>;
          return (
            <ul className={classes.rows}>
              {own.map((each) => (
                <li key={each.tenantStaffUuid}>
                  <div>
                    <Link href={pathTo('team', { member: each.tenantStaffUuid })}>
                      {nameOf(each)}
                    </Link>
                    <span className={classes.muted}>{enums(`staffType.${each.staffType}`)}</span>
                  </div>
                </li>
              ))}
            </ul>
          );
        }}
      </Read>
      {can('createStaffMember', user) && (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setInviting(true)}
          >
            {t('invite.open')}
          </Button>
        </div>
      )}
      {isInviting && <Invite partner={partner} close={() => setInviting(false)} />}
    </section>
  );
}

function Remove({ partner, done }: { partner: Partner; done: () => void }) {
  const t = useWords('team');
  const user = usePerson();
  const remove = useWrite('deletePartner');
  const [isAsking, setAsking] = useState(false);
  const { partnerUuid, name } = partner;
  return (
    <div className={classes.end}>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        disabled={!can('deletePartner', user)}
        onClick={() => setAsking(true)}
      >
        {t('partners.delete')}
      </Button>
      <Confirm
        title={t('partners.deleteTitle', { name })}
        isOpen={isAsking}
        close={() => setAsking(false)}
        act={t('partners.delete')}
        isDestructive
        isRunning={remove.isPending}
        run={() =>
          remove.mutate(
            { path: { partnerUuid } },
            {
              onSuccess: () => {
                toast({ message: t('partners.deleted', { name }) });
                done();
              },
            },
          )
        }
      >
        <p>{t('partners.deleteText')}</p>
        {remove.error && <ErrorCard error={remove.error} />}
      </Confirm>
    </div>
  );
}
