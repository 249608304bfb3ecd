/** What an empty page says: five questions to begin with, and how to build one. */

import { openQuestion } from '../tab/tab-store.ts';
import { startingPoints } from './starting-point.ts';

export function Start({ isEmpty }: { readonly isEmpty: boolean }) {
  if (!isEmpty) return <p className="note start-note">Run the question, and its answer is here.</p>;
  return (
    <div className="start">
      <h2>What do you want to know?</h2>
      <ul>
        {startingPoints.map(({ wish, showcase }) => (
          <li key={showcase.name}>
            <button
              type="button"
              onClick={() =>
                openQuestion({ query: showcase.query, variables: showcase.variables ?? '' })
              }
            >
              <strong>{wish}</strong>
              <span>{showcase.description}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="note">
        Or tick what you want to see under <em>Fields</em>: search there for “deal”, “stage” or
        “last call”.
      </p>
    </div>
  );
}
