/** What happened, newest first and by month: entries of both systems on one line of time. */

import type { ReactNode } from 'react';
import { dayText, monthText } from './format.ts';
import { Link } from './link.tsx';
import { Empty } from './panel.tsx';

export type StoryKind = 'call' | 'meeting' | 'task' | 'case' | 'campaign' | 'email';

export interface StoryEntry {
  readonly key: string;
  readonly kind: StoryKind;
  readonly at: Date;
  readonly title: string;
  /** Leads on; null where there is no screen for it. */
  readonly href: string | null;
  readonly note?: ReactNode;
}

export const storyWords: Readonly<Record<StoryKind, string>> = {
  call: 'Call',
  meeting: 'Meeting',
  task: 'Task',
  case: 'Case',
  campaign: 'Campaign',
  email: 'E-mail',
};

export function Story({ entries }: { entries: readonly StoryEntry[] }) {
  if (entries.length === 0) return <Empty>Nothing of this kind is known.</Empty>;
  const sorted = [...entries].sort((left, right) => right.at.getTime() - left.at.getTime());
  const months = Map.groupBy(sorted, ({ at }) => monthText(at));
  return [...months].map(([month, inMonth]) => (
    <section key={month} className="story">
      <h3>{month}</h3>
      <ol>
        {inMonth.map(({ key, kind, at, title, href, note }) => (
          <li key={key} className={`entry of-${kind}`} {...(href !== null && { 'data-row': '' })}>
            {/* The heading has the month and its year. */}
            <time dateTime={at.toISOString()}>{dayText(at, at)}</time>
            <span className="kind">{storyWords[kind]}</span>
            <span className="what">
              {href === null ? title : <Link href={href}>{title}</Link>}
              {note !== undefined && <span className="sub">{note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  ));
}
