/** A row of small columns within a line of text; the last is fainter where its time is not over. */

const height = 18;
const step = 7;

interface SparkProps {
  readonly values: readonly number[];
  readonly label: string;
  readonly isRunning?: boolean;
}

export function Spark({ values, label, isRunning = false }: SparkProps) {
  const most = Math.max(1, ...values);
  const columnsOf = (drawn: readonly number[], from = 0): string =>
    drawn
      .map((value, at) => {
        const high = Math.max(1, (value / most) * height);
        return `M${(from + at) * step} ${height}v${-high}h${step - 2}v${high}z`;
      })
      .join('');
  const over = isRunning ? values.slice(0, -1) : values;
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${values.length * step} ${height}`}
      preserveAspectRatio="none"
      width={values.length * step}
      height={height}
      role="img"
      aria-label={label}
    >
      <path d={columnsOf(over)} />
      {isRunning && <path className="running" d={columnsOf(values.slice(-1), over.length)} />}
    </svg>
  );
}
