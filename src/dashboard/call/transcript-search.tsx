/** The search of a transcript: the count of a term, and steps from one match to the next. */

import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { number } from '../shared/format.ts';
import type { TranscriptLine } from './transcript-line.ts';

export interface Found {
  readonly term: string;
  readonly count: number;
  /** The one looked at, from 0. */
  readonly position: number;
  /** Its monologue; null where nothing was found. */
  readonly line: number | null;
  readonly step: (by: 1 | -1) => void;
  readonly search: (term: string) => void;
}

/** The term is part of the address, as `find`. */
export function useFound(lines: readonly TranscriptLine[]): Found {
  const [params, setParams] = useSearchParams();
  const term = params.get('find')?.trim() ?? '';
  const [position, setPosition] = useState(0);
  const places = useMemo(() => placesOf(lines, term), [lines, term]);
  const search = (next: string): void => {
    setPosition(0);
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === '') after.delete('find');
        else after.set('find', next);
        return after;
      },
      { replace: true },
    );
  };
  const count = places.length;
  const step = (by: 1 | -1): void =>
    setPosition((now) => (count === 0 ? 0 : (now + by + count) % count));
  return { term, count, position, line: places[position] ?? null, step, search };
}

/** For each sentence that has the term the index of its monologue. */
function placesOf(lines: readonly TranscriptLine[], term: string): readonly number[] {
  if (term === '') return [];
  const lowerTerm = term.toLocaleLowerCase();
  return lines.flatMap(({ sentences }, at) =>
    sentences.filter(({ text }) => text.toLocaleLowerCase().includes(lowerTerm)).map(() => at),
  );
}

export function TranscriptSearch({ matches }: { matches: Found }) {
  const { term, count, position, step, search } = matches;
  const [text, setText] = useState(term);
  useEffect(() => {
    const timer = setTimeout(() => text.trim() !== term && search(text.trim()), 200);
    return () => clearTimeout(timer);
  });
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  return (
    <search className="find">
      <input
        type="search"
        value={text}
        placeholder="Search what was said"
        aria-label="Search what was said"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <span role="status" className="count">
        {term === ''
          ? ''
          : count === 0
            ? 'Not said'
            : `${number(position + 1)} of ${number(count)}`}
      </span>
      <button type="button" disabled={count < 2} onClick={() => step(-1)} aria-label="Before">
        ↑
      </button>
      <button type="button" disabled={count < 2} onClick={() => step(1)} aria-label="Next">
        ↓
      </button>
    </search>
  );
}
