/** A field for words that somebody said; they stand in the address, as `said`. */

import { type FormEvent, useRef } from 'react';
import { useAddress } from '../data/url-state.ts';
import { saidCursor, saidTerm } from './said-filter.ts';

export interface SaidFieldProps {
  /** What else of the address changes with the words. */
  readonly changes?: Readonly<Record<string, string | null>>;
}

export function SaidField({ changes = {} }: SaidFieldProps) {
  const address = useAddress();
  const term = saidTerm(address);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const words = field.current?.value.trim() ?? '';
    address.set({ said: words, [saidCursor]: null, ...changes });
  };
  return (
    <search className="said-field">
      <form onSubmit={submit}>
        <input
          key={term}
          ref={field}
          type="search"
          defaultValue={term}
          placeholder="price, or “too expensive”"
          aria-label="Words that somebody said"
          title="All words in one turn of one speaker; “in quotes” in that order, each further quotation in whatever turn. price* finds prices, too."
        />
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
