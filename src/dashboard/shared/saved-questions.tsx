/** The saved questions of this server, each a way into GraphiQL. They are files, not part of the graph: `/queries` lists them. */

import { useEffect, useState } from 'react';
import { useIdentity } from '../data/identity.ts';
import { Empty } from './panel.tsx';

interface SavedQuestion {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly query: string;
  readonly variables: readonly { readonly name: string; readonly default: unknown }[];
}

/** Shows those of which a word begins like each word of the term; all without one. */
export function SavedQuestions({ term = '' }: { term?: string }) {
  const questions = useSavedQuestions();
  if (questions === null) return null;
  const fitting = questions.filter((question) => isFitting(question, term));
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
            <a className="name" href={addressOf(question)}>
              {question.title}
            </a>
            <span className="sub">{question.description}</span>
          </li>
        ))}
      </ul>
      {term === '' && (
        <p className="note">
          Also in a terminal: <code>npx switchboard run</code>
        </p>
      )}
    </section>
  );
}

type Questions = readonly SavedQuestion[] | null;

/** What was answered last, and to whom: a screen that is returned to is as long as it was. */
let last: { readonly bearer: string | null; readonly questions: Questions } | null = null;

/** Null until they are there, and where they can't be had. */
function useSavedQuestions(): Questions {
  const { bearer } = useIdentity();
  const [questions, setQuestions] = useState<Questions>(
    last?.bearer === bearer ? last.questions : null,
  );
  useEffect(() => {
    const gone = new AbortController();
    const headers = {
      accept: 'application/json',
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    };
    fetch('/queries', { headers, signal: gone.signal })
      .then(async (response) => (response.ok ? ((await response.json()).queries ?? null) : null))
      .then((answered: Questions) => {
        last = { bearer, questions: answered };
        setQuestions(answered);
      })
      .catch(() => undefined);
    return () => gone.abort();
  }, [bearer]);
  return questions;
}

function isFitting({ title, description }: SavedQuestion, term: string): boolean {
  const words = `${title} ${description}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return term
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

function addressOf({ query, variables }: SavedQuestion): string {
  const values = Object.fromEntries(
    variables.map(({ name, default: value }) => [name, value ?? null]),
  );
  const printed = JSON.stringify(values, null, 2);
  return `/graphql#${new URLSearchParams({ query, variables: variables.length > 0 ? printed : '' })}`;
}
