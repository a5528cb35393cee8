import { foldText } from '@atrium/kit/texts/folding.ts';

/** Spaces, dots, dashes and parentheses, which people write between digits. */
const between = '[\\s().-]*';
const callingCode = new RegExp(`^${between}\\+${between}(\\d${between}){1,4}$`);
const phoneNumber = new RegExp(`^${between}(\\d${between}){4,15}$`);

/** Returns whether a text is a calling code as people type it: a plus and digits, of any script. */
export const isCallingCode = (text: string): boolean => callingCode.test(foldText(text));

/** Returns whether a text is a phone number as people type it, without its calling code. */
export const isPhoneNumber = (text: string): boolean => phoneNumber.test(foldText(text));

/**
 * Returns a calling code or a phone number as it is kept: the digits of any script as 0 to 9, and without
 * what is written between them.
 */
export const plainNumber = (text: string): string => foldText(text).replace(/[^\d+]/g, '');
