import { call } from '../api.ts';
import { can } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { nameOf } from '../records/person-name.ts';
import { RecordForm } from '../records/record-form.tsx';
import { showNumber } from '../time.ts';
import { Chip } from '../ui/chip.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { bodyOf, formRecordOf, type Member } from './member.ts';
import { MemberActs } from './member-acts.tsx';
import classes from './team.module.css';
import { useLoad } from './use-load.ts';
import { useMemberFields } from './use-member-fields.ts';
import { useSignIn } from './use-sign-in.ts';

/** Shows a colleague at the side of the list: what they look after, their data, and how they sign in. */
export function MemberSheet({
  tenantStaffUuid,
  close,
}: {
  tenantStaffUuid: string;
  close: () => void;
}) {
  const t = useWords('team');
  const member = useRead('getStaffMember', { path: { tenantStaffUuid } });
  return (
    <Sheet
      title={member.data ? nameOf(member.data) : t('member.title')}
      isOpen
      close={close}
      size="lg"
    >
      <Read of={member} skeleton={<Lines count={8} height={36} />}>
        {(data) => <Content key={data.version} member={data} close={close} />}
      </Read>
    </Sheet>
  );
}

function Content({ member, close }: { member: Member; close: () => void }) {
  const t = useWords('team');
  const enums = useWords('enums');
  const user = usePerson();
  const update = useWrite('updateStaffMember');
  const { all } = useMemberFields(member);
  const path = { tenantStaffUuid: member.tenantStaffUuid };
  const { label, tone, hint } = useSignIn(member);
  return (
    <>
      <p className={classes.chips}>
        <Chip tone={tone}>{label}</Chip>
        <Chip isQuiet>{enums(`staffType.${member.staffType}`)}</Chip>
      </p>
      {hint && <p className={classes.muted}>{hint}</p>}
      <Load staffUuid={member.tenantStaffUuid} />
      <MemberActs member={member} close={close} />
      {can('updateStaffMember', user) && (
        <RecordForm
          operation="updateStaffMember"
          fields={all}
          record={formRecordOf(member)}
          send={(stated, { headers }) =>
            update.mutateAsync({ path, body: bodyOf(stated), headers })
          }
          saved={() => {
            toast({ message: t('member.saved', { name: member.firstName }) });
            close();
          }}
          act={t('save')}
          draft={`staff:${member.tenantStaffUuid}`}
          reread={async () => formRecordOf(await call('getStaffMember', { path }))}
          of={{ entityType: 'STAFF', entityUuid: member.tenantStaffUuid }}
        />
      )}
    </>
  );
}

/** What a colleague looks after, each figure a way to its list. */
function Load({ staffUuid }: { staffUuid: string }) {
  const t = useWords('team');
  const load = useLoad(staffUuid);
  const shown = (count: number | undefined) => (count === undefined ? '–' : showNumber(count));
  return (
    <dl className={classes.load}>
      <div>
        <dt>{t('load.people')}</dt>
        <dd>
          <Link className={classes.figure} href={pathTo('people', { manager: staffUuid })}>
            {shown(load.people)}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t('load.households')}</dt>
        <dd>
          <Link className={classes.figure} href={pathTo('households', { manager: staffUuid })}>
            {shown(load.households)}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t('load.meetings')}</dt>
        <dd>{shown(load.meetings)}</dd>
      </div>
    </dl>
  );
}
