/** A deal as the screen reads it: its fields, its activity of both systems on one line of time, and how long nobody spoke. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf, daysSince } from '../part/format.ts';
import type { StripMark } from '../plot/time-strip.tsx';

const fragment = graphql(`
  fragment Deal on Opportunity {
    upstreamId
    name
    stageName
    amount
    closeDate
    nextStep
    lastActivityDate
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
      totalCount
      coverage {
        completeFrom
        syncedAt
      }
      nodes {
        upstreamId
        title
        startedAt
      }
    }
    heard: relatedCalls(first: 3, viaContactRoles: true) {
      nodes {
        content {
          trackers {
            name
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

export interface Contact {
  readonly at: Date;
  readonly kind: 'call' | 'crm';
  /** Of a call: what leads to it. */
  readonly call: { readonly id: string; readonly title: string } | null;
}

export interface Deal extends Fields {
  readonly marks: readonly StripMark[];
  readonly lastContact: Contact | null;
  /** Since when its calls are known; null where they are not. */
  readonly knownFrom: Date | null;
  /** False where its last call could not be read: then nobody knows how long the silence is. */
  readonly areCallsKnown: boolean;
  /** Days since the last contact; null where there was none, and where that is not known. */
  readonly silence: number | null;
  /** Null where the calls could not be read. */
  readonly competitors: Competitors | null;
}

/** How often competitors were heard, in how many of the newest calls. */
export interface Competitors {
  readonly times: number;
  readonly calls: number;
  readonly of: number;
}

export function readDeal(ref: DealRef, now: Date): Deal {
  const fields = readFields(ref);
  const lastContact = lastContactOf(fields, now);
  const knownFrom = fields.relatedCalls?.coverage.completeFrom;
  const areCallsKnown = hasLastCall(fields, now);
  return {
    ...fields,
    marks: marksOf(fields),
    lastContact,
    knownFrom: knownFrom == null ? null : dateOf(knownFrom),
    areCallsKnown,
    silence:
      lastContact === null || !areCallsKnown ? null : Math.max(0, daysSince(lastContact.at, now)),
    competitors: competitorsOf(fields),
  };
}

/** The longest silence first: deals that nobody ever spoke about before all others, unknown ones after them. */
export const bySilence = (a: Deal, b: Deal): number => silenceRank(b) - silenceRank(a) || 0;

const silenceRank = ({ areCallsKnown, silence }: Deal): number =>
  areCallsKnown ? (silence ?? Number.POSITIVE_INFINITY) : -1;

function lastContactOf({ relatedCalls, lastActivityDate }: Fields, now: Date): Contact | null {
  const calls = (relatedCalls?.nodes ?? []).flatMap((call): Contact[] => {
    if (call?.startedAt == null || dateOf(call.startedAt) > now) return [];
    const { upstreamId: id, title } = call;
    return [{ at: dateOf(call.startedAt), kind: 'call', call: { id, title: title ?? 'Call' } }];
  });
  const activity = lastActivityDate == null ? null : dateOf(lastActivityDate);
  const crm: Contact[] =
    activity === null || activity > now ? [] : [{ at: activity, kind: 'crm', call: null }];
  return [...calls, ...crm].sort((a, b) => b.at.getTime() - a.at.getTime())[0] ?? null;
}

/** False where a call that could not be read may be the last one: they come newest first. */
function hasLastCall({ relatedCalls }: Fields, now: Date): boolean {
  if (relatedCalls == null) return false;
  const last = relatedCalls.nodes.find(
    (call) => call?.startedAt == null || dateOf(call.startedAt) <= now,
  );
  return last === undefined || last?.startedAt != null;
}

function marksOf({ relatedCalls, tasks, events }: Fields): readonly StripMark[] {
  const marks: StripMark[] = [];
  for (const call of relatedCalls?.nodes ?? [])
    if (call?.startedAt != null)
      marks.push({ at: dateOf(call.startedAt), kind: 'call', label: call.title ?? 'Call' });
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

/** Trackers are the organisation's own; those about competitors have the word in their name. */
function competitorsOf({ heard }: Fields): Competitors | null {
  if (heard == null) return null;
  const hits = heard.nodes.map((call) =>
    (call?.content?.trackers ?? [])
      .filter((tracker) => /competit/i.test(tracker?.name ?? ''))
      .reduce((sum, tracker) => sum + (tracker?.count ?? 0), 0),
  );
  return {
    times: hits.reduce((sum, count) => sum + count, 0),
    calls: hits.filter((count) => count > 0).length,
    of: hits.length,
  };
}
