/** What an empty page says: five questions to begin with, and how to build one. */

import type { Question } from '../tab/tab-store.ts';
import { questionOf, startingPoints } from './starting-point.ts';

interface StartProps {
  readonly isEmpty: boolean;
  readonly onChoose: (question: Question) => void;
}

export function Start({ isEmpty, onChoose }: StartProps) {
  if (!isEmpty) return <p className="note start-note">Run the question, and its answer is here.</p>;
  return (
    <div className="start">
      <h2>What do you want to know?</h2>
      <ul>
        {startingPoints.map(({ wish, showcase }) => (
          <li key={showcase.name}>
            <button type="button" onClick={() => onChoose(questionOf(showcase))}>
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
