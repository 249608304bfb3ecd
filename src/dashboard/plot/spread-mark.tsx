/** The place of a value between the least and the most of all, with a line at their average. Its figure is text beside it. */

export interface SpreadMarkProps {
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly average: number;
}

const width = 84;

export function SpreadMark({ value, least, most, average }: SpreadMarkProps) {
  const x = (figure: number): number =>
    5 + (most === least ? 0.5 : (figure - least) / (most - least)) * (width - 10);
  return (
    <svg className="spread" width={width} height={12} aria-hidden="true">
      <path className="track" d={`M0 6H${width}M${x(average)} 0V12`} />
      <circle cx={x(value)} cy={6} r={4.5} />
    </svg>
  );
}
