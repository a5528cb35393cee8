import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Chip } from '../ui/chip.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { toneOf } from './lateness.ts';

/** Says in a word how the platform does; the health page says why. */
export function HealthChip() {
  const t = useWords('platform');
  const health = useRead('getPlatformHealth', {}, { staleTime: 15_000 });
  return (
    <Read of={health} skeleton={<Lines count={1} height={28} />}>
      {(data) => <Chip tone={toneOf(data)}>{t(`health.tones.${toneOf(data)}`)}</Chip>}
    </Read>
  );
}
