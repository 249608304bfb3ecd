/** The strip of topics: what was talked about when, named where there is room. */

export interface Section {
  readonly name: string;
  readonly start: number;
  readonly duration: number;
}

export interface TopicsProps {
  readonly sections: readonly Section[];
  readonly scale: (seconds: number) => number;
  readonly height: number;
}

/** Of a letter, about: a name that would be cut in half is better left out. */
const letterWidth = 7.2;

export function Topics({ sections, scale, height }: TopicsProps) {
  const names = [...new Set(sections.map(({ name }) => name))];
  return sections.map(({ name, start, duration }) => {
    const x = scale(start);
    const width = Math.max(1, scale(start + duration) - x - 1);
    const letters = Math.floor((width - 10) / letterWidth);
    return (
      <g key={start} className={`section topic-${names.indexOf(name) % 8}`}>
        <title>{name}</title>
        <rect x={x} y={0} width={width} height={height} rx={4} />
        {letters >= 4 && (
          <text x={x + 6} y={height / 2 + 4}>
            {name.length <= letters ? name : `${name.slice(0, letters - 1)}…`}
          </text>
        )}
      </g>
    );
  });
}
