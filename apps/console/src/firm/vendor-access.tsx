import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { can } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { presentTenant } from '../tenant.ts';
import { showTime } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './firm.module.css';

/** The window in which the platform's administrators may enter the firm, and the ways to open and end it. */
export function VendorAccess({ isNeeded }: { isNeeded: boolean }) {
  const t = useWords('firm');
  const user = usePerson();
  const path = { tenantUuid: presentTenant() };
  const access = useRead('getVendorAccess', { path });
  const end = useWrite('endVendorAccess');
  const [asked, setAsked] = useState<'OPEN' | 'END'>();
  const close = () => setAsked(undefined);
  const mayOpen = can('approveVendorAccess', user);
  return (
    <Section title={t('vendor.title')}>
      <Read of={access}>
        {({ until, reason }) => (
          <div className={classes.stack}>
            <p className={classes.line}>
              <Chip tone={until ? 'warn' : 'plain'}>
                {until ? t('vendor.open', { until: showTime(until) }) : t('vendor.closed')}
              </Chip>
              {reason && <span className={classes.muted}>{reason}</span>}
            </p>
            <p className={classes.muted}>
              {isNeeded || mayOpen
                ? t(isNeeded ? 'vendor.text' : 'vendor.unneeded')
                : t('vendor.unneededHere')}
            </p>
            {mayOpen && (
              <Group gap="xs">
                <Button variant="default" size="xs" onClick={() => setAsked('OPEN')}>
                  {until ? t('vendor.again') : t('vendor.act')}
                </Button>
                {until && (
                  <Button variant="subtle" color="red" size="xs" onClick={() => setAsked('END')}>
                    {t('vendor.end')}
                  </Button>
                )}
              </Group>
            )}
          </div>
        )}
      </Read>
      {asked === 'OPEN' && <OpenWindow close={close} />}
      <Confirm
        title={t('vendor.endTitle')}
        isOpen={asked === 'END'}
        close={close}
        act={t('vendor.end')}
        isDestructive
        isRunning={end.isPending}
        run={() =>
          end.mutate(
            { path },
            {
              onSuccess: () => {
                close();
                toast({ message: t('vendor.ended') });
              },
            },
          )
        }
      >
        <p>{t('vendor.endText')}</p>
        {end.error && <ErrorCard error={end.error} />}
      </Confirm>
    </Section>
  );
}

function OpenWindow({ close }: { close: () => void }) {
  const t = useWords('firm');
  const approve = useWrite('approveVendorAccess');
  const path = { tenantUuid: presentTenant() };
  const state = useForm({
    initial: { hours: '4', reason: '' },
    draft: 'vendor-access',
    limits: 'approveVendorAccess',
    check: ({ hours }) => (/^\d+$/.test(hours.trim()) ? {} : { hours: t('vendor.hoursWrong') }),
    send: ({ hours, reason }, { headers }) =>
      approve.mutateAsync({
        path,
        body: { hours: Number(hours), reason: reason.trim() || null },
        headers,
      }),
    saved: ({ until }) => {
      toast({ message: t('vendor.open', { until: showTime(until) }) });
      close();
    },
  });
  const { form } = state;
  return (
    <Dialog title={t('vendor.openTitle')} isOpen close={close}>
      <p className={classes.muted}>{t('vendor.openText')}</p>
      <Form
        of={state}
        act={t('vendor.act')}
        close={close}
        labelOf={(field) => t(field === 'hours' ? 'vendor.hours' : 'vendor.reason')}
        className={classes.stack}
      >
        <TextInput
          label={t('vendor.hours')}
          inputMode="numeric"
          withAsterisk
          data-autofocus
          {...form.getInputProps('hours')}
        />
        <TextInput label={t('vendor.reason')} {...form.getInputProps('reason')} />
      </Form>
    </Dialog>
  );
}
