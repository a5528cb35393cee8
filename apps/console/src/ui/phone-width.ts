import { useMediaQuery } from '@mantine/hooks';

const asPhone = '(max-width: 48em)';

/** Returns whether the page is as narrow as a phone now. */
export const isPhone = (): boolean => matchMedia(asPhone).matches;

/** Returns whether the page is as narrow as a phone. */
export const useIsPhone = () => useMediaQuery(asPhone, false, { getInitialValueInEffect: false });

/** Returns whether the page is no wider than a laptop's: rows are low there, unless the person chose. */
export const useIsLaptop = () =>
  useMediaQuery('(max-width: 90em)', false, { getInitialValueInEffect: false });
