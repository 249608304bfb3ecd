/** The question: how it is run and what it costs, its text, its variables and headers. */

import type { GraphQLSchema } from 'graphql';
import { Estimate } from '../answer/estimate.tsx';
import { runOrStop, useEstimate } from '../answer/run.ts';
import { QueryEditor } from '../editor/query-editor.tsx';
import { useRefusals } from '../explorer/refusal.ts';
import type { Tab } from '../tab/tab-store.ts';
import { late } from './late.tsx';

const Beside = late(async () => (await import('./beside.tsx')).Beside);

interface QuestionPaneProps {
  readonly tab: Tab;
  readonly schema: GraphQLSchema | null;
  readonly bearer: string | null;
  readonly isRunning: boolean;
  readonly onRun: () => void;
}

export function QuestionPane({ tab, schema, bearer, isRunning, onRun }: QuestionPaneProps) {
  const estimate = useEstimate(tab, bearer, schema);
  const refusals = useRefusals();
  const run = (): void => {
    if (refusals.length > 0 && !isRunning) return;
    onRun();
    void runOrStop(tab, schema);
  };
  return (
    <section className="pane question" aria-label="Question">
      <div className="bar">
        <button
          type="button"
          className="run primary"
          title="Ctrl-Enter"
          disabled={tab.query.trim() === '' || (refusals.length > 0 && !isRunning)}
          onClick={run}
        >
          {isRunning ? '■ Stop' : '▶ Run'}
        </button>
        {refusals.length === 0 ? (
          <Estimate estimate={estimate} />
        ) : (
          <span className="estimate fault" role="status">
            {refusals[0]}
          </span>
        )}
      </div>
      <QueryEditor tab={tab} schema={schema} onRun={run} />
      <Beside tab={tab} schema={schema} onRun={run} />
    </section>
  );
}
