import { useIsFetching } from '@tanstack/react-query';
import { useWords } from '../i18n/words.ts';
import { useStaffNames } from '../staff-names.ts';

const isUuid = (value: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value);

/** Returns a function that names values of attributes: staff by their names, fixed words by ours. */
export function useValueNames(values: readonly string[]): (value: string) => string {
  const t = useWords('insights');
  const staffName = useStaffNames(values.filter(isUuid));
  const isNaming = useIsFetching({ queryKey: ['getStaffMember'] }) > 0;
  return (value) => {
    if (value === '') return t('values.none');
    if (isUuid(value)) return staffName(value) ?? (isNaming ? '…' : t('values.someone'));
    return t(`values.${value}`, { defaultValue: value.toLowerCase().replaceAll('_', ' ') });
  };
}
