/** The entries of a person's story, each kind of list by its own fragment, the same for contacts and leads. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf } from '../shared/day.ts';
import { detailText, lengthText } from '../shared/format.ts';
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

type Listed<Fragment extends Parameters<typeof readFragment>[0]> =
  | (FragmentType<Fragment> & { readonly pageInfo: { readonly hasNextPage: boolean } })
  | null;

/** The lists of a person; leads have no cases. */
export interface StoryLists {
  readonly relatedCalls: Listed<typeof callsFragment>;
  readonly tasks: Listed<typeof tasksFragment>;
  readonly events: Listed<typeof eventsFragment>;
  readonly cases?: Listed<typeof casesFragment>;
  readonly campaignMembers: Listed<typeof membersFragment>;
}

/** An entry without a date has no place on a line of time. */
function entry(at: string | null | undefined, otherFields: Omit<StoryEntry, 'at'>): StoryEntry[] {
  return at == null ? [] : [{ at: dateOf(at), ...otherFields }];
}

/** Null for attendees and hosts; a linked record without a role may not even have been invited. */
function roleText(roles: readonly string[]): string | null {
  if (roles.includes('ATTENDEE') || roles.includes('HOST')) return null;
  return roles.includes('INVITEE') ? 'invited, not there' : 'linked by the platform';
}

interface StoryEntries {
  readonly entries: readonly StoryEntry[];
  /** Whether any of the lists has another page. */
  readonly isCut: boolean;
}

export function storyEntries(lists: StoryLists): StoryEntries {
  const calls = readFragment(callsFragment, lists.relatedCalls)?.edges ?? [];
  const tasks = readFragment(tasksFragment, lists.tasks)?.nodes ?? [];
  const events = readFragment(eventsFragment, lists.events)?.nodes ?? [];
  const cases = readFragment(casesFragment, lists.cases)?.nodes ?? [];
  const members = readFragment(membersFragment, lists.campaignMembers)?.nodes ?? [];
  const entries = [
    ...calls.flatMap(({ node, matches }) =>
      node === null
        ? []
        : entry(node.startedAt, {
            key: node.upstreamId,
            kind: 'call',
            title: node.title ?? 'A call without a title',
            href: `/call/${node.upstreamId}`,
            note: detailText([
              node.durationSeconds === null ? null : lengthText(node.durationSeconds),
              node.primaryUser?.name == null ? null : `hosted by ${node.primaryUser.name}`,
              roleText(matches.flatMap(({ roles }) => roles)),
            ]),
          }),
    ),
    ...tasks.flatMap((task) =>
      entry(task?.activityDate ?? task?.createdDate, {
        key: task?.id ?? '',
        kind: task?.taskSubtype === 'Email' ? 'email' : 'task',
        title: task?.subject ?? 'A task without a subject',
        href: null,
        note: detailText([task?.status, task?.owner?.recordName]),
      }),
    ),
    ...events.flatMap((event) =>
      entry(event?.startDateTime ?? event?.activityDate, {
        key: event?.id ?? '',
        kind: 'meeting',
        title: event?.subject ?? 'A meeting without a subject',
        href: null,
        note: detailText([event?.location]),
      }),
    ),
    ...cases.flatMap((record) =>
      entry(record?.createdDate, {
        key: record?.id ?? '',
        kind: 'case',
        title: record?.subject ?? `Case ${record?.caseNumber}`,
        href: null,
        note: detailText([record?.caseNumber, record?.status]),
      }),
    ),
    ...members.flatMap((member) =>
      entry(member?.firstRespondedDate ?? member?.createdDate, {
        key: member?.id ?? '',
        kind: 'campaign',
        title: member?.campaign?.name ?? 'A campaign',
        href: null,
        note: detailText([member?.status, member?.hasResponded === true ? 'answered' : null]),
      }),
    ),
  ];
  const paged = [lists.relatedCalls, lists.tasks, lists.events, lists.cases, lists.campaignMembers];
  return { entries, isCut: paged.some((list) => list?.pageInfo.hasNextPage === true) };
}
