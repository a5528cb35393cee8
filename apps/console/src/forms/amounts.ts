import { currentLanguage } from '../i18n/words.ts';

/** The signs between thousands and before decimals, by language. */
const signsOf = () => (currentLanguage() === 'es' ? (['.', ','] as const) : ([',', '.'] as const));

/** Leaves out groups of three digits' signs; undefined where the groups are none. */
const ungrouped = (text: string, sign: string): string | undefined => {
  const [first = '', ...groups] = text.split(sign);
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((each) => /^\d{3}$/.test(each));
  return groups.length === 0 || isGrouped ? first + groups.join('') : undefined;
};

/** Says which sign of a number comes before its decimals: where it could be either, the language does. */
function decimalSignOf(text: string): '.' | ',' | undefined {
  const [thousands, decimal] = signsOf();
  const last = { '.': text.lastIndexOf('.'), ',': text.lastIndexOf(',') };
  if (last['.'] >= 0 && last[','] >= 0) return last['.'] > last[','] ? '.' : ',';
  const sign = last['.'] >= 0 ? '.' : last[','] >= 0 ? ',' : undefined;
  if (!sign || text.split(sign).length > 2) return undefined;
  if (sign === decimal) return sign;
  return sign === thousands && /^[1-9]\d{0,2}.\d{3}$/.test(text) ? undefined : sign;
}

/**
 * Returns an amount as the API takes it, `1250000.5`, for one typed as either language writes it:
 * "1.250.000", "1,250,000", "$ 1.250.000,50". Undefined where it is none.
 */
export function parseAmount(text: string): string | undefined {
  const plain = text.replace(/[\s\u00a0\u202f'’$€£]|CLP|USD|EUR|UF/gi, '').replace('−', '-');
  const [, sign = '', digits = ''] = /^(-?)([\d.,]+)$/.exec(plain) ?? [];
  if (!/\d/.test(digits)) return undefined;
  const decimal = decimalSignOf(digits);
  const at = decimal ? digits.lastIndexOf(decimal) : digits.length;
  const whole = ungrouped(
    digits.slice(0, at),
    decimal === '.' ? ',' : decimal === ',' ? '.' : digits.includes('.') ? '.' : ',',
  );
  const rest = digits.slice(at + 1);
  if (whole === undefined || !/^\d{1,15}$/.test(whole) || !/^\d{0,4}$/.test(rest)) return undefined;
  return `${sign}${whole}${rest ? `.${rest}` : ''}`;
}

/** Shows an amount of the API as the language writes it, to the last decimal. */
export function typedAmount(amount: string): string {
  const [thousands, decimal] = signsOf();
  const [whole = '', rest] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  return rest ? `${grouped}${decimal}${rest}` : grouped;
}

/** Returns whether a text is an amount as the API takes it. */
export const isAmount = (text: string) => /^-?\d{1,15}(\.\d{1,4})?$/.test(text);
