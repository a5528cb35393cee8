import { useWords } from '../i18n/words.ts';
import { showDate, showList, showLocalDay, showNumber } from '../time.ts';
import { useChangedWord } from './changed-word.ts';
import type { Told } from './sittings.ts';

type Change = Told['changes'][number];
/** The fields whose change the sentence of a moved meeting tells. */
const told = new Set(['startDateTime', 'endDateTime', 'timezone']);
const amounts = new Set(['annualIncome', 'liquidNetWorth', 'totalNetWorth']);
const mostChanges = 4;

/** Returns how the entries of a timeline are told: a sentence with who and what, and what changed in words. */
export function useSentences() {
  const t = useWords('timeline');
  const changedWord = useChangedWord();
  const enums = useWords('enums');
  const moveOf = ({ changes, eventType }: Told) =>
    eventType === 'meeting.updated'
      ? changes.find(({ field, before, after }) => field === 'startDateTime' && before && after)
      : undefined;

  function sentenceOf(entry: Told): string {
    const { eventType, actorName, title, names, via } = entry;
    const who = actorName ?? t('platform');
    const words = { who, record: title ?? '', names: showList(names) };
    const event = eventType?.replaceAll('.', '_');
    const move = moveOf(entry);
    const suffix = via ? t(`via.${via}`, { defaultValue: '' }) : '';
    if (move) {
      const [from, to] = [showLocalDay(move.before ?? ''), showLocalDay(move.after ?? '')];
      return t('says.meeting_moved', { ...words, from, to }) + suffix;
    }
    const isNamed = names.length > 0 && event === 'household_created';
    const key = isNamed ? 'household_created_with' : event;
    return t(`says.${key}`, { ...words, defaultValue: t('says.other', words) }) + suffix;
  }

  /** Returns what changed, by the words of the fields, with the values where they are short. */
  function changesOf(entry: Told): string[] {
    const isMove = moveOf(entry) !== undefined;
    const rest = entry.changes.filter(({ field }) => !(isMove && told.has(field)));
    const valued = new Map(rest.map((each) => [each.field, each]));
    const others = entry.changedFields
      .filter((field) => !valued.has(field) && !(isMove && told.has(field)))
      .map((field) => ({ field, before: null, after: null }));
    const lines = [...rest, ...others].map(lineOf).filter(Boolean);
    const left = lines.length - mostChanges;
    return left > 1 ? [...lines.slice(0, mostChanges), t('moreChanges', { count: left })] : lines;
  }

  function lineOf({ field, before, after }: Change): string {
    const label = changedWord(field, '');
    const [from, to] = [wordOf(field, before), wordOf(field, after)];
    if (!label || (from === undefined && to === undefined)) return label;
    if (!from || !to) return to ? `${label}: ${to}` : t('cleared', { label, value: from });
    return `${label}: ${from} → ${to}`;
  }

  /** Returns a value as people read it; of a list or an object, and of an identifier, there is no word. */
  function wordOf(field: string, value: string | null): string | undefined {
    if (value === null || value === '' || /^[[{]|^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value))
      return undefined;
    if (amounts.has(field)) return showNumber(Number(value));
    if (value === 'true' || value === 'false') return t(`values.${value}`);
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return showLocalDay(value);
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return showDate(value);
    const known = field === 'stageName' ? 'stages' : field === 'segmentName' ? 'segments' : field;
    const list = field === 'contactSource' ? 'sources' : known;
    return enums(`${list}.${value}`, { defaultValue: value });
  }

  return { sentenceOf, changesOf };
}
