/** The entries of a person's story, each kind of list by its own fragment, the same for contacts and leads. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf } from '../shared/day.ts';
import { durationText } from '../shared/format.ts';
import type { StoryEntry } from '../shared/story.tsx';

const callsFragment = graphql(`
  fragment StoryCalls on RelatedCallConnection {
    edges {
      matches {
        reason
        roles
      }
      node {
        upstreamId
        title
        startedAt
        durationSeconds
        primaryUser {
          name
        }
      }
    }
  }
`);
const tasksFragment = graphql(`
  fragment StoryTasks on TaskConnection {
    nodes {
      id
      subject
      activityDate
      createdDate
      status
      taskSubtype
      owner {
        recordName
      }
    }
  }
`);
const eventsFragment = graphql(`
  fragment StoryEvents on EventConnection {
    nodes {
      id
      subject
      startDateTime
      activityDate
      location
    }
  }
`);
const casesFragment = graphql(`
  fragment StoryCases on CaseConnection {
    nodes {
      id
      caseNumber
      subject
      status
      createdDate
    }
  }
`);
const membersFragment = graphql(`
  fragment StoryMembers on CampaignMemberConnection {
    nodes {
      id
      status
      hasResponded
      firstRespondedDate
      createdDate
      campaign {
        name
      }
    }
  }
`);

type Maybe<Fragment extends Parameters<typeof readFragment>[0]> =
  | FragmentType<Fragment>
  | null
  | undefined;

export interface StoryParts {
  readonly calls: Maybe<typeof callsFragment>;
  readonly tasks: Maybe<typeof tasksFragment>;
  readonly events: Maybe<typeof eventsFragment>;
  readonly cases?: Maybe<typeof casesFragment>;
  readonly members: Maybe<typeof membersFragment>;
}

/** An entry without a date has no place on a line of time. */
function entry(at: string | null | undefined, rest: Omit<StoryEntry, 'at'>): StoryEntry[] {
  return at == null ? [] : [{ at: dateOf(at), ...rest }];
}

const words = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part != null && part !== '').join(' · ');

/** Null for attendees and hosts; a linked record without a role may not even have been invited. */
function roleText(roles: readonly string[]): string | null {
  if (roles.includes('ATTENDEE') || roles.includes('HOST')) return null;
  return roles.includes('INVITEE') ? 'invited, not there' : 'linked by the platform';
}

/** Whether any of the lists has another page. */
export const goesOn = (
  ...lists: readonly ({ readonly pageInfo: { readonly hasNextPage: boolean } } | null | undefined)[]
): boolean => lists.some((list) => list?.pageInfo.hasNextPage === true);

export function storyEntries(parts: StoryParts): readonly StoryEntry[] {
  const calls = readFragment(callsFragment, parts.calls)?.edges ?? [];
  const tasks = readFragment(tasksFragment, parts.tasks)?.nodes ?? [];
  const events = readFragment(eventsFragment, parts.events)?.nodes ?? [];
  const cases = readFragment(casesFragment, parts.cases)?.nodes ?? [];
  const members = readFragment(membersFragment, parts.members)?.nodes ?? [];
  return [
    ...calls.flatMap(({ node, matches }) =>
      node === null
        ? []
        : entry(node.startedAt, {
            key: node.upstreamId,
            kind: 'call',
            title: node.title ?? 'A call without a title',
            href: `/call/${node.upstreamId}`,
            note: words(
              node.durationSeconds === null ? null : durationText(node.durationSeconds),
              node.primaryUser?.name == null ? null : `with ${node.primaryUser.name}`,
              roleText(matches.flatMap(({ roles }) => roles)),
            ),
          }),
    ),
    ...tasks.flatMap((task) =>
      entry(task?.activityDate ?? task?.createdDate, {
        key: task?.id ?? '',
        kind: task?.taskSubtype === 'Email' ? 'email' : 'task',
        title: task?.subject ?? 'A task without a subject',
        href: null,
        note: words(task?.status, task?.owner?.recordName),
      }),
    ),
    ...events.flatMap((event) =>
      entry(event?.startDateTime ?? event?.activityDate, {
        key: event?.id ?? '',
        kind: 'meeting',
        title: event?.subject ?? 'A meeting without a subject',
        href: null,
        note: words(event?.location),
      }),
    ),
    ...cases.flatMap((one) =>
      entry(one?.createdDate, {
        key: one?.id ?? '',
        kind: 'case',
        title: one?.subject ?? `Case ${one?.caseNumber}`,
        href: null,
        note: words(one?.caseNumber, one?.status),
      }),
    ),
    ...members.flatMap((member) =>
      entry(member?.firstRespondedDate ?? member?.createdDate, {
        key: member?.id ?? '',
        kind: 'campaign',
        title: member?.campaign?.name ?? 'A campaign',
        href: null,
        note: words(member?.status, member?.hasResponded === true ? 'answered' : null),
      }),
    ),
  ];
}
