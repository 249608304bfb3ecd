/** The saved questions of this server. They are files, not part of the graph: `/queries` lists them, `/queries/NAME` has their rows. */

import { useEffect, useState } from 'react';
import { useIdentity } from './identity.ts';

/** What a form asks for a variable by. */
export interface VariableInput {
  readonly kind:
    | 'text'
    | 'integer'
    | 'number'
    | 'boolean'
    | 'date'
    | 'time'
    | 'choice'
    | 'object'
    | 'json';
  readonly isList: boolean;
  readonly choices: readonly string[];
  readonly fields: readonly {
    readonly name: string;
    readonly description: string;
    readonly isRequired: boolean;
    readonly input: VariableInput;
  }[];
}

export interface QuestionVariable {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly default: unknown;
  readonly input: VariableInput;
  /** The field whose values it is compared with. */
  readonly compared: ComparedField | null;
}

export interface ComparedField {
  readonly type: string;
  readonly field: string;
}

export interface QuestionColumn {
  readonly name: string;
  readonly about: string;
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'date' | 'json';
}

export interface SavedQuestion {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly query: string;
  readonly variables: readonly QuestionVariable[];
  readonly columns: readonly QuestionColumn[];
  readonly rows: {
    readonly path: readonly string[];
    readonly kind: string;
    readonly unpaged: string | null;
    readonly mostVariable: string | null;
  };
}

type SavedQuestions = readonly SavedQuestion[] | null;

/** What was answered last, and to whom: a screen that is returned to is as long as it was. */
let last: { readonly bearer: string | null; readonly questions: SavedQuestions } | null = null;

/** Null until they are there, and where they can't be had. */
export function useSavedQuestions(): SavedQuestions {
  const { bearer } = useIdentity();
  const [questions, setQuestions] = useState<SavedQuestions>(
    last?.bearer === bearer ? last.questions : null,
  );
  useEffect(() => {
    const gone = new AbortController();
    fetch('/queries', { headers: questionHeaders(bearer), signal: gone.signal })
      .then(async (response) => (response.ok ? ((await response.json()).queries ?? null) : null))
      .then((answered: SavedQuestions) => {
        last = { bearer, questions: answered };
        setQuestions(answered);
      })
      .catch(() => undefined);
    return () => gone.abort();
  }, [bearer]);
  return questions;
}

export const questionHeaders = (bearer: string | null): Record<string, string> => ({
  accept: 'application/json',
  ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
});
