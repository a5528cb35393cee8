import classes from './figure.module.css';

export type HeatCell = { column: number; row: number; value: number; title: string };

type Props = {
  label: string;
  columns: number;
  rows: readonly string[];
  cells: readonly HeatCell[];
  /** Words above columns: of months, of hours. */
  marks: readonly { column: number; text: string }[];
};

const size = 12;
const step = 15;
const left = 30;
const top = 16;

/** Squares that are darker the more there is; each says its value when pointed at. */
export function Heatmap({ label, columns, rows, cells, marks }: Props) {
  const most = Math.max(1, ...cells.map(({ value }) => value));
  const levelOf = (value: number) => (value === 0 ? 0 : Math.ceil((value / most) * 4));
  return (
    <svg
      viewBox={`0 0 ${left + columns * step} ${top + rows.length * step}`}
      role="img"
      aria-label={label}
      className={classes.heat}
    >
      {marks.map(({ column, text }) => (
        <text key={column} x={left + column * step} y={10}>
          {text}
        </text>
      ))}
      {rows.map((row, index) => (
        <text key={row} x={0} y={top + index * step + 10}>
          {row}
        </text>
      ))}
      {cells.map(({ column, row, value, title }) => (
        <rect
          key={`${column}-${row}`}
          x={left + column * step}
          y={top + row * step}
          width={size}
          height={size}
          rx={3}
          className={classes.cell}
          data-level={levelOf(value)}
        >
          <title>{title}</title>
        </rect>
      ))}
    </svg>
  );
}
