/** What the screen's answer cost, and the way to ask its question oneself. */

import { useMeta } from '../data/screen.tsx';
import { plural, timeText } from '../part/format.ts';

export function CostLine() {
  const { cost, at, query, variables, isPartial, reload } = useMeta();
  const question = new URLSearchParams({ query, variables: JSON.stringify(variables, null, 2) });
  return (
    <footer className="cost">
      <span role="status">
        {isPartial || cost === null ? 'Asking …' : costText(cost.actual, cost.cached ?? 0)}
      </span>
      {at !== null && !isPartial && <span>answered at {timeText(at)}</span>}
      <button type="button" onClick={reload} disabled={isPartial}>
        Ask again
      </button>
      <a href={`/graphql#${question}`} target="_blank" rel="noreferrer">
        Open the question in GraphiQL
      </a>
    </footer>
  );
}

function costText(actual: number, cached: number): string {
  if (actual === 0 && cached === 0) return 'Answered from memory, without an upstream call';
  return `${plural(actual, 'upstream call')}, ${number(cached)} from cache`;
}

const number = (value: number): string => String(value);
