/** Everything that happened with a lead, in both systems. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { PersonStory } from './person-story.tsx';
import { PersonWeeks } from './person-weeks.tsx';
import { SpokenWith } from './spoken-with.tsx';
import { goesOn, storyEntries } from './story-entry.ts';

const fragment = graphql(`
  fragment LeadStory on Lead {
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
    campaignMembers(first: $first) {
      pageInfo {
        hasNextPage
      }
      ...StoryMembers
    }
  }
`);

export interface LeadStoryProps {
  readonly person: FragmentType<typeof fragment>;
  /** Page size of each kind. */
  readonly first: number;
}

export function LeadStory({ first, ...props }: LeadStoryProps) {
  const person = readFragment(fragment, props.person);
  const { relatedCalls } = person;
  const entries = storyEntries({
    calls: relatedCalls,
    tasks: person.tasks,
    events: person.events,

    members: person.campaignMembers,
  });
  return (
    <div className="two">
      <PersonStory
        root="lead"
        entries={entries}
        coverage={relatedCalls?.coverage}
        next={
          goesOn(relatedCalls, person.tasks, person.events, person.campaignMembers)
            ? first + 25
            : null
        }
      />
      <div className="stack">
        <PersonWeeks root="lead" periods={person.callsPerPeriod} />
        <SpokenWith root="lead" people={person.peopleSpokenWith} />
      </div>
    </div>
  );
}
