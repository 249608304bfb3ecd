/** The saved questions of this server, each a link to its form and table. */

import { useSavedQuestions } from '../data/saved-question.ts';
import { Link } from './link.tsx';
import { Empty } from './panel.tsx';
import { matchesWords } from './word-match.ts';

/** Shows those of which a word begins like each word of the term; all without one. */
export function SavedQuestions({ term = '' }: { term?: string }) {
  const questions = useSavedQuestions();
  if (questions === null) return null;
  const fitting = questions.filter(({ title, description }) =>
    matchesWords(`${title} ${description}`, term),
  );
  if (term !== '' && fitting.length === 0) return null;
  return (
    <section className="panel">
      <header>
        <h2>Saved questions</h2>
        <p className="figures">{fitting.length}</p>
      </header>
      {fitting.length === 0 && <Empty>None: the folder of saved questions is empty.</Empty>}
      <ul className="hit-list">
        {fitting.map((question) => (
          <li key={question.name}>
            <Link className="name" href={`/questions/${encodeURIComponent(question.name)}`}>
              {question.title}
            </Link>
            <span className="sub">{question.description}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
