/** The dialog to choose a question from: the saved questions, what was run lately, the showcases. */

import { useEffect, useRef, useState } from 'react';
import { readBearer } from '../../dashboard/data/bearer.ts';
import { recentQuestions } from '../answer/run.ts';
import { settings } from '../settings.ts';
import { openQuestion, type Question } from '../tab/tab-store.ts';

interface Entry extends Question {
  readonly title: string;
  readonly description: string;
}

interface SavedQuestion {
  readonly title: string;
  readonly description: string;
  readonly query: string;
  readonly variables: readonly { readonly name: string; readonly default: unknown }[];
}

/** None without a key, where the server asks for one: the page opens for everybody. */
async function savedQuestions(): Promise<readonly Entry[]> {
  const bearer = readBearer();
  if (bearer === null && settings.needsKey) return [];
  const headers = {
    accept: 'application/json',
    ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
  };
  const response = await fetch('/queries', { headers });
  if (!response.ok) return [];
  const { queries } = (await response.json()) as { readonly queries: readonly SavedQuestion[] };
  return queries.map(({ title, description, query, variables }) => {
    const values = Object.fromEntries(variables.map(({ name, default: value }) => [name, value]));
    const text = variables.length === 0 ? '' : JSON.stringify(values, null, 2);
    return { title, description, query, variables: text };
  });
}

const recentEntries = (): readonly Entry[] =>
  recentQuestions().map(({ name, at, query, variables }) => ({
    ...{ title: name, query, variables },
    description: new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' }),
  }));

const showcases: readonly Entry[] = settings.showcases.map((showcase) => ({
  ...showcase,
  variables: showcase.variables ?? '',
}));

export function Chooser({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [term, setTerm] = useState('');
  const [saved, setSaved] = useState<readonly Entry[]>([]);
  const [recent] = useState(recentEntries);
  useEffect(() => {
    dialog.current!.showModal();
    savedQuestions()
      .then(setSaved)
      .catch(() => undefined);
  }, []);
  const word = term.trim().toLowerCase();
  const groups = [
    { name: 'Saved questions', entries: saved },
    { name: 'Run lately', entries: word === '' ? recent.slice(0, 4) : recent },
    { name: 'Showcases', entries: showcases },
  ].map(({ name, entries }) => ({
    name,
    entries: entries.filter(({ title, description }) =>
      `${title} ${description}`.toLowerCase().includes(word),
    ),
  }));
  const choose = ({ query, variables }: Entry): void => {
    onClose();
    openQuestion({ query, variables });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is one beside the dialog, which lands on itself.
    <dialog
      ref={dialog}
      className="chooser"
      aria-label="Questions"
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <header>
        <input
          type="search"
          placeholder="Find a question"
          aria-label="Find a question"
          value={term}
          onChange={({ target }) => setTerm(target.value)}
        />
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <div className="lists">
        {groups.every(({ entries }) => entries.length === 0) && (
          <p className="note">None has these words.</p>
        )}
        {groups.map(
          ({ name, entries }) =>
            entries.length > 0 && (
              <section key={name}>
                <h2>{name}</h2>
                {entries.map((entry, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two may have one title.
                  <button key={at} type="button" className="entry" onClick={() => choose(entry)}>
                    <strong>{entry.title}</strong>
                    <span>{entry.description}</span>
                  </button>
                ))}
              </section>
            ),
        )}
      </div>
    </dialog>
  );
}
