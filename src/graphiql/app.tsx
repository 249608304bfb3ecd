/** The page: fields to tick, the question, its answer. */

import type { GraphQLSchema } from 'graphql';
import { useEffect, useState } from 'react';
import { readBearer, shareBearer, writeBearer } from '../dashboard/data/bearer.ts';
import { AnswerPane } from './answer/answer-pane.tsx';
import { runOrStop, useRun } from './answer/run.ts';
import { KeyField } from './frame/key-field.tsx';
import { late } from './frame/late.tsx';
import { painted } from './frame/painted.ts';
import { QuestionPane } from './frame/question-pane.tsx';
import { Start } from './frame/start.tsx';
import { TabBar } from './frame/tab-bar.tsx';
import { hasAccess } from './graph/ask.ts';
import { settings } from './settings.ts';
import { activeTab, openQuestion, type Question, useTabs } from './tab/tab-store.ts';

const loadExplorer = async () => (await import('./explorer/explorer.tsx')).Explorer;
const Explorer = late(loadExplorer);
const Chooser = late(async () => (await import('./frame/chooser.tsx')).Chooser);

/** What a narrow window shows, which has room for one of the three. */
const sides = ['Fields', 'Question', 'Answer'] as const;

/** The key of this tab, which another one may change. */
function useBearer(): readonly [string | null, (bearer: string | null) => void] {
  const [bearer, setBearer] = useState(readBearer);
  useEffect(() => shareBearer(setBearer), []);
  return [
    bearer,
    (next) => {
      writeBearer(next);
      setBearer(next);
    },
  ];
}

/** Null until it is there; a text says why it is not. */
function useSchema(access: unknown): GraphQLSchema | string | null {
  const [schema, setSchema] = useState<GraphQLSchema | string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key may see another schema.
  useEffect(() => {
    let isGone = false;
    if (!hasAccess()) return setSchema('Enter your key above: then the fields are here.');
    // It comes while the schema is read, without which it shows nothing.
    painted.then(loadExplorer).catch(() => undefined);
    painted
      .then(() => import('./graph/graph-schema.ts'))
      .then(({ loadSchema }) => loadSchema())
      .catch((error: Error) => error.message)
      .then((loaded) => isGone || setSchema(loaded));
    return () => {
      isGone = true;
    };
  }, [access]);
  return schema;
}

export function App() {
  const { tabs, active } = useTabs();
  const tab = tabs.find(({ id }) => id === active)!;
  const [bearer, setBearer] = useBearer();
  const loaded = useSchema(`${bearer} ${hasAccess()}`);
  const schema = typeof loaded === 'string' ? null : loaded;
  const { run, stop } = useRun(tab);
  const [side, setSide] = useState<(typeof sides)[number]>('Question');
  const [isChoosing, setChoosing] = useState(false);
  const choose = (question: Question): void => {
    openQuestion(question);
    void runOrStop(activeTab(), schema);
  };
  const isStart = run === null && tab.query.trim() === '';
  return (
    <>
      <header className="top">
        <h1>
          <span className="mark" aria-hidden="true" />
          Switchboard
        </h1>
        <button type="button" onClick={() => setChoosing(true)}>
          Questions
        </button>
        <TabBar />
        {settings.onlyTrusted && (
          <span
            className="trusted-note"
            title="This server executes the showcases and the saved questions, and nothing else."
          >
            Trusted only
          </span>
        )}
        {settings.needsKey && <KeyField key={bearer} bearer={bearer} onChange={setBearer} />}
      </header>
      <nav className="switch sides" aria-label="Parts of the page">
        {sides.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={side === name}
            onClick={() => setSide(name)}
          >
            {name}
          </button>
        ))}
      </nav>
      <main data-side={isStart && side === 'Question' ? 'Answer' : side}>
        <section className="pane explorer" aria-label="Fields">
          <h2>Fields</h2>
          {loaded === null && <p className="note">Reading the schema …</p>}
          {typeof loaded === 'string' && <p className="note">{loaded}</p>}
          {schema !== null && <Explorer key={tab.id} schema={schema} tab={tab} />}
        </section>
        <QuestionPane
          tab={tab}
          schema={schema}
          bearer={bearer}
          isRunning={stop !== null}
          onRun={() => setSide('Answer')}
        />
        <AnswerPane run={run} isRunning={stop !== null} schema={schema} question={tab}>
          <Start isEmpty={isStart} onChoose={choose} />
        </AnswerPane>
      </main>
      {isChoosing && <Chooser onClose={() => setChoosing(false)} />}
    </>
  );
}
