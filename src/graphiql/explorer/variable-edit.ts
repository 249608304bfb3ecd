/** Variables of a question: a value that stands in its text becomes one, or takes the place of one again. */

import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  type OperationDefinitionNode,
  print,
  TypeInfo,
  type ValueNode,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { after, type Edit, hasOwnLine, indentAt, operationsOf, setValue } from './document-edit.ts';
import { isFilter } from './first-choice.ts';

const endOf = (node: { readonly loc?: { readonly end: number } }): number => node.loc!.end;
const startOf = (node: { readonly loc?: { readonly start: number } }): number => node.loc!.start;

/** What each variable is given to first, in words: a condition of a filter says more than how it is compared. */
export function meaningsOf(
  document: DocumentNode,
  schema: GraphQLSchema,
): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  const members: { readonly about: string; readonly isCondition: boolean }[] = [];
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      ObjectField: {
        enter({ name }) {
          const parent = getNamedType(types.getParentInputType());
          const fields = isInputObjectType(parent) ? parent.getFields() : {};
          const isCondition = parent !== undefined && isFilter(parent);
          members.push({ about: fields[name.value]?.description ?? '', isCondition });
        },
        leave: () => void members.pop(),
      },
      Variable({ name }) {
        const member = members.findLast(({ isCondition }) => isCondition) ?? members.at(-1);
        const about = member?.about ?? types.getArgument()?.description ?? '';
        if (!meanings.has(name.value)) meanings.set(name.value, about);
      },
    }),
  );
  return meanings;
}

/** Names that an address of a saved question has for itself. */
const takenNames = ['after', 'format', 'partial'];

/** @example variableName('eq', 'stageName', []) // → 'stageName' */
export function variableName(
  input: string,
  field: string | undefined,
  definitions: readonly VariableDefinitionNode[],
): string {
  const comparator = /^(?:eq|in|includes)$/.test(input)
    ? ''
    : input.charAt(0).toUpperCase() + input.slice(1);
  const name = field ? field + comparator : input;
  const taken = new Set([...takenNames, ...definitions.map(({ variable }) => variable.name.value)]);
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** True where a value is whole by itself, and so can be a variable's default. */
export function isConstant(value: ValueNode): boolean {
  const variables: string[] = [];
  visit(value, { Variable: ({ name }) => void variables.push(name.value) });
  return variables.length === 0;
}

/** Puts `$name` in a value's place, which is its default from now on. */
export function makeVariable(
  text: string,
  operation: OperationDefinitionNode,
  value: ValueNode,
  { name, type }: { readonly name: string; readonly type: string },
): readonly Edit[] {
  const definition = `$${name}: ${type} = ${print(value)}`;
  return [defined(text, operation, definition), setValue(value, `$${name}`)];
}

function defined(text: string, operation: OperationDefinitionNode, definition: string): Edit {
  const last = operation.variableDefinitions?.at(-1);
  if (last !== undefined) return after(text, last, definition);
  const start = startOf(operation);
  if (text[start] === '{') return { from: start, to: start, insert: `query (${definition}) ` };
  if (operation.name !== undefined) {
    const at = endOf(operation.name);
    return { from: at, to: at, insert: `(${definition})` };
  }
  const at = start + operation.operation.length;
  return { from: at, to: at, insert: ` (${definition})` };
}

/** Takes definitions of an operation out. */
function undefine(
  text: string,
  { variableDefinitions = [] }: OperationDefinitionNode,
  names: ReadonlySet<string>,
): Edit {
  const others = variableDefinitions.filter(({ variable }) => !names.has(variable.name.value));
  const first = variableDefinitions[0]!;
  const [from, to] = [startOf(first), endOf(variableDefinitions.at(-1)!)];
  if (others.length > 0) {
    const texts = others.map((node) => text.slice(startOf(node), endOf(node)));
    const separator = hasOwnLine(text, first) ? `\n${indentAt(text, from)}` : ', ';
    return { from, to, insert: texts.join(separator) };
  }
  return {
    from: text.slice(0, text.lastIndexOf('(', from)).trimEnd().length,
    to: text.indexOf(')', to) + 1,
    insert: '',
  };
}

/**
 * The edit, and with it the definitions of variables that nothing but what it takes out uses: a question with one that is
 * not used is refused.
 */
export function withoutUnused(
  text: string,
  document: DocumentNode,
  edits: readonly Edit[],
): { readonly edits: readonly Edit[]; readonly unused: readonly string[] } {
  const gone = new Set<string>();
  const used = new Set<string>();
  visit(document, {
    VariableDefinition: () => false,
    Variable(node) {
      const isGone = edits.some(({ from, to }) => from <= startOf(node) && endOf(node) <= to);
      (isGone ? gone : used).add(node.name.value);
    },
  });
  // The edit may write it anew.
  for (const { insert } of edits)
    for (const [, name] of insert.matchAll(/\$(\w+)/g)) used.add(name!);
  const unused = gone.difference(used);
  if (unused.size === 0) return { edits, unused: [] };
  const definitions = operationsOf(document).flatMap((operation) =>
    operation.variableDefinitions?.some(({ variable }) => unused.has(variable.name.value)) &&
    // Gone with its operation.
    !edits.some(({ from, to }) => from <= startOf(operation) && endOf(operation) <= to)
      ? [undefine(text, operation, unused)]
      : [],
  );
  return { edits: [...edits, ...definitions], unused: [...unused] };
}
