import { foldText } from '@atrium/kit/texts/folding.ts';
import { type ComboboxItem, Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { showZone } from '../time.ts';

const none: readonly string[] = [];

/** Chooses a time zone, found by its city or by its name of the tz database; the `first` ones lead the list. */
export default function ZoneSelect({
  first = none,
  ...select
}: Omit<SelectProps, 'data' | 'filter'> & { first?: readonly string[] }) {
  const { value } = select;
  const zones = useMemo(() => {
    const all = [...first, ...Intl.supportedValuesOf('timeZone')];
    const own = value && !all.includes(value) ? [value] : [];
    return [...new Set([...own, ...all])].map((zone) => ({ value: zone, label: showZone(zone) }));
  }, [first, value]);
  return (
    <Select
      data={zones}
      searchable
      allowDeselect={false}
      limit={60}
      filter={({ options, search, limit }) =>
        (options as ComboboxItem[])
          .filter((zone) => foldText(`${zone.label} ${zone.value}`).includes(foldText(search)))
          .slice(0, limit)
      }
      {...select}
    />
  );
}
