/** The variables of a question, each with an input of its type that writes the Variables pane below it. */

import { type DocumentNode, type GraphQLSchema, print } from 'graphql';
import { useMemo } from 'react';
import { comparedFields } from '../../questions/compared-field.ts';
import { click } from '../editor/click.ts';
import { ExploredContext } from '../explorer/explorer-context.ts';
import { NestedValue } from '../explorer/input-rows.tsx';
import { OfVariable } from '../explorer/of-variable.tsx';
import { isPlain, PlainValue } from '../explorer/plain-value.tsx';
import { meaningsOf } from '../explorer/variable-edit.ts';
import { definitionsIn } from '../graph/document.ts';
import { variablesIn, withVariable } from '../graph/variables.ts';
import type { Tab } from '../tab/tab-store.ts';

interface VariableFormProps {
  readonly tab: Tab;
  readonly document: DocumentNode;
  readonly schema: GraphQLSchema;
  /** Enter runs the question with the values that are there. */
  readonly onRun: () => void;
}

export function VariableForm({ tab, document, schema, onRun }: VariableFormProps) {
  const { variables: text } = tab;
  const variables = useMemo(() => variablesIn(text), [text]);
  const meanings = useMemo(() => meaningsOf(document, schema), [document, schema]);
  const compared = useMemo(() => comparedFields(schema, document), [document, schema]);
  const explored = useMemo(
    () => ({ schema, variables, text: '', edit: () => undefined }),
    [schema, variables],
  );
  if (variables === null) return <p className="note">Expected JSON of the variables’ values:</p>;
  return (
    <ExploredContext value={explored}>
      <form
        className="variable-form"
        onSubmit={(event) => {
          event.preventDefault();
          onRun();
        }}
      >
        {definitionsIn(document).map((definition) => {
          const name = definition.variable.name.value;
          const isGiven = Object.hasOwn(variables, name);
          return (
            <div key={name}>
              <div className="row argument" title={meanings.get(name)}>
                <span className="name">${name}</span>
                <span className="about">{print(definition.type)}</span>
                <OfVariable definition={definition}>
                  {(value, type) =>
                    isPlain(type) && (
                      <PlainValue
                        {...{ name, type, value }}
                        compared={compared.get(name) ?? null}
                      />
                    )
                  }
                </OfVariable>
                {isGiven && definition.defaultValue !== undefined && (
                  <button
                    type="button"
                    title={`Back to what the question says: ${print(definition.defaultValue)}`}
                    onClick={() => click([], { variables: withVariable(text, name, undefined) })}
                  >
                    Default
                  </button>
                )}
              </div>
              <OfVariable definition={definition}>
                {(value, type) =>
                  !isPlain(type) && <NestedValue depth={1} {...{ name, type, value }} typeName="" />
                }
              </OfVariable>
            </div>
          );
        })}
        <button type="submit" hidden={true}>
          Run
        </button>
      </form>
    </ExploredContext>
  );
}
