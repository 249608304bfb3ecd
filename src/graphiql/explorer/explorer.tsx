/** The explorer: the question as a tree to tick, and a search for fields by what people call them. */

import { type DocumentNode, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import { useMemo, useState } from 'react';
import { click } from '../editor/click.ts';
import { variablesIn, withVariable } from '../graph/variables.ts';
import { activeTab, type Tab } from '../tab/tab-store.ts';
import { type Edit, operationsOf } from './document-edit.ts';
import { ExploredContext, OperationContext } from './explorer-context.ts';
import { FieldRows } from './field-rows.tsx';
import { findFields, indexFields, indexNear } from './field-search.ts';
import type { FoundField } from './found-field.ts';
import { LastClick } from './last-click.tsx';
import { conditionEdit, findConditions } from './list-condition.ts';
import { pathEdit, rowsByType, wayTo } from './path-edit.ts';
import { withoutUnused } from './variable-edit.ts';

/** What is wrong, where the text is no document. */
function read(text: string): DocumentNode | string {
  if (text.replaceAll(/#[^\n]*/g, '').trim() === '')
    return { kind: 'Document', definitions: [] } as never;
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return `Line ${error.locations?.[0]?.line ?? 1}: ${error.message.replace(/^Syntax Error: /, '')}`;
  }
}

/** Edits the question; variables that nothing uses any more go with it. */
function edited(text: string, document: DocumentNode, some: readonly Edit[], said?: string): void {
  const { edits, unused } = withoutUnused(text, document, some);
  const { variables } = activeTab();
  const isRead = variablesIn(variables) !== null;
  click(edits, {
    ...(unused.length > 0 &&
      isRead && {
        variables: unused.reduce((left, name) => withVariable(left, name, undefined), variables),
      }),
    ...(said !== undefined && { said }),
  });
}

interface ExplorerProps {
  readonly schema: GraphQLSchema;
  readonly tab: Tab;
}

export function Explorer({ schema, tab }: ExplorerProps) {
  const [term, setTerm] = useState('');
  const { query: text, variables } = tab;
  const document = useMemo(() => read(text), [text]);
  const explored = useMemo(
    () => ({
      ...{ schema, text, variables: variablesIn(variables) },
      edit: (edits: Edit | readonly Edit[], said?: string) =>
        typeof document === 'string' || edited(text, document, [edits].flat(), said),
    }),
    [schema, text, variables, document],
  );
  const query = schema.getQueryType()!;
  const operations = typeof document === 'string' ? [] : operationsOf(document);
  return (
    <ExploredContext value={explored}>
      <input
        type="search"
        className="find-field"
        placeholder="Find a field: deal, stage, last call …"
        aria-label="Find a field"
        value={term}
        onChange={({ target }) => setTerm(target.value)}
      />
      {typeof document === 'string' && (
        <p className="note" role="status">
          The question can’t be read yet. {document}
        </p>
      )}
      {term.trim() !== '' && typeof document !== 'string' && (
        <Found schema={schema} term={term} document={document} text={text} />
      )}
      {term.trim() === '' && typeof document !== 'string' && (
        <div className="rows">
          {operations.length === 0 && <FieldRows depth={0} type={query} parent={null} />}
          {operations.map((operation, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an operation may have no name.
            <div key={at}>
              {operations.length > 1 && <h2>{operation.name?.value ?? 'Without a name'}</h2>}
              <OperationContext value={operation}>
                <FieldRows depth={0} type={query} parent={operation} />
              </OperationContext>
            </div>
          ))}
        </div>
      )}
      <LastClick tab={tab} />
    </ExploredContext>
  );
}

const most = 40;

interface FoundProps {
  readonly schema: GraphQLSchema;
  readonly term: string;
  readonly document: DocumentNode;
  readonly text: string;
}

/** Fields before the conditions, and conditions: a word that is meant as one is often the name of a field, too. */
const before = 5;

function Found({ schema, term, document, text }: FoundProps) {
  const index = useMemo(() => indexFields(schema), [schema]);
  const rows = useMemo(() => rowsByType(document, schema), [document, schema]);
  const nearIndex = useMemo(() => indexNear(schema, rows), [schema, rows]);
  // A click adds a field, and would find others near it: what is under the pointer stays until the word changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of the moment when the word was typed.
  const { results, conditions, ways } = useMemo(() => {
    const fields = findFields([...nearIndex, ...index], term, rows);
    return {
      results: fields,
      conditions: findConditions(rows, term).slice(0, before),
      ways: fields.slice(0, most).map((field) => wayTo(rows, field).join(' › ')),
    };
  }, [index, term]);
  const [added, setAdded] = useState<readonly string[]>([]);
  const choose = (key: string, name: string, edit: Edit): void => {
    setAdded([...added, `${term} ${key}`]);
    click([edit], { said: `${name} is in the question.` });
  };
  const isAdded = (key: string): boolean => added.includes(`${term} ${key}`);
  if (results.length === 0 && conditions.length === 0)
    return (
      <p className="note" role="status">
        No field has these words. Others may: “deal”, “rep”, “last call”.
      </p>
    );
  const fieldRow = (field: FoundField, at: number) => {
    const key = field.path.join('.');
    return (
      <FoundRow
        key={key}
        {...{ way: ways[at]!, name: field.field.name, isAdded: isAdded(key) }}
        about={field.field.description}
        onChoose={() => choose(key, field.field.name, pathEdit(text, document, rows, field))}
      />
    );
  };
  return (
    <>
      <ul className="found">
        {results.slice(0, before).map(fieldRow)}
        {conditions.map((condition) => {
          const way = [...condition.list, ...condition.path.map(({ name }) => name)].join(' › ');
          return (
            <FoundRow
              key={`condition ${way}`}
              {...{ way, name: condition.path.at(-1)!.name, isAdded: isAdded(way) }}
              isCondition
              about={condition.path.at(-1)!.description}
              onChoose={() => choose(way, way, conditionEdit(text, rows, condition))}
            />
          );
        })}
        {results.slice(before, most).map((field, at) => fieldRow(field, at + before))}
      </ul>
      {results.length > most && (
        <p className="note">
          The first {most} of {results.length.toLocaleString()}: another word finds fewer.
        </p>
      )}
    </>
  );
}

interface FoundRowProps {
  readonly name: string;
  readonly way: string;
  readonly about: string | null | undefined;
  readonly isAdded: boolean;
  readonly isCondition?: boolean;
  readonly onChoose: () => void;
}

function FoundRow({ name, way, about, isAdded, isCondition, onChoose }: FoundRowProps) {
  return (
    <li className={isCondition ? 'condition' : undefined}>
      <button type="button" title={about ?? undefined} disabled={isAdded} onClick={onChoose}>
        <strong>{name}</strong>
        <span className="path">
          {isAdded && '✓ added: '}
          {way}
        </span>
        <span className="about">{about}</span>
      </button>
    </li>
  );
}
