/** The answer: as a table, as JSON, and as the upstream calls it took; before the first one, where to begin. */

import type { GraphQLSchema } from 'graphql';
import { type ReactNode, useEffect, useState } from 'react';
import { late } from '../frame/late.tsx';
import type { Tab } from '../tab/tab-store.ts';
import { CallsView } from './calls-view.tsx';
import { faultsOf, tookText } from './cost-text.ts';
import type { Run } from './run.ts';

const JsonView = late(async () => (await import('./json-view.tsx')).JsonView);
const TableView = late(async () => (await import('./table-view.tsx')).TableView);

type View = 'Table' | 'JSON' | 'Upstream';

const viewKey = 'switchboard:answer-view';

interface AnswerPaneProps {
  readonly run: Run | null;
  readonly isRunning: boolean;
  readonly schema: GraphQLSchema | null;
  /** The question as it is now. */
  readonly question: Tab;
  /** Shown where nothing was asked yet. */
  readonly children: ReactNode;
}

export function AnswerPane({ run, isRunning, schema, question, children }: AnswerPaneProps) {
  const [view, setView] = useState<View>(
    () => (localStorage.getItem(viewKey) as View | null) ?? 'Table',
  );
  useEffect(() => localStorage.setItem(viewKey, view), [view]);
  if (run === null)
    return (
      <section className="pane answer" aria-label="Answer" aria-busy={isRunning}>
        {children}
      </section>
    );
  const faults = faultsOf(run.answer);
  const explanation = run.answer.extensions?.explain;
  const views: readonly View[] = explanation ? ['Table', 'JSON', 'Upstream'] : ['Table', 'JSON'];
  const current = views.includes(view) ? view : 'Table';
  const isFormer =
    run.question.query !== question.query || run.question.variables !== question.variables;
  return (
    <section className="pane answer" aria-label="Answer" aria-busy={isRunning}>
      <div className="bar">
        <div role="tablist" aria-label="Answer as" className="switch">
          {views.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={current === name}
              onClick={() => setView(name)}
            >
              {name}
            </button>
          ))}
        </div>
        <span className="took" role="status">
          {isRunning ? 'Asking …' : tookText(run)}
        </span>
      </div>
      {isFormer && !isRunning && (
        <p className="former" role="status">
          The question has changed since: this answers what it was.
        </p>
      )}
      {faults.length > 0 && (
        <ul className="faults" role="alert">
          {faults.slice(0, 5).map((fault, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same.
            <li key={at}>{fault}</li>
          ))}
          {faults.length > 5 && <li>and {faults.length - 5} more, which JSON has</li>}
        </ul>
      )}
      {current === 'Table' && schema !== null && (
        <TableView run={run} schema={schema} tab={question} />
      )}
      {current === 'JSON' && <JsonView run={run} />}
      {current === 'Upstream' && explanation && <CallsView explanation={explanation} />}
    </section>
  );
}
