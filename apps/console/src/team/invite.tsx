import { useState } from 'react';
import { type BodyOf, call } from '../api.ts';
import { countryName } from '../countries.ts';
import { refreshAfter } from '../data.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { useMe } from '../person.ts';
import { RecordForm } from '../records/record-form.tsx';
import { useMailsWait } from '../records/use-firm.ts';
import { presentTenant } from '../tenant.ts';
import { machineZone } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './team.module.css';
import { useMemberFields } from './use-member-fields.ts';
import { usualHome } from './usual-home.ts';

type Props = {
  /** The partner that the new person works for, if for one. */
  partner?: { partnerUuid: string; name: string };
  close: () => void;
};

/**
 * Invites a colleague: the record, and a mail with the link by which they choose their password. The
 * password that the record is made with is known to nobody.
 */
export function Invite({ partner, close }: Props) {
  const t = useWords('team');
  const me = useMe();
  const { first } = useMemberFields();
  const [{ as: staffType = 'ADVISOR' }] = useSearch<'team'>();
  const usual = usualHome();
  const isOff = useMailsWait();
  const [password] = useState(() => crypto.randomUUID());
  const create = async (stated: Partial<BodyOf<'createStaffMember'>>, headers: object) => {
    const body = {
      tenantUuid: presentTenant(),
      email: stated.userEmail,
      password,
      confirmPassword: password,
      staffRole: 'ADVISOR',
      ...usual,
      timeZone: me.data?.timeZone ?? machineZone(),
      ...(partner ? { partnerUuid: partner.partnerUuid } : {}),
      ...stated,
    } as BodyOf<'createStaffMember'>;
    const made = await call('createStaffMember', { body, headers: { ...headers } });
    const path = { tenantStaffUuid: made.tenantStaffUuid };
    const isMailed = await call('resetStaffCredentials', { path }).then(
      () => true,
      () => false,
    );
    return { made, isMailed };
  };
  return (
    <Dialog
      title={partner ? t('invite.titleFor', { name: partner.name }) : t('invite.title')}
      isOpen
      close={close}
      size="lg"
    >
      <p className={classes.muted}>
        {t('invite.text')}{' '}
        {t('invite.usual', {
          country: countryName(usual.legalResidence, currentLanguage()),
          currency: usual.commissionCurrency,
        })}
      </p>
      <RecordForm
        operation="updateStaffMember"
        fields={first}
        record={{ staffType, platformLanguage: currentLanguage() === 'en' ? 'ENGLISH' : 'SPANISH' }}
        isNew
        send={(stated, { headers }) => create(stated, headers)}
        saved={(answer) => {
          void refreshAfter(['createStaffMember']);
          if (answer)
            toast({
              message: answer.isMailed
                ? t(isOff ? 'invite.waits' : 'invite.done', {
                    email: answer.made.userEmail,
                  })
                : t('invite.notMailed', { name: answer.made.firstName }),
              isBad: !answer.isMailed,
            });
          close();
        }}
        close={close}
        act={t('invite.act')}
        draft={`invite:${partner?.partnerUuid ?? 'firm'}`}
      />
    </Dialog>
  );
}
