/** A deal as the screen reads it: its fields, its activity of both systems on one line of time, and its silence. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import type { StripMark } from '../plot/time-strip.tsx';
import { callsHref } from '../shared/calls-link.ts';
import { knowsCalls } from '../shared/coverage.ts';
import { dateOf } from '../shared/day.ts';
import { type Silence, silenceOf } from './silence.ts';
import type { Period } from './timeline-period.ts';

const fragment = graphql(`
  fragment Deal on Opportunity {
    upstreamId
    name
    stageName
    isClosed
    amount
    currencyIsoCode
    closeDate
    nextStep
    owner {
      name
    }
    account {
      upstreamId
      name
    }
    tasks(
      first: 20
      filter: { activityDate: { gte: $sinceDate } }
      orderBy: [{ field: ACTIVITY_DATE, direction: DESC }]
    ) {
      nodes {
        subject
        taskSubtype
        activityDate
        isClosed
      }
      pageInfo {
        hasNextPage
      }
    }
    events(
      first: 20
      filter: { startDateTime: { gte: $since } }
      orderBy: [{ field: START_DATE_TIME, direction: DESC }]
    ) {
      nodes {
        subject
        startDateTime
      }
      pageInfo {
        hasNextPage
      }
    }
    relatedCalls(first: 6, viaContactRoles: true) {
      coverage {
        completeFrom
      }
      edges {
        matches {
          reason
          key
        }
        node {
          upstreamId
          title
          startedAt
        }
      }
    }
    recent: relatedCalls(first: 0, from: $since, viaContactRoles: true) {
      totalCount
    }
    ...Silence
    changes: opportunityHistories(
      first: 10
      filter: { createdDate: { gte: $movedSince } }
      orderBy: [{ field: CREATED_DATE, direction: DESC }]
    ) @include(if: $hasMoved) {
      pageInfo {
        hasNextPage
      }
      nodes {
        ...DealChange
      }
    }
    heard: relatedCalls(first: 3) {
      nodes {
        startedAt
        content {
          trackers {
            trackerId
            kind
            count
          }
        }
      }
    }
  }
`);

export type DealRef = FragmentType<typeof fragment>;
type Fields = NonNullable<ReturnType<typeof readFields>>;
const readFields = (ref: DealRef) => readFragment(fragment, ref);

export interface Deal extends Fields {
  readonly marks: readonly StripMark[];
  readonly known: Known;
  readonly silence: Silence;
  /** Null where the calls could not be read. */
  readonly competitors: Competitors | null;
}

/** Since when all marks of a system are there: null where none could be read. */
export interface Known {
  readonly calls: Date | null;
  readonly crm: Date | null;
}

/** Number of newest own calls in which competitors are looked for. */
export const newestCalls = 3;

/** How often competitors were heard, in how many of the newest own calls. */
export interface Competitors {
  readonly times: number;
  readonly calls: number;
  readonly of: number;
  /** Addresses of the lists of these calls and of those; null where a list would have others. */
  readonly href: { readonly calls: string; readonly of: string } | null;
}

export function readDeal(ref: DealRef, { from, now }: Period): Deal {
  const fields = readFields(ref);
  return {
    ...fields,
    marks: marksOf(fields),
    known: { calls: callsKnownFrom(fields, from), crm: crmKnownFrom(fields, from) },
    silence: silenceOf(fields, now),
    competitors: competitorsOf(fields),
  };
}

const latest = (...dates: readonly Date[]): Date =>
  new Date(Math.max(...dates.map((date) => date.getTime())));

const oldest = (...texts: readonly (string | null | undefined)[]): Date | null => {
  const times = texts.flatMap((text) => (text == null ? [] : dateOf(text).getTime()));
  return times.length === 0 ? null : new Date(Math.min(...times));
};

/** The newest six calls are marks: where there were more, those before them are not. */
function callsKnownFrom({ relatedCalls, recent }: Fields, from: Date): Date | null {
  const completeFrom = relatedCalls?.coverage.completeFrom;
  if (relatedCalls == null || completeFrom == null) return null;
  const starts = relatedCalls.edges.map(({ node }) => node?.startedAt);
  const listed = starts.filter((start) => start != null && dateOf(start) >= from).length;
  const total = recent?.totalCount;
  if (total != null && total <= listed) return latest(dateOf(completeFrom), from);
  const first = oldest(...starts);
  return first === null ? null : latest(dateOf(completeFrom), first);
}

function crmKnownFrom({ tasks, events }: Fields, from: Date): Date | null {
  if (tasks == null || events == null) return null;
  const ends = [
    tasks.pageInfo.hasNextPage ? oldest(...tasks.nodes.map((task) => task?.activityDate)) : null,
    events.pageInfo.hasNextPage
      ? oldest(...events.nodes.map((event) => event?.startDateTime))
      : null,
  ];
  return latest(from, ...ends.filter((end) => end !== null));
}

function marksOf({ upstreamId, relatedCalls, tasks, events }: Fields): readonly StripMark[] {
  const marks: StripMark[] = [];
  for (const { node: call, matches } of relatedCalls?.edges ?? []) {
    if (call?.startedAt == null) continue;
    // Matches name records by the first 15 characters of their ids.
    const isOwn = matches.some(
      ({ reason, key }) => reason === 'CRM_CONTEXT' && key === upstreamId.slice(0, 15),
    );
    const title = call.title ?? 'without a title';
    marks.push({
      at: dateOf(call.startedAt),
      kind: isOwn ? 'call' : 'contact-call',
      label: `${isOwn ? 'Call about the deal' : 'Other call with its contacts'}: ${title}`,
      href: `/call/${call.upstreamId}`,
    });
  }
  for (const event of events?.nodes ?? [])
    if (event?.startDateTime != null)
      marks.push({
        at: dateOf(event.startDateTime),
        kind: 'meeting',
        label: event.subject ?? 'Meeting',
      });
  for (const task of tasks?.nodes ?? [])
    if (task?.activityDate != null && task.isClosed === true)
      marks.push({
        at: dateOf(task.activityDate),
        kind: task.taskSubtype === 'Email' ? 'email' : 'task',
        label: task.subject ?? 'Task',
      });
  return marks;
}

function competitorsOf({ heard, relatedCalls, upstreamId: related }: Fields): Competitors | null {
  if (!knowsCalls(relatedCalls?.coverage)) return null;
  const nodes = heard?.nodes ?? [];
  const hits = nodes.flatMap((call) => {
    const trackers = call?.content?.trackers;
    if (trackers == null) return [];
    return [
      trackers.filter((tracker) => tracker?.kind === 'COMPETITOR' && (tracker.count ?? 0) > 0),
    ];
  });
  // There are calls, and the trackers of none of them could be read.
  if (heard == null || (nodes.length > 0 && hits.length === 0)) return null;
  const trackers = hits.flat();
  const tracker = [...new Set(trackers.flatMap((hit) => hit?.trackerId ?? []))];
  const from = oldest(...nodes.map((call) => call?.startedAt))?.toISOString();
  return {
    times: trackers.reduce((sum, hit) => sum + (hit?.count ?? 0), 0),
    calls: hits.filter((ofCall) => ofCall.length > 0).length,
    of: hits.length,
    href:
      from === undefined || hits.length < nodes.length
        ? null
        : {
            calls: callsHref({ related, from, tracker }),
            of: callsHref({ related, from }),
          },
  };
}
