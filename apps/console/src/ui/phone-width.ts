import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the page is as narrow as a phone. */
export const useIsPhone = () =>
  useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
