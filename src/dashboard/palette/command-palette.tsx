/** The command palette: screens, saved views, actions, questions and records by a few letters and the keyboard. */

import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useIdentity } from '../data/identity.ts';
import { useSavedQuestions } from '../data/saved-question.ts';
import { useSavedViews } from '../data/saved-view.ts';
import { plural } from '../shared/format.ts';
import { knownEntries, type PaletteEntry } from './palette-entry.ts';
import { type SearchHits, shortest, useSearchHits } from './search-hits.ts';
import './palette.css';

export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [path, navigate] = useLocation();
  const { bearer } = useIdentity();
  const questions = useSavedQuestions();
  const { list } = useSavedViews();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState('');
  const term = typed.trim();
  const hits = useSearchHits(term);
  const entries = useMemo(
    () => [
      ...knownEntries(term, {
        path,
        hasKey: bearer !== null,
        views: list,
        questions: questions ?? [],
      }),
      ...hits.entries,
      ...(term.length < shortest ? [] : [searchEntry(term)]),
    ],
    [term, path, bearer, list, questions, hits.entries],
  );
  useEffect(() => dialog.current?.showModal(), []);
  const run = ({ leads }: PaletteEntry): void => {
    const outcome = typeof leads === 'string' ? undefined : leads();
    // What says how it went says so here.
    if (outcome !== undefined) return void outcome.then(setSaid);
    dialog.current?.close();
    if (typeof leads === 'string') navigate(leads);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Command palette"
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current.close()}
    >
      <Combobox
        typed={typed}
        onType={(text) => {
          setTyped(text);
          setSaid('');
        }}
        entries={entries}
        isBusy={hits.isSearching}
        onRun={run}
      />
      <div className="foot">
        <p role="status">{said !== '' ? said : statusText(term, entries.length, hits)}</p>
        <p className="keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> go <kbd>Esc</kbd> close
        </p>
      </div>
    </dialog>
  );
}

const searchEntry = (term: string): PaletteEntry => ({
  key: 'search',
  group: 'Everything',
  title: `Search calls and CRM for “${term}”`,
  detail: 'all records, titles of calls, and what was said',
  leads: `/search?q=${encodeURIComponent(term)}`,
});

function statusText(term: string, count: number, { isSearching, lacks }: SearchHits): string {
  if (term.length < shortest) return 'Two letters or more find people, accounts, deals and calls.';
  if (isSearching) return 'Searching …';
  return [plural(count, 'entry', 'entries'), ...lacks].join('. ').replace(/\.?$/, '.');
}

interface ComboboxProps {
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly entries: readonly PaletteEntry[];
  readonly isBusy: boolean;
  readonly onRun: (entry: PaletteEntry) => void;
}

/** The focus stays in the field: arrows move which option is active. */
function Combobox({ typed, onType, entries, isBusy, onRun }: ComboboxProps) {
  const id = useId();
  /** Key of the entry that was moved to; the first one until then, and where that is gone. */
  const [moved, setMoved] = useState('');
  const activeAt = Math.max(
    0,
    entries.findIndex(({ key }) => key === moved),
  );
  const active = entries[activeAt];
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another option is active
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.key]);
  const press = (event: KeyboardEvent): void => {
    const at = {
      ArrowDown: activeAt === entries.length - 1 ? 0 : activeAt + 1,
      ArrowUp: activeAt === 0 ? entries.length - 1 : activeAt - 1,
      PageDown: Math.min(entries.length - 1, activeAt + 8),
      PageUp: Math.max(0, activeAt - 8),
    }[event.key];
    if (at !== undefined) setMoved(entries[at]?.key ?? '');
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && active !== undefined)
      onRun(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-label="Go to, do, or find"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : id + activeAt}
        placeholder="Name, e-mail, screen or action …"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          onType(target.value);
          setMoved('');
        }}
        onKeyDown={press}
      />
      <div ref={list} id={`${id}list`} role="listbox" aria-label="Entries" aria-busy={isBusy}>
        {[...Map.groupBy(entries, ({ group }) => group)].map(([group, ofGroup]) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden="true">{group}</p>
            {ofGroup.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and the keys
              <div
                key={entry.key}
                id={id + entries.indexOf(entry)}
                role="option"
                aria-selected={entry === active}
                onMouseMove={() => setMoved(entry.key)}
                onClick={() => onRun(entry)}
              >
                <span className="name">{entry.title}</span>{' '}
                <span className="sub">{entry.detail}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
