/** Inputs of a value without members, or of each in a list of such; those of a variable change what it is given. */

import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  print,
  type ValueNode,
} from 'graphql';
import { useContext } from 'react';
import type { ComparedField } from '../../questions/compared-field.ts';
import { addItem, removeItem, setValue } from './document-edit.ts';
import { OperationContext, useExplored } from './explorer-context.ts';
import { OfVariable } from './of-variable.tsx';
import { firstValue } from './preset.ts';
import { ValueInput } from './value-input.tsx';

export interface ValueProps {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly value: ValueNode;
  readonly compared: ComparedField | null;
}

/** True for what has no members of its own. */
export const isPlain = (type: GraphQLInputType): boolean => !isInputObjectType(getNamedType(type));

export function PlainValue({ name, type, value, compared }: ValueProps) {
  const { edit, text } = useExplored();
  const operation = useContext(OperationContext);
  if (value.kind === 'Variable') {
    const definition = operation?.variableDefinitions?.find(
      ({ variable }) => variable.name.value === value.name.value,
    );
    return (
      <>
        <code>${value.name.value}</code>
        {definition !== undefined && (
          <OfVariable definition={definition}>
            {(variableValue, variableType) =>
              isPlain(variableType) && (
                <PlainValue
                  name={name}
                  type={variableType}
                  value={variableValue}
                  compared={compared}
                />
              )
            }
          </OfVariable>
        )}
      </>
    );
  }
  const nullable = getNullableType(type);
  if (!isListType(nullable)) return <ValueInput {...{ name, value, compared }} type={nullable} />;
  const items =
    value.kind === 'ListValue' ? value.values : value.kind === 'NullValue' ? [] : [value];
  const first = firstValue({ name, type: nullable.ofType });
  return (
    <span className="items">
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name than their place.
        <span key={at} className="item">
          <ValueInput {...{ name, compared }} type={nullable.ofType} value={item} />
          {value.kind === 'ListValue' && (
            <button
              type="button"
              aria-label={`Take value ${at + 1} of ${name} out`}
              onClick={() => edit(removeItem(value, item))}
            >
              ×
            </button>
          )}
        </span>
      ))}
      <button
        type="button"
        aria-label={`Another value of ${name}`}
        onClick={() =>
          edit(
            value.kind === 'ListValue'
              ? addItem(text, value, first)
              : setValue(value, `[${[...items.map(print), first].join(', ')}]`),
          )
        }
      >
        +
      </button>
    </span>
  );
}
