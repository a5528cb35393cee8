import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { can } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { Button } from '../ui/button.tsx';
import { Confirm, Sheet } from '../ui/dialog.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { OrganisationForm } from './organisation-form.tsx';
import { OrganisationHouseholds } from './organisation-households.tsx';

type Props = { organisationUuid: string | undefined; close: () => void };

/** An organisation at the side of the list: its data to change, and its households. */
export function OrganisationSheet({ organisationUuid, close }: Props) {
  const t = useWords('organisations');
  const organisation = useRead(
    'getOrganisation',
    { path: { organisationUuid: organisationUuid ?? '' } },
    { enabled: organisationUuid !== undefined },
  );
  const title = organisationUuid ? (organisation.data?.name ?? t('one')) : t('new');
  return (
    <Sheet title={title} isOpen close={close} size="lg">
      {organisationUuid ? (
        <Read of={organisation} skeleton={<Lines count={6} height={36} />}>
          {(data) => (
            <>
              <OrganisationForm organisation={data} done={close} />
              <OrganisationHouseholds organisationUuid={data.organisationUuid} name={data.name} />
              <Remove organisationUuid={data.organisationUuid} name={data.name} done={close} />
            </>
          )}
        </Read>
      ) : (
        <OrganisationForm organisation={undefined} done={close} />
      )}
    </Sheet>
  );
}

type RemoveProps = { organisationUuid: string; name: string; done: () => void };

function Remove({ organisationUuid, name, done }: RemoveProps) {
  const t = useWords('organisations');
  const user = usePerson();
  const [isAsking, setAsking] = useState(false);
  const remove = useWrite('deleteOrganisation');
  const restore = useWrite('restoreOrganisation');
  const households = useRead('listHouseholdsOfOrganisation', { path: { organisationUuid } });
  const path = { organisationUuid };
  const run = async () => {
    const isGone = await remove.mutateAsync({ path }).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
    done();
    const undo = () => restore.mutateAsync({ path }).catch(() => undefined);
    toast({
      message: t('deleted', { name }),
      ...(can('restoreOrganisation', user) ? { undo: () => void undo() } : {}),
    });
  };
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        disabled={!can('deleteOrganisation', user)}
        onClick={() => setAsking(true)}
      >
        {t('delete')}
      </Button>
      <Confirm
        title={t('deleteTitle', { name })}
        isOpen={isAsking}
        close={() => setAsking(false)}
        act={t('delete')}
        isDestructive
        isRunning={remove.isPending}
        run={() => void run()}
      >
        {t('deleteText', { count: households.data?.length ?? 0 })}
        {remove.error && <ErrorCard error={remove.error} />}
      </Confirm>
    </>
  );
}
