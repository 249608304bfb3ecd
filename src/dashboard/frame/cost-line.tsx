/** The last line of a screen: the cost of its answer, its time zone, and its operation in GraphiQL. */

import { type Cost, useMeta } from '../data/screen.tsx';
import { timeZone } from '../shared/day.ts';
import { number, plural, timeText } from '../shared/format.ts';

export function CostLine() {
  const { cost, leftOut, at, query, variables, isPartial, reload } = useMeta();
  const question = new URLSearchParams({ query, variables: JSON.stringify(variables, null, 2) });
  return (
    <footer className="cost">
      <span role="status">
        {isPartial ? 'Asking …' : cost === null ? 'No answer' : costText(cost, at)}
      </span>
      {at !== null && !isPartial && cost !== 'untold' && <span>answered at {timeText(at)}</span>}
      {leftOut.length > 0 && <span>left out for you: {leftOut.join(', ')}</span>}
      <span>days of {timeZone()}, weeks of UTC</span>
      <button type="button" onClick={reload}>
        Ask again
      </button>
      {query !== '' && (
        <a href={`/graphql#${question}`} target="_blank" rel="noreferrer">
          Open the question in GraphiQL
        </a>
      )}
    </footer>
  );
}

function costText(cost: Cost | 'untold', at: Date | null): string {
  if (cost === 'untold') return at === null ? 'Answered' : `Answered at ${timeText(at)}`;
  const { actual, cached = 0 } = cost;
  if (actual === 0 && cached === 0) return 'Answered from memory, without an upstream call';
  return `${plural(actual, 'upstream call')}, ${number(cached)} from cache`;
}
