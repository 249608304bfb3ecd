/** A row of small columns within a line of text. */

const height = 18;
const step = 7;

export function Spark({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(1, ...values);
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
      {values.map((value, at) => {
        const high = Math.max(1, (value / most) * height);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: columns that never move
            key={at}
            x={at * step}
            y={height - high}
            width={step - 2}
            height={high}
          />
        );
      })}
    </svg>
  );
}
