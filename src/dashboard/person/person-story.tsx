/** What happened with a person in both systems, month by month; one kind can be looked at by itself. */

import { useAddress } from '../data/address.ts';
import type { CoverageFields } from '../shared/coverage.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { Panel } from '../shared/panel.tsx';
import { useRowKeys } from '../shared/row-keys.ts';
import { Story, type StoryEntry, type StoryKind, storyWords } from '../shared/story.tsx';

const kinds = Object.keys(storyWords) as readonly StoryKind[];
const lists = ['relatedCalls', 'tasks', 'events', 'cases', 'campaignMembers'];

export interface PersonStoryProps {
  readonly root: string;
  readonly entries: readonly StoryEntry[];
  readonly coverage: CoverageFields | null | undefined;
  /** The next page size of each kind; null where all rows are here. */
  readonly next: number | null;
}

export function PersonStory({ root, entries, coverage, next }: PersonStoryProps) {
  useRowKeys();
  const { get, set } = useAddress();
  const only = get('only');
  const counts = Map.groupBy(entries, ({ kind }) => kind);
  return (
    <Panel
      title="What happened"
      countsCalls
      paths={lists.map((list) => `${root}.${list}`)}
      aside={
        <fieldset className="only">
          <legend className="visually-hidden">Show only</legend>
          {kinds
            .filter((kind) => counts.has(kind))
            .map((kind) => (
              <button
                key={kind}
                type="button"
                aria-pressed={only === kind}
                onClick={() => set({ only: only === kind ? null : kind })}
              >
                {storyWords[kind]} {counts.get(kind)?.length}
              </button>
            ))}
        </fieldset>
      }
    >
      <Story entries={only === null ? entries : entries.filter(({ kind }) => kind === only)} />
      {next !== null && next <= 100 && (
        <div className="pages">
          <button type="button" onClick={() => set({ first: String(next) })}>
            More of each
          </button>
        </div>
      )}
      {next !== null && next > 100 && (
        <p className="note">The newest hundred of each kind; there are more.</p>
      )}
      <CoverageNote coverage={coverage} />
    </Panel>
  );
}
