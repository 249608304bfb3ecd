/** The explorer: the question as a tree to tick, and a search for fields by what people call them. */

import { type DocumentNode, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import { useDeferredValue, useMemo, useState } from 'react';
import { editQuery } from '../editor/query-editor.tsx';
import { operationsOf } from './document-edit.ts';
import { ExploredContext } from './explorer-context.ts';
import { FieldRows } from './field-rows.tsx';
import { type FoundField, findFields, indexFields } from './field-search.ts';
import { pathEdit, rowsByType, wayTo } from './path-edit.ts';

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

export function Explorer({ schema, text }: { schema: GraphQLSchema; text: string }) {
  const [term, setTerm] = useState('');
  const document = useMemo(() => read(text), [text]);
  const explored = useMemo(() => ({ schema, text, edit: editQuery }), [schema, text]);
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
              <FieldRows depth={0} type={query} parent={operation} />
            </div>
          ))}
        </div>
      )}
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

function Found({ schema, term, document, text }: FoundProps) {
  const index = useMemo(() => indexFields(schema), [schema]);
  const deferred = useDeferredValue(term);
  const results = useMemo(() => findFields(index, deferred), [index, deferred]);
  const rows = useMemo(() => rowsByType(document, schema), [document, schema]);
  const choose = (field: FoundField): void => editQuery(pathEdit(text, document, rows, field));
  if (results.length === 0)
    return (
      <p className="note" role="status">
        No field has these words. Others may: “deal”, “rep”, “last call”.
      </p>
    );
  return (
    <>
      <ul className="found">
        {results.slice(0, most).map((field) => (
          <li key={field.path.join('.')}>
            <button type="button" onClick={() => choose(field)}>
              <strong>{field.field.name}</strong>
              <span className="path">{wayTo(rows, field).join(' › ')}</span>
              <span className="about">{field.field.description}</span>
            </button>
          </li>
        ))}
      </ul>
      {results.length > most && (
        <p className="note">
          The first {most} of {results.length.toLocaleString()}: another word finds fewer.
        </p>
      )}
    </>
  );
}
