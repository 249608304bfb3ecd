/**
 * How many upstream calls a query may need at worst, reckoned before it runs from what its fields
 * declare. The figures hold while the upstreams keep to their page sizes; repeated attempts are not
 * counted, here or in what a query did cost.
 */

import { getNamedType, isObjectType } from 'graphql';
import type { GraphContext } from '../context.ts';
import { pluralName } from '../crm/query.ts';
import type { Binding } from '../plan/binding.ts';
import { callRules, callTypeRules } from './calls.ts';
import { recordRule } from './crm.ts';
import { crmList, crmRecord, indexRules, linkRules } from './links.ts';
import { CountlessError, Reckoning, single } from './reckoning.ts';
import { aggregate, rootRules } from './root.ts';
import { type Place, type Rule, type RuleBook, Walk } from './walk.ts';

export interface EstimateRequest {
  readonly binding: Binding;
  readonly context: GraphContext;
}

/** What a query costs that is too large to be read. */
const countless = 1e9;

const ownRules: Readonly<Record<string, Rule>> = { ...rootRules, ...callRules, ...linkRules };

/** The rule of a field; undefined where its object has brought what it leads to. */
export const ruleOf: RuleBook = (walk, place) => {
  const { type, node } = place;
  const { name } = node.field;
  const own = ownRules[`${type.name}.${name}`];
  if (own !== undefined) return own;
  if (type.name === 'Query') return rootRule(walk, place);
  if (walk.context.model.objectOfType(type.name) !== undefined)
    return indexRules[name] ?? recordRule(walk, place);
  return /(Match|Edge)$/.test(type.name)
    ? undefined
    : callTypeRules[getNamedType(node.field.type).name];
};

function rootRule(walk: Walk, { node }: Place): Rule | undefined {
  const { name, type } = node.field;
  const named = getNamedType(type).name;
  const { model } = walk.context;
  const one = model.objectOfType(named);
  if (one !== undefined) return crmRecord(one);
  const listed = model.objectOfType(named.replace(/Connection$/, ''));
  if (listed !== undefined && pluralName(listed) === name) return crmList(listed);
  const grouped = model.objectOfType(named.replace(/Group$/, ''));
  return grouped === undefined ? undefined : aggregate(grouped);
}

/** @returns upstream calls, never fewer than the query turns out to need. */
export function estimateCalls({ binding, context }: EstimateRequest): number {
  const { schema, definition } = binding.operation.source;
  const root = schema.getRootType(definition.operation);
  if (!isObjectType(root)) return 0;
  const read = (before: Reckoning | null): Reckoning => {
    const reckoning = new Reckoning(before);
    new Walk(binding, context, reckoning, ruleOf).operation(root, single);
    return reckoning;
  };
  try {
    const first = read(null);
    return (first.isShared ? read(first) : first).total;
  } catch (error) {
    if (error instanceof CountlessError) return countless;
    throw error;
  }
}
