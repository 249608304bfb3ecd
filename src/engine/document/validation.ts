/** Validation in bounded time: first the rules that visit each node once, last the rule that fields of one response name can be merged. */

import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import {
  collectFields,
  type FieldCollector,
  fieldDefinition,
  fragmentsOf,
} from '../plan/selected-field.ts';
import { measure } from './document-limit.ts';
import { limitError } from './limit-error.ts';
import { check, type Telling } from './validation-visitor.ts';

/** Limit of fields that are compared in pairs, where one pass is inconclusive. */
const mostCompared = 200;

/**
 * @param rules may hold the comparing rule twice: graphql's, and the incremental plugin's for @stream.
 * @param told adds to errors what helps. Default: they are graphql-js' own.
 */
export function validateWithin(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[],
  told: Telling = (error) => error,
): readonly GraphQLError[] {
  const compares = ({ name }: ValidationRule): boolean =>
    name === OverlappingFieldsCanBeMergedRule.name;
  const errors = check(
    schema,
    document,
    rules.filter((rule) => !compares(rule)),
    told,
  );
  if (errors.length > 0 || mergesPlainly(schema, document)) return errors;
  const { fields } = measure(document);
  if (fields > mostCompared)
    return [
      limitError(
        `Expected a document of at most ${mostCompared} fields where one name stands for different fields or arguments; got ${fields}.`,
      ),
    ];
  return check(schema, document, rules.filter(compares), told);
}

type Type = GraphQLNamedType | undefined;

/** Fields of one name, and everything selected below any of them. */
interface Group {
  /** The field's name, arguments and streaming, as they are written. */
  readonly text: string;
  readonly type: GraphQLOutputType | undefined;
  readonly below: (readonly [Type, SelectionSetNode])[];
}

/**
 * @param document without faults of any other rule.
 * @returns false where fields of one name are written differently: they may be a conflict or not.
 */
function mergesPlainly(schema: GraphQLSchema, document: DocumentNode): boolean {
  const body = document.loc?.source.body;
  if (body === undefined) return false;
  const textOf = ({ name, arguments: args = [], directives = [] }: FieldNode): string => {
    const parts = [name.value];
    const [first] = args;
    if (first !== undefined) parts.push(body.slice(first.loc!.start, args.at(-1)!.loc!.end));
    for (const { name: directive, loc } of directives)
      if (directive.value === 'stream') parts.push(body.slice(loc!.start, loc!.end));
    return parts.join(' ');
  };

  function merges(sets: Group['below']): boolean {
    const groups = new Map<string, Group>();
    const spread = new Set<string>();
    let areSame = true;
    const collector: FieldCollector<Type> = {
      fragments: fragmentsOf(document),
      includes: () => areSame,
      narrow: (parent, condition) => (condition === undefined ? parent : schema.getType(condition)),
      field(key, node, parent) {
        const type = fieldDefinition(schema, parent, node.name.value)?.type;
        const text = textOf(node);
        let group = groups.get(key);
        if (group === undefined) {
          group = { text, type, below: [] };
          groups.set(key, group);
        } else if (group.text !== text || !areAlike(group.type, type)) areSame = false;
        if (node.selectionSet !== undefined)
          group.below.push([type && getNamedType(type), node.selectionSet]);
      },
    };
    for (const [type, set] of sets) collectFields(collector, type, set, spread);
    return areSame && [...groups.values()].every(({ below }) => merges(below));
  }

  return document.definitions.every(
    (definition) =>
      definition.kind !== Kind.OPERATION_DEFINITION ||
      merges([[schema.getRootType(definition.operation) ?? undefined, definition.selectionSet]]),
  );
}

/** Each field has wrappers of its own around a type. */
const areAlike = (a: GraphQLOutputType | undefined, b: GraphQLOutputType | undefined) =>
  a === b || String(a) === String(b);
