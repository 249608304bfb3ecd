/** What happened with an account in both systems, on one line of time, and where its page ends. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf, isoDay, startOfDay } from '../shared/day.ts';
import { detailText, lengthText, monthText } from '../shared/format.ts';

/** Each list is read newest first below the same moment. */
export const timelineFragment = graphql(`
  fragment AccountTimeline on Account {
    relatedCalls(first: 30, to: $before) {
      totalCount
      pageInfo {
        hasNextPage
      }
      edges {
        matches {
          reason
        }
        node {
          upstreamId
          title
          startedAt
          durationSeconds
          primaryUser {
            name
          }
          content {
            brief
          }
        }
      }
    }
    cases(
      first: 30
      filter: { createdDate: { lt: $before } }
      orderBy: [{ field: CREATED_DATE, direction: DESC }]
    ) {
      pageInfo {
        hasNextPage
      }
      nodes {
        upstreamId
        caseNumber
        subject
        status
        priority
        createdDate
      }
    }
  }
`);

/** Activities of the account and of its deals and contacts: its own lists have those alone that are linked to it. */
export const activityFragment = graphql(`
  fragment AccountActivities on Query {
    tasks(
      first: 30
      filter: { accountId: { eq: $id }, activityDate: { lt: $beforeDate } }
      orderBy: [{ field: ACTIVITY_DATE, direction: DESC }]
    ) {
      pageInfo {
        hasNextPage
      }
      nodes {
        upstreamId
        subject
        taskSubtype
        activityDate
        status
        isClosed
        owner {
          recordName
        }
      }
    }
    undated: tasks(
      first: 10
      filter: { accountId: { eq: $id }, activityDate: { isNull: true } }
    ) {
      totalCount
      nodes {
        upstreamId
        subject
        status
      }
    }
    events(
      first: 30
      filter: { accountId: { eq: $id }, startDateTime: { lt: $before } }
      orderBy: [{ field: START_DATE_TIME, direction: DESC }]
    ) {
      pageInfo {
        hasNextPage
      }
      nodes {
        upstreamId
        subject
        startDateTime
        location
      }
    }
    responses: campaignMembers(
      first: 30
      filter: {
        contact: { accountId: { eq: $id } }
        hasResponded: { eq: true }
        firstRespondedDate: { lt: $beforeDate }
      }
      orderBy: [{ field: FIRST_RESPONDED_DATE, direction: DESC }]
    ) {
      pageInfo {
        hasNextPage
      }
      nodes {
        upstreamId
        name
        status
        firstRespondedDate
        campaign {
          name
        }
      }
    }
  }
`);

export const kinds = {
  call: 'Call',
  email: 'E-mail',
  task: 'Task',
  event: 'Meeting',
  case: 'Case',
  response: 'Campaign',
} as const;
export type Kind = keyof typeof kinds;

export interface Item {
  readonly key: string;
  readonly kind: Kind;
  readonly at: Date;
  readonly title: string;
  readonly detail: string;
  /** More of it than fits a line. */
  readonly text?: string | undefined;
  readonly href?: string;
  /** Whether it is done, whatever its day is. */
  readonly isDone?: boolean;
}

export interface Timeline {
  readonly months: readonly { readonly name: string; readonly items: readonly Item[] }[];
  /** Before which day the next page begins; null on the last. */
  readonly next: string | null;
}

export type AccountRef = FragmentType<typeof timelineFragment>;
export type ActivitiesRef = FragmentType<typeof activityFragment>;
type Fields = ReturnType<typeof readAccount>;
type Activities = ReturnType<typeof readActivities>;
export const readAccount = (ref: AccountRef) => readFragment(timelineFragment, ref);
export const readActivities = (ref: ActivitiesRef) => readFragment(activityFragment, ref);

function callItems({ relatedCalls }: Fields): readonly Item[] {
  return (relatedCalls?.edges ?? []).flatMap(({ node: call, matches }): Item[] => {
    if (call?.startedAt == null) return [];
    const seconds = call.durationSeconds;
    return [
      {
        key: `call ${call.upstreamId}`,
        kind: 'call',
        at: dateOf(call.startedAt),
        title: call.title ?? 'Call',
        detail: detailText([
          seconds == null ? null : lengthText(seconds),
          call.primaryUser?.name,
          matches.some(({ reason }) => reason === 'EMAIL') ? null : 'linked by the platform',
        ]),
        text: call.content?.brief ?? undefined,
        href: `/call/${call.upstreamId}`,
      },
    ];
  });
}

function crmItems({ cases }: Fields, { tasks, events }: Activities): readonly Item[] {
  const items: Item[] = [];
  for (const task of tasks?.nodes ?? [])
    if (task?.activityDate != null)
      items.push({
        key: `task ${task.upstreamId}`,
        kind: task.taskSubtype === 'Email' ? 'email' : 'task',
        at: dateOf(task.activityDate),
        title: task.subject ?? 'Task',
        detail: detailText([task.status, task.owner?.recordName]),
        isDone: task.isClosed === true,
      });
  for (const event of events?.nodes ?? [])
    if (event?.startDateTime != null)
      items.push({
        key: `event ${event.upstreamId}`,
        kind: 'event',
        at: dateOf(event.startDateTime),
        title: event.subject ?? 'Meeting',
        detail: detailText([event.location]),
      });
  for (const record of cases?.nodes ?? [])
    if (record?.createdDate != null)
      items.push({
        key: `case ${record.upstreamId}`,
        kind: 'case',
        at: dateOf(record.createdDate),
        title: record.subject ?? 'Case',
        detail: detailText([record.caseNumber, record.status, record.priority]),
      });
  return items;
}

function responseItems({ responses }: Activities): readonly Item[] {
  return (responses?.nodes ?? []).flatMap((member): Item[] =>
    member?.firstRespondedDate == null
      ? []
      : [
          {
            key: `response ${member.upstreamId}`,
            kind: 'response',
            at: dateOf(member.firstRespondedDate),
            title: member.campaign?.name ?? 'Campaign',
            detail: detailText([member.name, member.status]),
          },
        ],
  );
}

/**
 * Lists that go on end on different days: the page ends where the first of them does, on a whole day,
 * and the next one begins there. So nothing is left out between two pages.
 */
export function timelineOf(fields: Fields, activities: Activities): Timeline {
  const { relatedCalls, cases } = fields;
  const { tasks, events, responses } = activities;
  const items = [
    ...callItems(fields),
    ...crmItems(fields, activities),
    ...responseItems(activities),
  ];
  const lists: readonly (readonly [boolean | undefined, readonly Kind[]])[] = [
    [relatedCalls?.pageInfo.hasNextPage, ['call']],
    [tasks?.pageInfo.hasNextPage, ['task', 'email']],
    [events?.pageInfo.hasNextPage, ['event']],
    [cases?.pageInfo.hasNextPage, ['case']],
    [responses?.pageInfo.hasNextPage, ['response']],
  ];
  const ends = lists.flatMap(([goesOn, kinds]) => {
    if (goesOn !== true) return [];
    const days = items.filter(({ kind }) => kinds.includes(kind)).map(({ at }) => isoDay(at));
    return days.sort().slice(0, 1);
  });
  const last = ends.sort().at(-1);
  const complete = last === undefined ? items : items.filter(({ at }) => isoDay(at) > last);
  const next = last === undefined ? null : isoDay(startOfDay(dateOf(last), 1));
  // A day with more of one kind than a page holds is shown as far as it came.
  const all = complete.length > 0 ? complete : items;
  return { months: byMonth(all), next: complete.length > 0 ? next : (last ?? null) };
}

function byMonth(items: readonly Item[]): Timeline['months'] {
  const newestFirst = [...items].sort((a, b) => b.at.getTime() - a.at.getTime());
  return [...Map.groupBy(newestFirst, ({ at }) => monthText(at))].map(([name, ofMonth]) => ({
    name,
    items: ofMonth,
  }));
}
