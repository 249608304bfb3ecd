/** The editor of a question: CodeMirror, which can be typed in before it knows GraphQL's language and then the schema. */

import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { GraphQLSchema } from 'graphql';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Edit } from '../explorer/document-edit.ts';
import { painted } from '../frame/painted.ts';
import { changeTab, type Tab } from '../tab/tab-store.ts';
import { habits, look } from './editor-look.ts';

type Language = typeof import('./graphql-language.ts');

/** Without the language the text is plain. */
const language = new Compartment();

/** Null until it is there; where it can't be fetched the text stays plain. */
function useLanguage(): Language | null {
  const [loaded, setLoaded] = useState<Language | null>(null);
  useEffect(() => {
    painted.then(() => import('./graphql-language.ts')).then(setLoaded, () => undefined);
  }, []);
  return loaded;
}

let current: EditorView | null = null;

/** Edits the question that is looked at, as one step that can be undone there, too. */
export function editQuery(edits: readonly Edit[]): void {
  const changes = edits.filter(({ from, to, insert }) => from !== to || insert !== '');
  if (changes.length > 0) current?.dispatch({ changes });
}

interface QueryEditorProps {
  readonly tab: Tab;
  readonly schema: GraphQLSchema | null;
  readonly onRun: () => void;
}

/** What was undone and done again in each tab stays with it. */
const states = new Map<string, EditorState>();

export function QueryEditor({ tab, schema, onRun }: QueryEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const run = useRef(onRun);
  run.current = onRun;
  const { id, query } = tab;
  const graphql = useLanguage();

  // Before the first paint, since all else of the page can wait for this.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is the editor's own while its tab is looked at.
  useLayoutEffect(() => {
    const view = new EditorView({
      state: stateOf(id, query, () => run.current()),
      parent: host.current!,
      dispatchTransactions(transactions, target) {
        target.update(transactions);
        if (transactions.some(({ docChanged }) => docChanged))
          changeTab(id, { query: target.state.doc.toString() });
      },
    });
    current = view;
    if (matchMedia('(min-width: 701px)').matches) view.focus();
    return () => {
      states.set(id, view.state);
      view.destroy();
      current = null;
    };
  }, [id]);

  useEffect(() => {
    if (current !== null && current.state.doc.toString() !== query)
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: query } });
  }, [query]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each tab has an editor of its own.
  useEffect(() => {
    if (current === null || graphql === null) return;
    current.dispatch({ effects: language.reconfigure(graphql.graphqlLanguage) });
    if (schema !== null) graphql.updateSchema(current, schema);
  }, [id, graphql, schema]);

  return <div className="query-editor" ref={host} />;
}

function stateOf(id: string, doc: string, onRun: () => void): EditorState {
  const former = states.get(id);
  if (former !== undefined && former.doc.toString() === doc) return former;
  const onKey = (): boolean => {
    onRun();
    return true;
  };
  const run = keymap.of([{ key: 'Mod-Enter', run: onKey, preventDefault: true }]);
  return EditorState.create({
    doc,
    extensions: [
      Prec.highest(run),
      look,
      habits,
      language.of([]),
      EditorView.contentAttributes.of({ 'aria-label': 'Question', tabindex: '0' }),
    ],
  });
}
