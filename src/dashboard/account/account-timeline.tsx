/** The story of an account, month by month, both systems together; each kind can be left out. */

import type { MouseEvent, ReactNode } from 'react';
import { useAddress } from '../data/url-state.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { plural } from '../shared/format.ts';
import { focusHeading } from '../shared/heading-focus.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { useRowKeys } from '../shared/row-keys.ts';

import {
  type AccountRef,
  type Kind,
  kinds,
  type ResponsesRef,
  readAccount,
  timelineOf,
} from './timeline.ts';
import { TimelineRow } from './timeline-row.tsx';

const paths = ['relatedCalls', 'tasks', 'undated', 'events', 'cases'].map(
  (key) => `account.${key}`,
);

/** The panel of the pages: it stays while one is read, and with it the focus on its heading. */
export function AccountTimeline({ children }: { children: ReactNode }) {
  useRowKeys();
  const { get, set } = useAddress();
  const hidden = hiddenKinds(get('without'));
  const toggle = (kind: Kind): void => {
    const changed = new Set(hidden);
    if (!changed.delete(kind)) changed.add(kind);
    set({ without: [...changed].join(' '), before: get('before'), after: null });
  };
  return (
    <Panel
      title="What happened"
      className="timeline"
      countsCalls
      paths={[...paths, 'responses']}
      aside={<KindSwitches hidden={hidden} toggle={toggle} />}
    >
      {children}
    </Panel>
  );
}

const hiddenKinds = (without: string | null) => new Set((without ?? '').split(' ').filter(Boolean));

export interface TimelinePageProps {
  readonly account: AccountRef;
  readonly query: ResponsesRef;
  readonly page: { readonly now: Date; readonly isFirst: boolean };
}

export function TimelinePage({ account, query, page }: TimelinePageProps) {
  const { get, set } = useAddress();
  const hidden = hiddenKinds(get('without'));
  const fields = readAccount(account);
  const { months, next } = timelineOf(fields, query);
  const turnTo = (before: string | null) => (event: MouseEvent<HTMLElement>) => {
    focusHeading(event.currentTarget);
    set({ before });
  };
  const visible = months
    .map(({ name, items }) => ({ name, items: items.filter(({ kind }) => !hidden.has(kind)) }))
    .filter(({ items }) => items.length > 0);
  const undated = fields.undated;
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
      <CoverageNote coverage={fields.relatedCalls?.coverage} />
    </>
  );
}

interface KindSwitchesProps {
  readonly hidden: ReadonlySet<string>;
  readonly toggle: (kind: Kind) => void;
}

function KindSwitches({ hidden, toggle }: KindSwitchesProps) {
  return (
    <fieldset className="kinds">
      <legend className="visually-hidden">Shown kinds</legend>
      {Object.entries(kinds).map(([kind, name]) => (
        <button
          key={kind}
          type="button"
          className={`kind ${kind}`}
          aria-pressed={!hidden.has(kind)}
          onClick={() => toggle(kind as Kind)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
