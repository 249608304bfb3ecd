/** The story of an account, month by month, both systems together; each kind can be left out. */

import { useAddress } from '../data/address.ts';
import { CoverageNote } from '../shared/coverage-note.tsx';
import { plural } from '../shared/format.ts';
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

export { timelineFragment } from './timeline.ts';

export interface AccountTimelineProps {
  readonly account: AccountRef;
  readonly query: ResponsesRef;
  readonly page: { readonly now: Date; readonly isFirst: boolean };
}

const paths = ['relatedCalls', 'tasks', 'undated', 'events', 'cases'].map(
  (key) => `account.${key}`,
);

export function AccountTimeline({ account, query, page }: AccountTimelineProps) {
  useRowKeys();
  const { get, set } = useAddress();
  const fields = readAccount(account);
  const { months, next } = timelineOf(fields, query);
  const hidden = new Set((get('without') ?? '').split(' ').filter(Boolean));
  const toggle = (kind: Kind): void => {
    const changed = new Set(hidden);
    if (!changed.delete(kind)) changed.add(kind);
    set({ without: [...changed].join(' '), before: get('before'), after: null });
  };
  const shown = months
    .map(({ name, items }) => ({ name, items: items.filter(({ kind }) => !hidden.has(kind)) }))
    .filter(({ items }) => items.length > 0);
  const undated = fields.undated;
  return (
    <Panel
      title="What happened"
      className="timeline"
      countsCalls
      paths={[...paths, 'responses']}
      aside={<KindSwitches hidden={hidden} toggle={toggle} />}
    >
      {shown.length === 0 && <Empty>Nothing of that kind is known.</Empty>}
      {page.isFirst && undated != null && undated.nodes.length > 0 && (
        <p className="note">
          {plural(undated.totalCount ?? undated.nodes.length, 'task')} without a date:{' '}
          {undated.nodes.map((task) => task?.subject ?? 'Task').join(', ')}
          {(undated.totalCount ?? 0) > undated.nodes.length && ' and others'}.
        </p>
      )}
      {shown.map(({ name, items }) => (
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
        <button type="button" disabled={page.isFirst} onClick={() => set({ before: null })}>
          Newest
        </button>
        <button type="button" disabled={next === null} onClick={() => set({ before: next })}>
          Older
        </button>
      </nav>
      <CoverageNote coverage={fields.relatedCalls?.coverage} />
    </Panel>
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
