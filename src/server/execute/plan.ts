/** A document read once: for each place of its answer the field, its resolver and its arguments, ready to run. */

import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isLeafType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';

export type Args = Readonly<Record<string, unknown>>;

/** One field of an answer, the same for every object it stands in. */
export interface FieldPlan {
  readonly key: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
  /** Always the same array, so that what is read from it can be remembered. */
  readonly nodes: readonly FieldNode[];
  readonly nullable: boolean;
  /** Null where they hang on variables. */
  readonly args: Args | null;
  /** Its type, where that is a leaf and no list of them. */
  readonly leaf: GraphQLLeafType | null;
  /** Of the selection below, by the type it is made on. */
  readonly below: Map<GraphQLObjectType, readonly FieldPlan[]>;
}

export interface OperationPlan {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly root: readonly FieldPlan[];
  /** Values of the variables that decide what is skipped, as this plan takes them. */
  readonly choices: Readonly<Record<string, unknown>>;
}

/** What can be planned: one query that comes in one part and does not ask about the schema itself. */
export function plannable(document: DocumentNode, operationName?: string | null): boolean {
  let plain = getOperationAST(document, operationName)?.operation === 'query';
  visit(document, {
    Directive: ({ name }) => {
      if (name.value !== 'skip' && name.value !== 'include') plain = false;
    },
    Field: ({ name }) => {
      if (name.value === '__schema' || name.value === '__type') plain = false;
    },
  });
  return plain;
}

/** Names of the variables on which @skip and @include hang. */
export function choiceNames(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: {
      enter(node) {
        for (const { value } of node.arguments ?? [])
          if (value.kind === Kind.VARIABLE) names.add(value.name.value);
      },
    },
  });
  return [...names];
}

export function planOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  choices: Readonly<Record<string, unknown>>,
): OperationPlan {
  const fragments = fragmentsOf(document);
  const plan = { schema, operation, fragments, choices };
  return { ...plan, root: planFields(plan, schema.getQueryType()!, [operation.selectionSet]) };
}

export function fragmentsOf(
  document: DocumentNode,
): Readonly<Record<string, FragmentDefinitionNode>> {
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  return fragments;
}

/** The fields selected below a field, on one of the types it may have. */
export function fieldsBelow(
  plan: OperationPlan,
  { nodes, below }: FieldPlan,
  type: GraphQLObjectType,
): readonly FieldPlan[] {
  let fields = below.get(type);
  if (fields === undefined) {
    fields = planFields(
      plan,
      type,
      nodes.flatMap((node) => node.selectionSet ?? []),
    );
    below.set(type, fields);
  }
  return fields;
}

type Reading = Omit<OperationPlan, 'root'>;

function planFields(
  reading: Reading,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): readonly FieldPlan[] {
  const byKey = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  for (const set of sets) collect(reading, type, set, byKey, spread);
  const fields: FieldPlan[] = [];
  for (const [key, nodes] of byKey) {
    const name = nodes[0]!.name.value;
    const field = name === '__typename' ? TypeNameMetaFieldDef : type.getFields()[name];
    if (field === undefined) continue;
    const named = getNullableType(field.type);
    fields.push({
      key,
      field,
      parentType: type,
      nodes,
      nullable: !isNonNullType(field.type),
      args: fixedArgs(field, nodes[0]!),
      leaf: isLeafType(named) ? named : null,
      below: new Map(),
    });
  }
  return fields;
}

function collect(
  reading: Reading,
  type: GraphQLObjectType,
  set: SelectionSetNode,
  byKey: Map<string, FieldNode[]>,
  spread: Set<string>,
): void {
  for (const selection of set.selections) {
    if (!included(reading, selection)) continue;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [selection]);
      else same.push(selection);
      continue;
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      if (applies(reading, type, selection.typeCondition?.name.value))
        collect(reading, type, selection.selectionSet, byKey, spread);
      continue;
    }
    const name = selection.name.value;
    const fragment = reading.fragments[name];
    if (fragment === undefined || spread.has(name)) continue;
    spread.add(name);
    if (applies(reading, type, fragment.typeCondition.name.value))
      collect(reading, type, fragment.selectionSet, byKey, spread);
  }
}

function included({ choices }: Reading, { directives = [] }: SelectionNode): boolean {
  return directives.every(({ name, arguments: given = [] }) => {
    const value = given[0]?.value;
    const chosen =
      value?.kind === Kind.VARIABLE
        ? choices[value.name.value]
        : value?.kind === Kind.BOOLEAN && value.value;
    return name.value === 'skip' ? chosen !== true : chosen !== false;
  });
}

function applies({ schema }: Reading, type: GraphQLObjectType, condition?: string): boolean {
  if (condition === undefined || condition === type.name) return true;
  const conditionType = schema.getType(condition);
  return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
}

/** Null for arguments that hang on variables, and for those that can't be: their error belongs to each run. */
function fixedArgs(field: GraphQLField<unknown, unknown>, node: FieldNode): Args | null {
  let fixed = true;
  for (const argument of node.arguments ?? [])
    visit(argument, {
      Variable: () => {
        fixed = false;
      },
    });
  if (!fixed) return null;
  try {
    return getArgumentValues(field, node, {});
  } catch {
    return null;
  }
}
