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
    const shape = kind === 'tracker' ? 'l4 8h-8z' : 'm-4 0h8v8h-8z';
    return (
      <path
        key={`${kind} ${label} ${at}`}
        className={`sign ${kind}`}
        d={`M${x.toFixed(1)} ${top + 4}${shape}`}
      >
        <title>{label}</title>
      </path>
    );
  });
}
