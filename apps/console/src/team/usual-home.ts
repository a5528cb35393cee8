import { currentLanguage } from '../i18n/words.ts';

/** Returns where a colleague lives and what they are paid in, until their record says otherwise. */
export const usualHome = () =>
  currentLanguage() === 'en'
    ? { legalResidence: 'GB', commissionCurrency: 'GBP' }
    : { legalResidence: 'CL', commissionCurrency: 'CLP' };
