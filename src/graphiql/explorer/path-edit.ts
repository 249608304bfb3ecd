/** The edit that adds a field which was found: below what the question selects of its way already. */

import type { DocumentNode, FieldNode, InlineFragmentNode, SelectionNode } from 'graphql';
import {
  addSelection,
  type Edit,
  operationsOf,
  type Parent,
  type Selection,
} from './document-edit.ts';
import type { FoundField } from './field-search.ts';
import { firstSelection } from './first-choice.ts';

export function pathEdit(text: string, document: DocumentNode, { path, field }: FoundField): Edit {
  const [operation] = operationsOf(document);
  let parent: Parent | null = operation ?? null;
  let missing = path;
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
