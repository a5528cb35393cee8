import { checkDigitOf } from '@atrium/kit/texts/plain-forms.ts';
import type { Random } from './random.ts';

const words = (text: string): string[] => text.split(' ');
const women = words(
  'Elena Carolina Francisca Isidora Antonia Josefa Beatriz Inés Magdalena Rosario Sofía Trinidad',
);
const men = words(
  'Matías Andrés Cristóbal Diego Felipe Gonzalo Joaquín Nicolás Rodrigo Sebastián Tomás Vicente',
);
const lastNames = words(
  'Fuentes Etchegaray Larraín Rojas Undurraga Vergara Núñez Soto Irarrázaval ' +
    'Muñoz Ossandón Valdés Ibáñez Cárdenas Bravo Peñafiel',
);
const middleNames = words('María Luz Paz José Ignacio Andrés');

export type Person = {
  firstName: string;
  middleName: string | null;
  paternalLastName: string;
  maternalLastName: string;
  gender: 'FEMALE' | 'MALE';
  dateOfBirth: string;
  email: string;
  phone: string;
  rut: string;
};

/** Returns a person who could live in Santiago; the number makes the e-mail and the RUT unique. */
export function makePerson(random: Random, number: number, domain: string): Person {
  const gender = random.chance(0.5) ? 'FEMALE' : 'MALE';
  const firstName = random.pick(gender === 'FEMALE' ? women : men);
  const paternalLastName = random.pick(lastNames);
  const rut = String(5_000_000 + number * 7_919);
  const born = Temporal.PlainDate.from({
    year: 1940 + random.below(58),
    month: 1 + random.below(12),
    day: 1 + random.below(28),
  });
  return {
    firstName,
    middleName: random.chance(0.4) ? random.pick(middleNames) : null,
    paternalLastName,
    maternalLastName: random.pick(lastNames),
    gender,
    dateOfBirth: born.toString(),
    email: `${plain(firstName)}.${plain(paternalLastName)}${number}@${domain}`,
    phone: `9${String(10_000_000 + random.below(89_999_999))}`,
    rut: `${rut}-${checkDigitOf(rut)}`,
  };
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}
