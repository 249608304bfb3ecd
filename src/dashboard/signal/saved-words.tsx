/** Words of one's own that are listened for again: a list in this browser, each a way to their trend. */

import { useState } from 'react';
import { useAddress } from '../data/url-state.ts';
import { Link } from '../shared/link.tsx';
import { saidTerm, sideOf, sides } from '../shared/said-filter.ts';
import { saidTracker } from './tracker.ts';

const storageKey = 'switchboard:words';

/** As addresses have them: `said=price&by=THEIRS`. */
type Words = string;

/** Empty where something else stands there. */
function readWords(): readonly Words[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((words) => typeof words === 'string') : [];
  } catch {
    return [];
  }
}

export function SavedWords() {
  const address = useAddress();
  const [saved, setSaved] = useState(readWords);
  const by = sideOf(address);
  const current = new URLSearchParams({
    said: saidTerm(address),
    ...(by !== null && { by }),
  }).toString();
  const isNew = saidTerm(address) !== '' && !saved.includes(current);
  const save = (changed: readonly Words[]): void => {
    localStorage.setItem(storageKey, JSON.stringify(changed));
    setSaved(changed);
  };
  return (
    <>
      {isNew && (
        <button type="button" onClick={() => save([...saved, current])}>
          Save these words
        </button>
      )}
      {saved.length > 0 && (
        <ul className="saved-words" aria-label="Saved words">
          {saved.map((words) => (
            <li key={words}>
              <Link href={hrefOf(words, address.get('days'))}>{nameOf(words)}</Link>{' '}
              <button
                type="button"
                aria-label={`Remove ${nameOf(words)}`}
                onClick={() => save(saved.filter((other) => other !== words))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function hrefOf(words: Words, days: string | null): string {
  const params = new URLSearchParams(words);
  params.set('tracker', saidTracker);
  if (days !== null) params.set('days', days);
  return `/signals?${params}`;
}

function nameOf(words: Words): string {
  const params = new URLSearchParams(words);
  const side = sideOf({ get: (name) => params.get(name) });
  return `“${params.get('said')}”${side === null ? '' : ` ${sides[side].toLowerCase()}`}`;
}
