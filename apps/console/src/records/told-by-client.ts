import { foldText } from '@atrium/kit/texts/folding.ts';
import { useWords } from '../i18n/words.ts';

export type Told = { title: string | null; contactNames: readonly string[]; contactCount: number };

/** Returns a function that tells a meeting by its client, then by its title, which may name the client already. */
export function useToldByClient(): (meeting: Told) => string {
  const t = useWords('common');
  return ({ title, contactNames: [first], contactCount }) => {
    if (!first) return title ?? t('meeting');
    if (title && foldText(title).includes(foldText(first))) return title;
    const who = contactCount > 1 ? t('andMore', { name: first, count: contactCount - 1 }) : first;
    return [who, title].filter(Boolean).join(' · ');
  };
}
