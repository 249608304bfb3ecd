/** Everything that happened with a contact, in both systems. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { PersonStory } from './person-story.tsx';
import { PersonWeeks } from './person-weeks.tsx';
import { SpokenWith } from './spoken-with.tsx';
import { goesOn, storyEntries } from './story-entry.ts';

const fragment = graphql(`
  fragment ContactStory on Contact {
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
    callsPerPeriod(bucket: WEEK, during: { period: LAST_N_DAYS, n: 364 }) {
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

export interface ContactStoryProps {
  readonly person: FragmentType<typeof fragment>;
  /** Page size of each kind. */
  readonly first: number;
}

export function ContactStory({ first, ...props }: ContactStoryProps) {
  const person = readFragment(fragment, props.person);
  const { relatedCalls } = person;
  const entries = storyEntries({
    calls: relatedCalls,
    tasks: person.tasks,
    events: person.events,
    cases: person.cases,
    members: person.campaignMembers,
  });
  return (
    <div className="two">
      <PersonStory
        root="contact"
        entries={entries}
        coverage={relatedCalls?.coverage}
        next={
          goesOn(relatedCalls, person.tasks, person.events, person.cases, person.campaignMembers)
            ? first + 25
            : null
        }
      />
      <div className="stack">
        <PersonWeeks root="contact" periods={person.callsPerPeriod} />
        <SpokenWith root="contact" people={person.peopleSpokenWith} />
      </div>
    </div>
  );
}
