import { IconUserShare } from '@tabler/icons-react';
import { useState } from 'react';
import { can } from '../can.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { PersonRow } from './list-row.ts';

const ReassignDialog = lazyPart(() => import('./reassign-dialog.tsx'));

type Props = {
  people: readonly PersonRow[];
  /** Leaves selected who was not given. */
  keep: (keys: Set<string>) => void;
};

/** Begins to give the selected people to another adviser. */
export function Reassign({ people, keep }: Props) {
  const t = useWords('people');
  const user = usePerson();
  // Rows leave the selection when the list is read again: what is asked for stays.
  const [asked, setAsked] = useState<readonly PersonRow[]>();
  const mayChange = can('reassignContacts', user) && can('searchStaff', user);
  const end = (left: readonly PersonRow[]) => {
    setAsked(undefined);
    keep(new Set(left.map(({ contactUuid }) => contactUuid)));
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUserShare size={14} aria-hidden />}
        disabled={!mayChange}
        title={mayChange ? undefined : t('reassign.forbidden')}
        onClick={() => setAsked(people)}
      >
        {t('reassign.act')}
      </Button>
      {asked && <ReassignDialog people={asked} close={end} />}
    </>
  );
}
