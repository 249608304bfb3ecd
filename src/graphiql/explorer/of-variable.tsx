/** The value of a variable, edited as a value in the question is: as a text of its own, which is written into the Variables pane. */

import {
  type GraphQLInputType,
  parseConstValue,
  print,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import { type ReactNode, useMemo } from 'react';
import { click } from '../editor/click.ts';
import { withVariable } from '../graph/variables.ts';
import { activeTab } from '../tab/tab-store.ts';
import { appliedAll } from './document-edit.ts';
import { ExploredContext, OperationContext, useExplored } from './explorer-context.ts';
import { literalOf } from './literal.ts';

interface OfVariableProps {
  readonly definition: VariableDefinitionNode;
  readonly children: (value: ValueNode, type: GraphQLInputType) => ReactNode;
}

/** Nothing where the value can't be edited so: the type is none of the schema's, or the pane holds no JSON. */
export function OfVariable({ definition, children }: OfVariableProps) {
  const { schema, variables } = useExplored();
  const name = definition.variable.name.value;
  const type = typeFromAST(schema, definition.type as never) as GraphQLInputType | undefined;
  const text = useMemo(
    () => variables && valueTextOf(definition, variables, type),
    [definition, variables, type],
  );
  const explored = useMemo(
    () => ({
      ...{ schema, variables, text: text ?? '' },
      edit: (edits: Parameters<typeof appliedAll>[1]) => {
        const value = valueFromASTUntyped(parseConstValue(appliedAll(text!, edits)));
        click([], { variables: withVariable(activeTab().variables, name, value) });
      },
    }),
    [schema, variables, text, name],
  );
  if (type === undefined || text === null) return null;
  return (
    <OperationContext value={null}>
      <ExploredContext value={explored}>{children(parseConstValue(text), type)}</ExploredContext>
    </OperationContext>
  );
}

/** What the variable is given, as text of the question; null where it is no such text. */
export function valueTextOf(
  { variable, defaultValue }: VariableDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  type: GraphQLInputType | undefined,
): string | null {
  const name = variable.name.value;
  if (!Object.hasOwn(variables, name)) return defaultValue ? print(defaultValue) : 'null';
  const text = literalOf(variables[name], type);
  try {
    parseConstValue(text);
    return text;
  } catch {
    return null;
  }
}
