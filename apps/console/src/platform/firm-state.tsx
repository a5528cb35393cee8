import { useWords } from '../i18n/words.ts';
import { Chip } from '../ui/chip.tsx';

/** Whether a firm works, is off or is deleted. */
export function FirmState({
  firm,
}: {
  firm: { isActive: boolean; deletedAt?: string | null | undefined };
}) {
  const t = useWords('platform');
  if (firm.deletedAt) return <Chip tone="bad">{t('states.DELETED')}</Chip>;
  return firm.isActive ? (
    <Chip tone="good">{t('states.ACTIVE')}</Chip>
  ) : (
    <Chip tone="warn">{t('states.OFF')}</Chip>
  );
}
