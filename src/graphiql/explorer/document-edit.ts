/**
 * Edits of a question's text: a field or an argument is added to it, or taken out, where it stands. Comments and the
 * layout of all else stay, which printing the tree anew would lose.
 */

import type {
  ArgumentNode,
  DocumentNode,
  FieldNode,
  InlineFragmentNode,
  ListValueNode,
  ObjectFieldNode,
  ObjectValueNode,
  OperationDefinitionNode,
  SelectionNode,
  ValueNode,
  VariableDefinitionNode,
} from 'graphql';

/** Replacement of the characters from `from` up to `to`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Fields to select, each with those below it. */
export interface Selection {
  readonly name: string;
  /** Arguments with their parentheses. */
  readonly args?: string;
  readonly below?: readonly Selection[];
}

export type Parent = OperationDefinitionNode | FieldNode | InlineFragmentNode;

/** @example applied('{ a }', { from: 2, to: 3, insert: 'b' }) // → '{ b }' */
export const applied = (text: string, { from, to, insert }: Edit): string =>
  text.slice(0, from) + insert + text.slice(to);

/** Several edits, none of which touches what another one does. */
export const appliedAll = (text: string, edits: Edit | readonly Edit[]): string =>
  [edits]
    .flat()
    .toSorted((a, b) => b.from - a.from)
    .reduce(applied, text);

const startOf = (node: { readonly loc?: { readonly start: number } }): number => node.loc!.start;
const endOf = (node: { readonly loc?: { readonly end: number } }): number => node.loc!.end;

/** Blanks that the line of this character begins with. */
export function indentAt(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, at))![0];
}

const printed = (selections: readonly Selection[], indent: string): string =>
  selections
    .map(({ name, args = '', below = [] }) =>
      below.length === 0
        ? `${indent}${name}${args}`
        : `${indent}${name}${args} {\n${printed(below, `${indent}  `)}\n${indent}}`,
    )
    .join('\n');

/** @param parent null where the question has no operation yet. */
export function addSelection(text: string, parent: Parent | null, selection: Selection): Edit {
  if (parent === null) {
    const query = `query {\n${printed([selection], '  ')}\n}\n`;
    const isOpen = text !== '' && !text.endsWith('\n');
    return { from: text.length, to: text.length, insert: (isOpen ? '\n' : '') + query };
  }
  const { selectionSet } = parent;
  const last = selectionSet?.selections.at(-1);
  if (selectionSet === undefined || last === undefined) {
    const at = endOf(parent);
    const indent = indentAt(text, startOf(parent));
    return { from: at, to: at, insert: ` {\n${printed([selection], `${indent}  `)}\n${indent}}` };
  }
  const at = endOf(last);
  const isInline = !text.slice(startOf(selectionSet), startOf(last)).includes('\n');
  if (isInline)
    return { from: at, to: at, insert: ` ${printed([selection], '').replaceAll(/\s+/g, ' ')}` };
  return { from: at, to: at, insert: `\n${printed([selection], indentAt(text, startOf(last)))}` };
}

/** Takes a selection out; the last one of a field leaves the field without a list of fields, the last one of an operation no operation. */
export function removeSelection(text: string, parent: Parent, selection: SelectionNode): Edit {
  const { selectionSet } = parent;
  if (selectionSet!.selections.length > 1) return removal(text, selection);
  if (parent.kind === 'OperationDefinition') return removal(text, parent);
  const to = endOf(selectionSet!);
  const before = text.slice(0, startOf(selectionSet!)).trimEnd().length;
  return { from: before, to, insert: '' };
}

/** The node with the line that it has to itself, or with the blanks behind it. */
function removal(text: string, node: SelectionNode | OperationDefinitionNode): Edit {
  const from = startOf(node);
  const to = endOf(node);
  const line = from - indentAt(text, from).length;
  const [lineEnd] = /^[^\n]*/.exec(text.slice(to))!;
  const isFirst = line === 0 || text[line - 1] === '\n';
  if (isFirst && lineEnd.trim() === '')
    return line === 0
      ? { from: 0, to: Math.min(text.length, to + lineEnd.length + 1), insert: '' }
      : { from: line - 1, to: to + lineEnd.length, insert: '' };
  return { from, to: to + /^[ \t,]*/.exec(lineEnd)![0].length, insert: '' };
}

/** Sets an argument of a field, or of a member of one: `field(name: value)`. */
export function setArgument(text: string, field: FieldNode, name: string, value: string): Edit {
  const argument = field.arguments?.find((candidate) => candidate.name.value === name);
  if (argument !== undefined) return setValue(argument.value, value);
  const last = field.arguments?.at(-1);
  if (last === undefined) {
    const at = endOf(field.name);
    return { from: at, to: at, insert: `(${name}: ${value})` };
  }
  return after(text, last, `${name}: ${value}`);
}

export function removeArgument(text: string, field: FieldNode, argument: ArgumentNode): Edit {
  const all = field.arguments!;
  if (all.length > 1) return outOf(all, argument);
  return { from: endOf(field.name), to: text.indexOf(')', endOf(argument)) + 1, insert: '' };
}

export const setValue = (value: ValueNode, text: string): Edit => ({
  from: startOf(value),
  to: endOf(value),
  insert: text,
});

export function setMember(
  text: string,
  object: ObjectValueNode,
  name: string,
  value: string,
): Edit {
  const member = object.fields.find((candidate) => candidate.name.value === name);
  if (member !== undefined) return setValue(member.value, value);
  const last = object.fields.at(-1);
  return last === undefined
    ? setValue(object, `{ ${name}: ${value} }`)
    : after(text, last, `${name}: ${value}`);
}

export const removeMember = (object: ObjectValueNode, member: ObjectFieldNode): Edit =>
  object.fields.length > 1 ? outOf(object.fields, member) : setValue(object, '{}');

export function addItem(text: string, list: ListValueNode, value: string): Edit {
  const last = list.values.at(-1);
  return last === undefined ? setValue(list, `[${value}]`) : after(text, last, value);
}

export const removeItem = (list: ListValueNode, item: ValueNode): Edit =>
  list.values.length > 1 ? outOf(list.values, item) : setValue(list, '[]');

type Listed = ArgumentNode | ObjectFieldNode | ValueNode | VariableDefinitionNode;

/** True where nothing stands before it in its line. */
export const hasOwnLine = (text: string, node: Listed): boolean =>
  text.slice(0, startOf(node)).trimEnd().length <= text.lastIndexOf('\n', startOf(node));

/** Behind the last of a list, on a line of its own where that has one. */
export function after(text: string, last: Listed, insert: string): Edit {
  const at = endOf(last);
  const indent = indentAt(text, startOf(last));
  return {
    from: at,
    to: at,
    insert: hasOwnLine(text, last) ? `\n${indent}${insert}` : `, ${insert}`,
  };
}

/** Takes one of several out, with what stands between it and the next, or the one before the last. */
function outOf(all: readonly Listed[], node: Listed): Edit {
  const at = all.indexOf(node);
  const next = all[at + 1];
  return next === undefined
    ? { from: endOf(all[at - 1]!), to: endOf(node), insert: '' }
    : { from: startOf(node), to: startOf(next), insert: '' };
}

/** Operations of a document, of which most have one. */
export const operationsOf = ({ definitions }: DocumentNode): readonly OperationDefinitionNode[] =>
  definitions.filter((definition) => definition.kind === 'OperationDefinition');
