/** The edit that adds a field which was found: to the rows that the question has already, or along its way from the top. */

import {
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import {
  addSelection,
  type Edit,
  operationsOf,
  type Parent,
  type Selection,
} from './document-edit.ts';
import { firstSelection } from './first-choice.ts';
import type { FoundField } from './found-field.ts';

export interface Rows {
  readonly node: FieldNode;
  /** Arguments that it may take. */
  readonly args: readonly GraphQLArgument[];
  /** Fields from the top to the rows, as the schema names them. */
  readonly path: readonly string[];
}

/** The first rows of each type that a question selects fields of. */
export function rowsByType(
  document: DocumentNode,
  schema: GraphQLSchema,
): ReadonlyMap<string, Rows> {
  const rows = new Map<string, Rows>();
  const path: string[] = [];
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      FragmentDefinition: () => false,
      Field: {
        enter(node) {
          path.push(node.name.value);
          const type = getNamedType(types.getType());
          if (type && node.selectionSet !== undefined && !rows.has(type.name))
            rows.set(type.name, {
              ...{ node, path: [...path] },
              args: types.getFieldDef()?.args ?? [],
            });
        },
        leave: () => void path.pop(),
      },
    }),
  );
  return rows;
}

/** The way to where the field is added. */
export const wayTo = (rows: ReadonlyMap<string, Rows>, { path, parent, field }: FoundField) => {
  const selected = path.length > 1 ? rows.get(parent.name) : undefined;
  return selected === undefined ? path : [...selected.path, field.name];
};

export function pathEdit(
  text: string,
  document: DocumentNode,
  rows: ReadonlyMap<string, Rows>,
  { path, parent: type, field }: FoundField,
): Edit {
  const [operation] = operationsOf(document);
  const selected = path.length > 1 ? rows.get(type.name) : undefined;
  let parent: Parent | null = selected?.node ?? operation ?? null;
  let missing = selected === undefined ? path : [field.name];
  while (parent !== null && missing.length > 0) {
    const next: FieldNode | InlineFragmentNode | undefined = parent.selectionSet?.selections.find(
      (selection): selection is FieldNode | InlineFragmentNode => stands(selection, missing[0]!),
    );
    if (next === undefined) break;
    parent = next;
    missing = missing.slice(1);
  }
  // It is there already.
  if (missing.length === 0) return { from: 0, to: 0, insert: '' };
  return addSelection(text, parent, below(missing, firstSelection(field)));
}

const stands = (selection: SelectionNode, step: string): boolean =>
  (selection.kind === 'Field' && selection.name.value === step) ||
  (selection.kind === 'InlineFragment' && `... on ${selection.typeCondition?.name.value}` === step);

const below = ([step, ...more]: readonly string[], last: Selection): Selection =>
  more.length === 0 ? last : { name: step!, below: [below(more, last)] };
