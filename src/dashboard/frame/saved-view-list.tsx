/** The saved views, and a name for the address one is at. */

import { type FormEvent, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSavedViews, viewAddress } from '../data/saved-view.ts';
import { Link } from '../shared/link.tsx';

export interface SavedViewListProps {
  readonly onSaid: (text: string) => void;
  /** One leads away. */
  readonly onGo: () => void;
}

export function SavedViewList({ onSaid, onGo }: SavedViewListProps) {
  const { owner, list, save, remove } = useSavedViews();
  const [path] = useLocation();
  const search = useSearch();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const name = field.current?.value.trim() ?? '';
    if (name === '') return;
    const isKept = save({ name, address: viewAddress(path, search) });
    onSaid(isKept ? `“${name}” is saved.` : 'The browser keeps nothing more.');
    if (isKept && field.current !== null) field.current.value = '';
  };
  const drop = (name: string): void => {
    remove(name);
    onSaid(`“${name}” is removed.`);
    // Its button is gone.
    field.current?.focus();
  };
  return (
    <>
      <h2 id="saved-views">Saved views</h2>
      {list.length === 0 && <p>None yet. A name keeps this screen with its filters.</p>}
      {list.length > 0 && (
        <ul aria-labelledby="saved-views">
          {list.map(({ name, address }) => (
            <li key={name}>
              <Link href={address} onClick={onGo}>
                {name}
              </Link>
              <button type="button" aria-label={`Remove ${name}`} onClick={() => drop(name)}>
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit}>
        <input
          ref={field}
          aria-label="Name of this view"
          placeholder="Name of this view"
          required
        />
        <button type="submit">Save</button>
      </form>
      <p className="muted">
        Saved in this browser only{owner !== null && `, for ${owner}`}: other devices don’t have
        them.
      </p>
    </>
  );
}
