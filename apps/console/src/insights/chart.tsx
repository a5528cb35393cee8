import '@mantine/charts/styles.css';
import { AreaChart, BarChart } from '@mantine/charts';
import { useMemo } from 'react';
import { showNumber } from '../time.ts';
import type { Steps } from './series.ts';

/** Colours of series: the readable form of the firm's own, turned around the circle of hues. */
const colorOf = (index: number) =>
  index === 0 ? 'var(--a-link)' : `oklch(from var(--a-link) l 0.11 calc(h + ${index * 52}))`;

type Props = { kind: 'area' | 'bars'; steps: Steps; height?: number };

/** Areas or bars over time. The arrow keys lead from step to step. */
export default function Chart({ kind, steps: { series, steps }, height = 300 }: Props) {
  const data = useMemo(
    () =>
      steps.map(({ label, values }) => ({
        label,
        ...Object.fromEntries(values.map((value, index) => [`s${index}`, value])),
      })),
    [steps],
  );
  const common = {
    h: height,
    data,
    dataKey: 'label',
    series: series.map((label, index) => ({ name: `s${index}`, label, color: colorOf(index) })),
    withLegend: series.length > 1,
    valueFormatter: showNumber,
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    yAxisProps: { allowDecimals: false, width: 40 },
  };
  if (kind === 'bars')
    return <BarChart {...common} type={series.length > 2 ? 'stacked' : 'default'} />;
  return (
    <AreaChart {...common} curveType="monotone" withDots={steps.length < 32} strokeWidth={1.5} />
  );
}
