/** Everything that happened with a contact or a lead, in both systems, month by month; one kind can be looked at by itself. */

import { useAddress } from '../data/url-state.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import type { CoverageFields } from '../shared/coverage.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { MoreRows } from '../shared/more-rows.tsx';
import { Panel } from '../shared/panel.tsx';
import { useRowKeys } from '../shared/row-keys.ts';
import { Story, type StoryKind, storyWords } from '../shared/story.tsx';
import { PersonWeeks, type PersonWeeksProps } from './person-weeks.tsx';
import { SpokenWith, type SpokenWithProps } from './spoken-with.tsx';
import { type StoryLists, storyEntries } from './story-entry.ts';

const kinds = Object.keys(storyWords) as readonly StoryKind[];
const lists = ['relatedCalls', 'tasks', 'events', 'cases', 'campaignMembers'];

const contactFragment = graphql(`
  fragment ContactStory on Contact {
    upstreamId
    relatedCalls(first: $first) {
      coverage {
        completeFrom
        syncedAt
        lastError
      }
      pageInfo {
        hasNextPage
      }
      ...StoryCalls
    }
    callsPerPeriod(bucket: WEEK, from: $yearAgo) {
      ...PersonWeeks
    }
    peopleSpokenWith(affiliations: ["Internal"], first: 9) {
      ...SpokenWith
    }
    tasks(first: $first, orderBy: [{ field: ACTIVITY_DATE, direction: DESC, nulls: LAST }]) {
      pageInfo {
        hasNextPage
      }
      ...StoryTasks
    }
    events(first: $first, orderBy: [{ field: START_DATE_TIME, direction: DESC, nulls: LAST }]) {
      pageInfo {
        hasNextPage
      }
      ...StoryEvents
    }
    cases(first: $first, orderBy: [{ field: CREATED_DATE, direction: DESC }]) {
      pageInfo {
        hasNextPage
      }
      ...StoryCases
    }
    campaignMembers(first: $first) {
      pageInfo {
        hasNextPage
      }
      ...StoryMembers
    }
  }
`);

const leadFragment = graphql(`
  fragment LeadStory on Lead {
    upstreamId
    relatedCalls(first: $first) {
      coverage {
        completeFrom
        syncedAt
        lastError
      }
      pageInfo {
        hasNextPage
      }
      ...StoryCalls
    }
    callsPerPeriod(bucket: WEEK, from: $yearAgo) {
      ...PersonWeeks
    }
    peopleSpokenWith(affiliations: ["Internal"], first: 9) {
      ...SpokenWith
    }
    tasks(first: $first, orderBy: [{ field: ACTIVITY_DATE, direction: DESC, nulls: LAST }]) {
      pageInfo {
        hasNextPage
      }
      ...StoryTasks
    }
    events(first: $first, orderBy: [{ field: START_DATE_TIME, direction: DESC, nulls: LAST }]) {
      pageInfo {
        hasNextPage
      }
      ...StoryEvents
    }
    campaignMembers(first: $first) {
      pageInfo {
        hasNextPage
      }
      ...StoryMembers
    }
  }
`);

interface StoryProps<Person> {
  readonly person: Person;
  /** Page size of each kind. */
  readonly first: number;
}

export function ContactStory({ person, first }: StoryProps<FragmentType<typeof contactFragment>>) {
  return (
    <PersonStory root="contact" person={readFragment(contactFragment, person)} first={first} />
  );
}

export function LeadStory({ person, first }: StoryProps<FragmentType<typeof leadFragment>>) {
  return <PersonStory root="lead" person={readFragment(leadFragment, person)} first={first} />;
}

interface StoryFields extends StoryLists {
  readonly upstreamId: string;
  readonly relatedCalls:
    | (StoryLists['relatedCalls'] & { readonly coverage: CoverageFields | null })
    | null;
  readonly callsPerPeriod: PersonWeeksProps['periods'];
  readonly peopleSpokenWith: SpokenWithProps['people'];
}

function PersonStory(props: StoryProps<StoryFields> & { root: string }) {
  const { root, person } = props;
  return (
    <div className="two">
      <WhatHappened {...props} />
      <div className="stack">
        <PersonWeeks root={root} related={person.upstreamId} periods={person.callsPerPeriod} />
        <SpokenWith root={root} related={person.upstreamId} people={person.peopleSpokenWith} />
      </div>
    </div>
  );
}

function WhatHappened({ root, person, first }: StoryProps<StoryFields> & { root: string }) {
  useRowKeys();
  const { entries, isCut } = storyEntries(person);
  /** The next page size of each kind; null where all rows are here. */
  const next = isCut ? first + 25 : null;
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
        <MoreRows onMore={() => set({ first: String(next) })}>More of each</MoreRows>
      )}
      {next !== null && next > 100 && (
        <p className="note">The newest hundred of each kind; there are more.</p>
      )}
      <CoverageNote coverage={person.relatedCalls?.coverage} />
    </Panel>
  );
}
