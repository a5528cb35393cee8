import { checkDigitOf } from '@atrium/kit/texts/plain-forms.ts';
import words from './assets/words.json' with { type: 'json' };
import type { Random } from './random.ts';

const listOf = (text = ''): string[] => text.split(' ');
export const lastNames = listOf(words.lastNames);
/** Years of birth with the millions that RUTs had reached then. */
const numbersGiven = Object.entries({
  1930: 2.6,
  1950: 5.9,
  1960: 8.4,
  1970: 11.3,
  1980: 13.8,
  1985: 15.9,
  1990: 17.4,
  2010: 23.1,
});

type Gender = 'FEMALE' | 'MALE';
export type Person = {
  firstName: string;
  middleName: string | null;
  paternalLastName: string;
  maternalLastName: string;
  gender: Gender;
  dateOfBirth: string;
  email: string;
  phone: string;
  rut: string;
};
export type MakePerson = ReturnType<typeof createPeople>;
type Known = Partial<Pick<Person, 'gender' | 'paternalLastName' | 'maternalLastName'>>;

/** Returns a maker of people who could live in Santiago, no two of one name, address or number. */
export function createPeople(random: Random, domain: string) {
  const [taken, addresses] = [new Set<string>(), new Set<string>()];
  return function makePerson(year: number, known: Known = {}): Person {
    const { gender = random.chance(0.5) ? 'FEMALE' : 'MALE' } = known;
    const { paternalLastName = random.pick(lastNames) } = known;
    const others = lastNames.filter((each) => each !== paternalLastName);
    const { maternalLastName = random.pick(others) } = known;
    const [names, second] = gender === 'FEMALE' ? [words.women, 0] : [words.men, 1];
    const given = listOf(names[year < 1975 ? 0 : 1]);
    const isNew = (each: string) => !taken.has(`${each} ${paternalLastName}`);
    const firstName = random.pick(given.some(isNew) ? given.filter(isNew) : given);
    taken.add(`${firstName} ${paternalLastName}`);
    const born = new Temporal.PlainDate(year, 1 + random.below(12), 1 + random.below(28));
    const rut = String(rutOf(year) + taken.size * 397 + born.month * 11);
    return {
      firstName,
      middleName: random.chance(0.4) ? random.pick(listOf(words.secondNames[second])) : null,
      paternalLastName,
      maternalLastName,
      gender,
      dateOfBirth: born.toString(),
      email: addressOf(`${plain(firstName)}.${plain(paternalLastName)}`),
      phone: `9${String(10_000_000 + random.below(89_999_999))}`,
      rut: `${rut}-${checkDigitOf(rut)}`,
    };
  };

  function addressOf(local: string, at = 1): string {
    const address = `${local}${at > 1 ? at : ''}@${domain}`;
    if (addresses.has(address)) return addressOf(local, at + 1);
    addresses.add(address);
    return address;
  }
}

/** Returns the number that somebody born in a year was given, about. */
function rutOf(year: number): number {
  const next = Math.max(
    1,
    numbersGiven.findIndex(([each]) => Number(each) > year),
  );
  const [[from, low], [to, high]] = [
    numbersGiven[next - 1] ?? [0, 0],
    numbersGiven[next] ?? [1, 0],
  ];
  const share = (year - Number(from)) / (Number(to) - Number(from));
  return Math.round((low + share * (high - low)) * 1_000_000);
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}
