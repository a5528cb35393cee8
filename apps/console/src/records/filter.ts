import type { SearchKey } from '../search.ts';

/** A filter of a list, as it stands in the address and on the screen. */
export type Filter = {
  /** Its name in the address. */
  key: SearchKey;
  label: string;
  /** The field that its options are values of. */
  field?: string;
  options: readonly { value: string; label: string }[];
  /** The person's own value, which a button of its own chooses. */
  own?: string | undefined;
  /** Asks for the options, when somebody reaches for them. */
  load?: () => void;
};
