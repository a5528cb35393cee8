import { type FieldError, fieldError } from '@atrium/kit/problem.ts';
import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import { queueLinkMail } from '../../auth/link-mails.ts';
import { isMachine } from '../../auth/require-person.ts';
import type { Tx } from '../../database/transaction.ts';
import { checkInput, oneOfField } from '../../imports/check-input.ts';
import type { Importable, RowPlan, StatedRow, Taking, Values } from '../../imports/importable.ts';
import { readPhone } from '../../imports/read-phone.ts';
import { requireLivePartner } from '../../partners/require-live-partner.ts';
import { catalogue } from '../../problems.ts';
import { addStaffMember, type StaffWithoutPassword } from '../create-staff-member.ts';
import { StaffWithoutPasswordInput } from '../schemas.ts';
import { importFields, phoneCode, phoneNumber, requiredFields } from './import-fields.ts';

/** Staff of a file. Nobody has a password by it: they sign in by their first link. */
export const importedStaff: Importable = {
  name: 'STAFF',
  noun: 'staff member',
  queue: 'staff-import',
  roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'],
  identifier: 'tenantStaffUuid',
  fields: importFields,
  required: requiredFields,
  holders: { [phoneCode]: [phoneCode, phoneNumber], contactPhone: [phoneNumber] },
  loginEmail: 'userEmail',
  secret: /password|contrasena|clave/,
  visibleTo: (tx) => tx`true`,
  inputOf,
  plan,
};

const check = checkInput(StaffWithoutPasswordInput);

const truths = new Map<unknown, boolean>([
  ['true', true],
  ['ACTIVE', true],
  ['false', false],
  ['INACTIVE', false],
]);

/** Returns what values are in a request: the parts of a phone as one, and whether somebody is active. */
function inputOf(values: Values, others: Values, isOurs: boolean): Record<string, unknown> {
  const {
    [phoneCode]: ownCode,
    [phoneNumber]: number,
    ...input
  }: Record<string, unknown> = Object.fromEntries(values);
  if (input.isActive !== undefined) input.isActive = truths.get(input.isActive) ?? input.isActive;
  if (typeof number !== 'string') return input;
  const code = ownCode ?? others.get(phoneCode) ?? undefined;
  const isExact = isOurs && typeof ownCode === 'string';
  const phone = readPhone(number, code as string | undefined, isExact);
  return {
    ...input,
    contactPhone: { countryCode: phone.phoneCountryCode, number: phone.phoneNumber },
  };
}

async function plan(
  tx: Tx,
  { stated, others, faults }: StatedRow,
  { columns, tried }: Taking,
): Promise<RowPlan> {
  const isHeld = columns.fields.includes('email') || others.email !== undefined;
  const input = {
    tenantUuid: tx.tenantUuid,
    staffRole: 'ADVISOR',
    ...(isHeld ? {} : { email: stated.userEmail }),
    ...others,
    ...Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== null)),
  } as StaffWithoutPassword;
  const all = [...faults, ...check(input), ...refusals(tx, input)];
  const login = plainEmail(String(input.userEmail));
  return {
    faults: oneOfField([...all, ...(tried?.get(login) ?? [])]).filter(
      ({ field }) => isHeld || field !== 'email',
    ),
    take: async () => {
      await requireLivePartner(tx, input.partnerUuid);
      const { tenantStaffUuid: userUuid } = await addStaffMember(tx, input);
      const { tenantUuid } = tx;
      if (columns.invite) await queueLinkMail(tx, { tenantUuid, userUuid }, 'FIRST');
      // What a dry run undoes is taken all the same for the rows after it.
      tried?.set(login, [taken]);
      return userUuid;
    },
  };
}

const taken = fieldError('userEmail', 'EMAIL_TAKEN', catalogue.EMAIL_TAKEN.title);

/** Returns what is refused of a row whose values are right by themselves. */
function refusals(
  { tenantUuid, actor }: Tx,
  { tenantUuid: stated, staffType }: StaffWithoutPassword,
): FieldError[] {
  const faults: FieldError[] = [];
  if (String(stated).toLowerCase() !== tenantUuid)
    faults.push(fieldError('tenantUuid', 'NOT_ALLOWED', 'is not the tenant of the import'));
  if (staffType === 'ADMIN' && isMachine(actor))
    faults.push(fieldError('staffType', 'PERSON_REQUIRED', catalogue.PERSON_REQUIRED.title));
  return faults;
}
