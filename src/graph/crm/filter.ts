/** Filters on CRM records: one input type per object, compiled to a SOQL condition. */

import type { InputFieldRef, InputRef } from '@pothos/core';
import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmField, CrmModel, CrmObject } from '../../contract/crm/model.ts';
import { beginningOf, UserInputError } from '../../errors.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import {
  allOf,
  anyOf,
  type Condition,
  type FieldPath,
  isAlways,
  negated,
  type Value,
} from '../../soql/query.ts';
import type { Builder, Types } from '../builder.ts';
import { decodeGlobalId } from '../global-id.ts';
import {
  type ComparatorInputs,
  type Comparators,
  comparatorCondition,
  comparatorKind,
} from './comparator.ts';
import type { Filter, PostFilter } from './post-filter.ts';
import {
  createRelationInputs,
  Joins,
  joinableChildren,
  type RelationFilter,
} from './relation-filter.ts';

export type FilterInputs = ReadonlyMap<string, InputRef<Filter>>;

/** Every object's filter; filters of parents nest, so all are declared before any is defined. */
export function createFilterInputs(
  builder: Builder,
  model: CrmModel,
  comparators: ComparatorInputs,
  outer: readonly PostFilter[],
): FilterInputs {
  const refs = new Map(
    model.objects.map((object) => [
      object.name,
      builder.inputRef<Filter>(`${object.typeName}Filter`),
    ]),
  );
  const relations = createRelationInputs(builder, model, refs);
  for (const object of model.objects) {
    const self = getOrThrow(refs, object.name);
    self.implement({
      description: `Which ${object.name} records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM.`,
      fields: (t) => {
        const fields: Record<string, InputFieldRef<Types, unknown>> = {
          and: t.field({ type: [self], description: 'All of these hold.' }),
          or: t.field({
            type: [self],
            description: 'At least one of these holds; those that say nothing are passed over.',
          }),
          not: t.field({
            type: self,
            description: 'This does not hold; passed over when it says nothing.',
          }),
        };
        for (const field of object.fields) {
          const kind = comparatorKind(field.spec);
          if (kind === null) continue;
          fields[filterName(field)] = t.field({
            type: comparators[kind],
            description:
              field.spec.type === 'currency'
                ? `${field.spec.description} ${amountNote}`
                : field.spec.description,
          });
        }
        for (const { name, graphName, targets, polymorphic } of object.relationships) {
          const target = refs.get(targets[0]);
          if (polymorphic || target === undefined) continue;
          fields[graphName] = t.field({
            type: target,
            description: `What the record behind ${name} has to be like.`,
          });
        }
        for (const child of joinableChildren(model, object)) {
          fields[child.graphName] = t.field({
            type: getOrThrow(relations, child.object),
            description: `What the records that reference this one as ${child.name} have to be like. ${Joins.rule}`,
          });
        }
        for (const condition of outer) {
          const input = condition.inputs.get(object.name);
          if (input === undefined) continue;
          fields[condition.name] = t.field({ type: input, description: condition.description });
        }
        return fields;
      },
    });
  }
  return refs;
}

const amountNote =
  'Compared as a number in the currency of the record, unless `currency` names another.';

/** The record's own id is filtered as `id`. */
const filterName = (field: CrmField): string => (field.name === 'Id' ? 'id' : field.graphName);

/** A list inside another record can't have conditions on children: the CRM takes no join in a subquery's WHERE. */
interface FilterSite {
  readonly inside?: boolean;
}

/**
 * Compiles a filter to a condition; undefined where every record matches. A condition that no
 * record can match is recognised by `isNever`, and costs no call.
 * @throws UserInputError for ids of another object, and for conditions that are not allowed at
 * their position
 */
export function filterCondition(
  model: CrmModel,
  object: CrmObject,
  filter: Filter | null | undefined,
  { inside = false }: FilterSite = {},
): Condition | undefined {
  if (filter === null || filter === undefined) return undefined;
  const joins = new Joins(object);
  const barred = inside ? 'in the filter of a list inside another record' : null;
  const condition = compile({ model, joins }, { object, prefix: '', idPath: 'Id', barred }, filter);
  return isAlways(condition) ? undefined : condition;
}

/** Position of a condition in a filter. */
interface FilterPosition {
  readonly object: CrmObject;
  /** Path to the record the condition is about. */
  readonly prefix: string;
  /** The field that holds its id; null where only a path leads there. */
  readonly idPath: FieldPath | null;
  /** Reason why conditions on children are not allowed here; null where they are. */
  readonly barred: string | null;
}

interface Statement {
  readonly model: CrmModel;
  readonly joins: Joins;
}

function compile(
  statement: Statement,
  position: FilterPosition,
  filter: Filter | null | undefined,
): Condition | undefined {
  if (filter === null || filter === undefined) return undefined;
  const { model } = statement;
  const { object, prefix } = position;
  const inner = (argument: unknown, barred = position.barred) =>
    compile(statement, { ...position, barred }, argument as Filter);
  const conditions = Object.entries(filter).map(([name, argument]): Condition | undefined => {
    if (argument === null || argument === undefined) return undefined;
    if (name === 'and') return allOf(...(argument as Filter[]).map((inFilter) => inner(inFilter)));
    if (name === 'or')
      return anyOf(...(argument as Filter[]).map((inFilter) => inner(inFilter, 'under "or"')));
    if (name === 'not') {
      return negated(inner(argument, 'under "not"'));
    }
    const field = object.fields.find((candidate) => filterName(candidate) === name);
    if (field !== undefined) {
      const value = valueReader(model, object, field);
      const isAmount = field.spec.type === 'currency';
      return comparatorCondition(prefix + field.name, argument as Comparators, value, isAmount);
    }
    const relationship = object.relationships.find((candidate) => candidate.graphName === name);
    if (relationship !== undefined) {
      const below: FilterPosition = {
        ...position,
        object: model.declaredObject(relationship.targets[0]),
        prefix: `${prefix}${relationship.name}.`,
        idPath: prefix === '' ? relationship.field.name : null,
      };
      return compile(statement, below, argument as Filter);
    }
    const child = joinableChildren(model, object).find((candidate) => candidate.graphName === name);
    if (child === undefined) throw notHere(name);
    const target = model.declaredObject(child.object);
    return statement.joins.condition(name, child, position, argument as RelationFilter, (some) =>
      compile(
        statement,
        { object: target, prefix: '', idPath: 'Id', barred: 'inside another one' },
        some as Filter,
      ),
    );
  });
  return allOf(...conditions);
}

/** Post-filters have been taken out before, so one here is misplaced. */
function notHere(name: string): UserInputError {
  return new UserInputError(
    `Expected "${name}" in the filter of a list at the root, beside its other conditions, under "and" or in the filter of a parent: the CRM does not evaluate it.`,
  );
}

/** @throws UserInputError from the reader, for an id that can't be one of the objects the field names. */
function valueReader(
  model: CrmModel,
  object: CrmObject,
  field: CrmField,
): (argument: unknown) => Value {
  switch (field.spec.type) {
    case 'id':
      return (argument) => recordId(model, String(argument), field, [object.name]);
    case 'reference':
      return (argument) => recordId(model, String(argument), field, field.spec.reference?.to ?? []);
    case 'date':
      return (argument) => ({ date: toDate(argument).toISOString().slice(0, 10) });
    case 'datetime':
      return (argument) => ({ datetime: toDate(argument).toISOString() });
    default:
      return (argument) => argument as Value;
  }
}

const toDate = (argument: unknown): Date =>
  argument instanceof Date ? argument : new Date(String(argument));

/** A CRM id from a global id or from the CRM's own spelling, always the 18-character form. */
function recordId(
  model: CrmModel,
  idArgument: string,
  field: CrmField,
  objects: readonly string[],
): string {
  const id = normalizeCrmId(idArgument) ?? fromGlobal(idArgument);
  const object = id === null ? undefined : model.objectOfId(id);
  if (id === null || (object !== undefined && !objects.includes(object.name))) {
    throw new UserInputError(
      `Expected the id of a record (${objects.join(', ')}) for ${field.graphName}, got ${JSON.stringify(beginningOf(idArgument, 40))}.`,
    );
  }
  return id;
}

function fromGlobal(globalId: string): string | null {
  try {
    return normalizeCrmId(decodeGlobalId(globalId).id);
  } catch {
    return null;
  }
}
