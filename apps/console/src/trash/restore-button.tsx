import { IconRestore } from '@tabler/icons-react';
import type { ApiError } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { type Href, pathTo } from '../paths.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Deleted } from './use-deleted.ts';

type Left = { kind: 'LOGIN' | 'MEMBERSHIP' | 'PRIMARY' };

/** Brings something back, leads to it, and says what did not come with it. */
export function RestoreButton({ row }: { row: Deleted }) {
  const t = useWords('trash');
  const go = useGo();
  const contact = useWrite('restoreContact');
  const household = useWrite('restoreHousehold');
  const organisation = useWrite('restoreOrganisation');
  const { kind, uuid, name } = row;
  const done = ({ notRestored }: { notRestored: readonly Left[] }) => {
    const left = [...new Set(notRestored.map((each) => t(`left.${each.kind}`)))].join(' ');
    toast({ message: [t('restored', { name }), left].filter(Boolean).join(' ') });
    void go(hrefOf(row));
  };
  const run = () => {
    if (kind === 'CONTACT') contact.mutate({ path: { contactUuid: uuid } }, { onSuccess: done });
    if (kind === 'HOUSEHOLD')
      household.mutate({ path: { householdUuid: uuid } }, { onSuccess: done });
    if (kind === 'ORGANISATION')
      organisation.mutate({ path: { organisationUuid: uuid } }, { onSuccess: done });
  };
  const all = [contact, household, organisation];
  const error: ApiError | undefined = all.flatMap((each) => each.error ?? [])[0];
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('restoreOne', { name })}
        loading={all.some(({ isPending }) => isPending)}
        leftSection={<IconRestore size={14} aria-hidden />}
        onClick={run}
      >
        {t('restore')}
      </Button>
      {error && <ErrorCard error={error} />}
    </>
  );
}

function hrefOf({ kind, uuid }: Deleted): Href {
  if (kind === 'CONTACT') return pathTo('person', { contactUuid: uuid });
  if (kind === 'HOUSEHOLD') return pathTo('household', { householdUuid: uuid });
  return pathTo('organisations', { open: uuid });
}
