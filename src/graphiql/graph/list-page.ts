/**
 * Pages of a question's lists. Each list is asked, beside what the question selects, whether more rows follow: a page
 * without `first` ends at the server's size, and would pass for all there is.
 */

import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLSchema,
  isObjectType,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { appliedAll, type Edit, operationsOf } from '../explorer/document-edit.ts';

const pageInfo = ' pageInfo { hasNextPage hasPreviousPage endCursor }';

/**
 * The question with `pageInfo` in each connection whose rows it selects, in the lines that are there, so that errors name the
 * same ones. A text that can't be read stays as it is.
 */
export function withPageInfo(text: string, schema: GraphQLSchema): string {
  try {
    return appliedAll(text, pageInfoEdits(text, schema));
  } catch {
    return text;
  }
}

function pageInfoEdits(text: string, schema: GraphQLSchema): readonly Edit[] {
  const edits: Edit[] = [];
  const types = new TypeInfo(schema);
  visit(
    parse(text),
    visitWithTypeInfo(types, {
      SelectionSet({ selections }) {
        const type = types.getParentType();
        if (!isObjectType(type) || type.getFields().pageInfo === undefined) return;
        const names = selections.map((node) => (node.kind === 'Field' ? node.name.value : ''));
        if (!names.includes('nodes') && !names.includes('edges')) return;
        const at = selections.at(-1)!.loc!.end;
        edits.push({ from: at, to: at, insert: pageInfo });
      },
    }),
  );
  return edits;
}

interface PageQuestion {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * The question for the rows of one list behind a cursor. All beside the list is skipped, so that nothing else is asked again.
 * @param path response names from the top to the list
 * @param first rows of the page; null for as many as the question says
 * @returns null where the list stands in a fragment, or is read from its end
 */
export function pageQuestion(
  { query, variables }: PageQuestion,
  path: readonly string[],
  after: string,
  first: number | null,
): PageQuestion | null {
  const values = { ...variables };
  const document = parse(query);
  const [operation] = operationsOf(document);
  const field = fieldAt(operation, path);
  if (field === null) return null;
  const window = { after, ...(first !== null && { first }) };
  const next = narrowed(operation!, path, (node) => ({
    ...node,
    arguments: Object.entries(window).reduce<readonly ArgumentNode[]>(
      (args, [name, value]) => withArgument(args, name, value, values),
      node.arguments ?? [],
    ),
  }));
  const definitions = document.definitions.map((node) => (node === operation ? next : node));
  return { query: print({ ...document, definitions }), variables: values };
}

const responseName = ({ alias, name }: FieldNode): string => (alias ?? name).value;

function fieldAt(
  parent: OperationDefinitionNode | FieldNode | undefined,
  [name, ...more]: readonly string[],
): FieldNode | null {
  const fields = (parent?.selectionSet?.selections ?? []).filter(
    (node): node is FieldNode => node.kind === 'Field' && responseName(node) === name,
  );
  const [field] = fields;
  if (field === undefined || fields.length > 1) return null;
  if (more.length > 0) return fieldAt(field, more);
  const isFromEnd = field.arguments?.some((argument) =>
    ['last', 'before'].includes(argument.name.value),
  );
  return isFromEnd ? null : field;
}

function narrowed<Parent extends OperationDefinitionNode | FieldNode>(
  parent: Parent,
  [name, ...more]: readonly string[],
  change: (field: FieldNode) => FieldNode,
): Parent {
  const selections = parent.selectionSet!.selections.map((node) => {
    if (node.kind !== 'Field' || responseName(node) !== name) return skipped(node);
    return more.length === 0 ? change(node) : narrowed(node, more, change);
  });
  return { ...parent, selectionSet: { ...parent.selectionSet!, selections } };
}

const skipDirective = (parse('{ a @skip(if: true) }').definitions[0] as OperationDefinitionNode)
  .selectionSet.selections[0]!.directives!;

/** What it uses, variables and fragments, stays in use. */
function skipped(node: SelectionNode): SelectionNode {
  const { directives = [] } = node;
  const isConditional = directives.some(({ name }) => name.value === 'skip');
  return isConditional ? node : { ...node, directives: [...directives, ...skipDirective] };
}

function withArgument(
  args: readonly ArgumentNode[],
  name: string,
  value: string | number,
  variables: Record<string, unknown>,
): readonly ArgumentNode[] {
  const former = args.find((argument) => argument.name.value === name);
  if (former?.value.kind === 'Variable') {
    variables[former.value.name.value] = value;
    return args;
  }
  const node: ValueNode =
    typeof value === 'number'
      ? { kind: 'IntValue' as never, value: String(value) }
      : { kind: 'StringValue' as never, value };
  const argument = { kind: 'Argument', name: { kind: 'Name', value: name }, value: node };
  return [...args.filter((other) => other !== former), argument as ArgumentNode];
}
