import type { Tx } from '../database/transaction.ts';
import { createStaffMember } from '../staff/create-staff-member.ts';
import type { StaffRow } from '../staff/schemas.ts';
import { travelTo } from './past.ts';
import { createPeople } from './people.ts';
import type { Random } from './random.ts';

type Job = [StaffRow['staffType'], string];

const adviser: Job = ['ADVISOR', 'Asesor patrimonial'];
const jobs: readonly Job[] = [
  ['ADMIN', 'Jefatura de operaciones'],
  adviser,
  ['MANAGER', 'Jefatura de equipo'],
  ...Array<Job>(9).fill(adviser),
];

/** Creates a dozen staff members, the first of them the administrator and the second an adviser. */
export async function createDemoStaff(
  tx: Tx,
  random: Random,
  now: Temporal.Instant,
  passwordHash: string,
) {
  const staff: StaffRow[] = [];
  const makePerson = createPeople(random, 'andes.example');
  for (const [at, [staffType, jobPosition]] of jobs.entries()) {
    const born = 1965 + random.below(32);
    const { email, phone, gender: _unsaid, rut: _none, ...person } = makePerson(born);
    const userEmail = ['admin@andes.example', 'adviser@andes.example'][at] ?? email;
    await travelTo(tx, now.subtract({ hours: 24 * (450 - at) }));
    const input = {
      ...person,
      tenantUuid: tx.tenantUuid,
      userEmail,
      email,
      // The account gets the hash; this has the length that the firm asks for.
      password: 'its hash is given',
      confirmPassword: 'its hash is given',
      staffType,
      staffRole: 'ADVISOR' as const,
      legalResidence: 'CL',
      timeZone: 'America/Santiago',
      platformLanguage: 'SPANISH' as const,
      commissionCurrency: 'CLP',
      contactPhone: { countryCode: '+56', number: phone },
      jobPosition,
      currentResidence: 'Santiago',
    };
    staff.push(await createStaffMember(tx, { input, passwordHash }));
  }
  return staff;
}
