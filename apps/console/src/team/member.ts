import type { AnswerOf } from '../api.ts';

export type Member = AnswerOf<'getStaffMember'>;

type Phone = Member['contactPhone'];

/** Returns a staff member with the phone as forms have phones. */
export const formRecordOf = (member: Member) => ({
  ...member,
  contactPhone: member.contactPhone && {
    phoneCountryCode: member.contactPhone.countryCode,
    phoneNumber: member.contactPhone.number,
  },
});

/** Returns what a form states, with the phone as the API has it of staff. */
export function bodyOf<B extends { contactPhone?: unknown }>(stated: B) {
  const phone = stated.contactPhone as
    | { phoneCountryCode: string; phoneNumber: string }
    | null
    | undefined;
  const own: { contactPhone?: Phone } =
    phone === undefined
      ? {}
      : {
          contactPhone: phone && {
            countryCode: phone.phoneCountryCode,
            number: phone.phoneNumber,
          },
        };
  return { ...stated, ...own };
}
