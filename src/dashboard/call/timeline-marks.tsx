/** Marks of single moments: where a tracker heard something, and where a colleague commented. */

export interface TimelineMark {
  readonly kind: 'tracker' | 'comment';
  readonly at: number;
  readonly label: string;
}

export interface MarksProps {
  readonly marks: readonly TimelineMark[];
  readonly top: number;
  readonly scale: (seconds: number) => number;
}

export function Marks({ marks, top, scale }: MarksProps) {
  return marks.map(({ kind, at, label }) => {
    const x = scale(at);
    return (
      <g key={`${kind} ${label} ${at}`} className={`sign ${kind}`}>
        <title>{label}</title>
        {kind === 'tracker' ? (
          <path d={`M${x} ${top + 4}l4 8h-8z`} />
        ) : (
          <rect x={x - 4} y={top + 4} width={8} height={8} rx={2} />
        )}
      </g>
    );
  });
}
