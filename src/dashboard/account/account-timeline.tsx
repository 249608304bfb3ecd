/** The story of an account, month by month, both systems together; of all kinds, or of one. */

import type { MouseEvent, ReactNode } from 'react';
import { useAddress } from '../data/url-state.ts';
import { plural } from '../shared/format.ts';
import { focusHeading } from '../shared/heading-focus.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { useRowKeys } from '../shared/row-keys.ts';

import {
  type AccountRef,
  type ActivitiesRef,
  type Kind,
  kinds,
  readAccount,
  readActivities,
  timelineOf,
} from './timeline.ts';
import { TimelineRow } from './timeline-row.tsx';

const paths = [
  ...['account.relatedCalls', 'account.cases'],
  ...['tasks', 'undated', 'events', 'responses'],
];

/** The panel of the pages: it stays while one is read, and with it the focus on its heading. */
export function AccountTimeline({ children }: { children: ReactNode }) {
  useRowKeys();
  const { get, set } = useAddress();
  const only = onlyKind(get('only'));
  return (
    <Panel
      title="What happened"
      className="timeline"
      countsCalls
      paths={paths}
      aside={
        <KindSwitches only={only} toggle={(kind) => set({ only: only === kind ? null : kind })} />
      }
    >
      {children}
    </Panel>
  );
}

const onlyKind = (text: string | null): Kind | null =>
  text !== null && Object.hasOwn(kinds, text) ? (text as Kind) : null;

export interface TimelinePageProps {
  readonly account: AccountRef;
  readonly query: ActivitiesRef;
  readonly page: { readonly now: Date; readonly isFirst: boolean };
}

export function TimelinePage({ account, query, page }: TimelinePageProps) {
  const { get, set } = useAddress();
  const only = onlyKind(get('only'));
  const activities = readActivities(query);
  const { months, next } = timelineOf(readAccount(account), activities);
  const turnTo = (before: string | null) => (event: MouseEvent<HTMLElement>) => {
    focusHeading(event.currentTarget);
    set({ before });
  };
  const visible = months
    .map(({ name, items }) => ({
      name,
      items: items.filter(({ kind }) => only === null || kind === only),
    }))
    .filter(({ items }) => items.length > 0);
  const { undated } = activities;
  return (
    <>
      {visible.length === 0 && <Empty>Nothing of that kind is known.</Empty>}
      {page.isFirst && undated != null && undated.nodes.length > 0 && (
        <p className="note">
          {plural(undated.totalCount ?? undated.nodes.length, 'task')} without a date:{' '}
          {undated.nodes.map((task) => task?.subject ?? 'Task').join(', ')}
          {(undated.totalCount ?? 0) > undated.nodes.length && ' and others'}.
        </p>
      )}
      {visible.map(({ name, items }) => (
        <section key={name} className="month">
          <h3>{name}</h3>
          <ol>
            {items.map((item) => (
              <TimelineRow key={item.key} item={item} now={page.now} />
            ))}
          </ol>
        </section>
      ))}
      <nav className="pages" aria-label="Pages">
        <button type="button" disabled={page.isFirst} onClick={turnTo(null)}>
          Newest
        </button>
        <button type="button" disabled={next === null} onClick={turnTo(next)}>
          Older
        </button>
      </nav>
    </>
  );
}

interface KindSwitchesProps {
  /** Null for all. */
  readonly only: Kind | null;
  readonly toggle: (kind: Kind) => void;
}

function KindSwitches({ only, toggle }: KindSwitchesProps) {
  return (
    <fieldset className="only kinds">
      <legend className="visually-hidden">Show only</legend>
      {Object.entries(kinds).map(([kind, name]) => (
        <button
          key={kind}
          type="button"
          className={`kind ${kind}`}
          aria-pressed={kind === only}
          onClick={() => toggle(kind as Kind)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
