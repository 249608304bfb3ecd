/** Makes a value a variable by a click, and a variable a value again. */

import {
  type GraphQLInputType,
  getNamedType,
  isNonNullType,
  typeFromAST,
  type ValueNode,
} from 'graphql';
import { useContext } from 'react';
import type { Member } from '../../questions/compared-field.ts';
import { type Edit, setValue } from './document-edit.ts';
import { OperationContext, useExplored } from './explorer-context.ts';
import { type Input, isComparator } from './first-choice.ts';
import { valueTextOf } from './of-variable.tsx';
import { isConstant, makeVariable, variableName } from './variable-edit.ts';

interface VariableToggleProps {
  readonly input: Input;
  readonly value: ValueNode;
  readonly typeName: string;
  readonly within: Member | undefined;
  /** Where GraphQL takes no variable that may be null, though the value may be absent. */
  readonly isSet: boolean;
}

export function VariableToggle(props: VariableToggleProps) {
  const { input, value, typeName, within, isSet } = props;
  const { schema, text, variables, edit } = useExplored();
  const operation = useContext(OperationContext);
  // Of what compares, its value is asked for.
  if (operation === null || isComparator(getNamedType(input.type))) return null;
  const definitions = operation.variableDefinitions ?? [];
  const isVariable = value.kind === 'Variable';
  if (!isVariable && !isConstant(value)) return null;
  const definition = isVariable
    ? definitions.find(({ variable }) => variable.name.value === value.name.value)
    : undefined;
  const type = isSet && !isNonNullType(input.type) ? `${input.type}!` : `${input.type}`;
  const toggled = (): Edit | readonly Edit[] => {
    if (!isVariable) {
      // What compares is named by what it compares.
      const owner = schema.getType(typeName);
      const field = owner && isComparator(owner) ? within?.name : undefined;
      const name = variableName(input.name, field, definitions);
      return makeVariable(text, operation, value, { name, type });
    }
    const literal =
      definition &&
      valueTextOf(
        definition,
        variables ?? {},
        typeFromAST(schema, definition.type as never) as GraphQLInputType | undefined,
      );
    return setValue(value, literal ?? 'null');
  };
  return (
    <button
      type="button"
      className="variable-toggle"
      aria-pressed={isVariable}
      aria-label={
        isVariable ? `Write the value of ${input.name} here` : `Make ${input.name} a variable`
      }
      title={
        isVariable
          ? 'A variable: click to write its value here again'
          : 'Make it a variable, whose value is given at each run'
      }
      onClick={() => edit(toggled())}
    >
      $
    </button>
  );
}
