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
      <path
        d={values
          .map((value, at) => {
            const high = Math.max(1, (value / most) * height);
            return `M${at * step} ${height}v${-high}h${step - 2}v${high}z`;
          })
          .join('')}
      />
    </svg>
  );
}
