import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

type Props = {
  contactUuid: string;
  name: string;
  /** Those who are somebody else. */
  others: readonly string[];
};

/** Says that a person is none of some others who look like it. It can be undone. */
export function NotSameButton({ contactUuid, name, others }: Props) {
  const t = useWords('people');
  const dismiss = useWrite('dismissDuplicate');
  const undismiss = useWrite('undismissDuplicate');
  const pairs = others.map((other) => ({ body: { contactUuids: [contactUuid, other] } }));
  const run = async () => {
    for (const pair of pairs) await dismiss.mutateAsync(pair);
    toast({
      message: t('duplicates.dismissed', { name }),
      undo: () => void Promise.all(pairs.map((pair) => undismiss.mutateAsync(pair))),
    });
  };
  return (
    <>
      <Button
        writes
        size="compact-xs"
        variant="default"
        aria-label={t('duplicates.notSameAs', { name })}
        loading={dismiss.isPending}
        onClick={() => void run().catch(() => undefined)}
      >
        {t('duplicates.notSame')}
      </Button>
      {dismiss.error && <ErrorCard error={dismiss.error} />}
    </>
  );
}
