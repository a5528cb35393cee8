import { foldText } from '@atrium/kit/texts/folding.ts';
import { parsePhone } from '../phone.ts';
import { isRut } from '../rut.ts';
import { parseTime } from '../time.ts';
import { parseDate } from '../typed-dates.ts';

/** What a text asks for besides finding: a meeting with somebody, or a new person with a telephone. */
export type Asked =
  | { kind: 'MEETING'; who: string; date?: string | undefined; start?: string | undefined }
  | { kind: 'PERSON'; name: string; phone: string };

const meeting =
  /^(?:(?:nueva|agendar|new|book)\s+)*(?:reunion|cita|meeting|meet)\s+(?:con|with)\s+/;
const connecting = /^(?:el|la|para|a|las|on|at|the)$/;
const timeForms = /^(?:(\d{1,2})[:.h](\d{2})|(\d{1,2})h)$/;

/** Returns what a text asks for: "reunión con Ana Soto martes 11 a las 10", "Ana Soto 9 8765 4321". */
export function askedOf(text: string): Asked | undefined {
  const plain = text.trim().replace(/\s+/g, ' ');
  const found = meeting.exec(foldText(plain));
  // Folding may change how long a text is: its words are counted.
  if (found) return meetingOf(plain.split(' ').slice(found[0].trim().split(/\s+/).length));
  const { name = '', phone = '' } =
    /^(?<name>\p{L}[\p{L}\p{M}\s.'’-]*?)\s+(?<phone>\+?\d[\d\s().-]*)$/u.exec(plain)?.groups ?? {};
  const digits = parsePhone(phone)?.phoneNumber.length ?? 0;
  const isPhone = digits >= 7 && digits <= 15 && !(isRut(phone) && /[.-]/.test(phone));
  return name && isPhone ? { kind: 'PERSON', name, phone: phone.trim() } : undefined;
}

function meetingOf(words: readonly string[]): Asked | undefined {
  const [named, start] = cutTime(words);
  // The longest end that is a day; somebody's name stands before it.
  for (let at = 1; at < named.length; at++) {
    const end = named.slice(at);
    const date = dayOf(end);
    if (date) return { kind: 'MEETING', who: whoOf(named.slice(0, at)), date, start };
  }
  return named.length > 0 ? { kind: 'MEETING', who: whoOf(named), start } : undefined;
}

const whoOf = (words: readonly string[]) => {
  const last = words.findLastIndex((word) => !connecting.test(foldText(word)));
  return words.slice(0, last + 1).join(' ');
};

/** Returns the day that some words are; one short word may as well be a name. */
function dayOf(words: readonly string[]): string | undefined {
  const text = words.join(' ');
  const isShort = words.length === 1 && /^\p{L}{1,4}$/u.test(text) && !/^(?:hoy)$/i.test(text);
  return isShort ? undefined : parseDate(text);
}

/** Takes a time off the end of some words. */
function cutTime(words: readonly string[]): [string[], string | undefined] {
  const last = words.at(-1) ?? '';
  const before = foldText(words.at(-2) ?? '');
  const isStated =
    timeForms.test(last) || (/^\d{1,2}$/.test(last) && /^(?:las|la|at)$/.test(before));
  const [, hour, minute, whole] = timeForms.exec(last) ?? [];
  const start = isStated
    ? parseTime(hour ? `${hour}:${minute}` : `${(whole ?? last).padStart(2, '0')}:00`)
    : undefined;
  if (!start) return [[...words], undefined];
  const left = words.slice(0, -1);
  while (left.length > 1 && /^(?:a|la|las|at)$/.test(foldText(left.at(-1) ?? ''))) left.pop();
  return [left, start];
}
