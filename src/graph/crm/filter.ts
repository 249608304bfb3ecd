/** Filters on CRM records: one input type per object, compiled to a SOQL condition. */

import type { InputFieldRef, InputRef } from '@pothos/core';
import { UserInputError } from '../../errors.ts';
import { normalizeCrmId } from '../../records/crm/id.ts';
import type { CrmField, CrmModel, CrmObject } from '../../records/crm/model.ts';
import { allOf, anyOf, type Condition, type Value } from '../../soql/query.ts';
import type { Builder } from '../builder.ts';
import { decodeGlobalId } from '../global-id.ts';
import type { Types } from '../graph.ts';
import {
  type ComparatorInputs,
  type Comparators,
  comparatorCondition,
  comparatorKind,
} from './comparator.ts';

export type Filter = { readonly [field: string]: unknown };
export type FilterInputs = ReadonlyMap<string, InputRef<Filter>>;

/** Every object's filter; filters of parents nest, so all are declared before any is defined. */
export function createFilterInputs(
  builder: Builder,
  model: CrmModel,
  comparators: ComparatorInputs,
): FilterInputs {
  const refs = new Map(
    model.objects.map((object) => [
      object.name,
      builder.inputRef<Filter>(`${object.typeName}Filter`),
    ]),
  );
  for (const object of model.objects) {
    const self = refs.get(object.name)!;
    self.implement({
      description: `Which ${object.name} records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM.`,
      fields: (t) => {
        const fields: Record<string, InputFieldRef<Types, unknown>> = {
          and: t.field({ type: [self], description: 'All of these hold.' }),
          or: t.field({ type: [self], description: 'At least one of these holds.' }),
          not: t.field({ type: self, description: 'This does not hold.' }),
        };
        for (const field of object.fields) {
          const kind = comparatorKind(field.spec);
          if (kind === null) continue;
          fields[filterName(field)] = t.field({
            type: comparators[kind],
            description: `By ${field.name}.`,
          });
        }
        for (const { name, graphName, targets, polymorphic } of object.relationships) {
          const target = refs.get(targets[0]!);
          if (polymorphic || target === undefined) continue;
          fields[graphName] = t.field({
            type: target,
            description: `By the record ${name} leads to.`,
          });
        }
        return fields;
      },
    });
  }
  return refs;
}

/** The record's own id is filtered as `id`. */
const filterName = (field: CrmField): string => (field.name === 'Id' ? 'id' : field.graphName);

/** @throws UserInputError for ids that can't be ids of the object they are compared with. */
export function filterCondition(
  model: CrmModel,
  object: CrmObject,
  filter: Filter | null | undefined,
  prefix = '',
): Condition | undefined {
  if (filter === null || filter === undefined) return undefined;
  const sub = (inner: unknown) => filterCondition(model, object, inner as Filter, prefix);
  const conditions = Object.entries(filter).map(([name, given]): Condition | undefined => {
    if (given === null || given === undefined) return undefined;
    if (name === 'and') return allOf(...(given as Filter[]).map(sub));
    if (name === 'or') return anyOf(...(given as Filter[]).map(sub));
    if (name === 'not') {
      const condition = sub(given);
      return condition === undefined ? undefined : { op: 'not', condition };
    }
    const field = object.fields.find((one) => filterName(one) === name);
    if (field !== undefined) {
      return comparatorCondition(
        prefix + field.name,
        given as Comparators,
        valueReader(model, object, field),
      );
    }
    const relationship = object.relationships.find((one) => one.graphName === name)!;
    const target = model.object(relationship.targets[0]!)!;
    return filterCondition(model, target, given as Filter, `${prefix}${relationship.name}.`);
  });
  return allOf(...conditions);
}

function valueReader(
  model: CrmModel,
  object: CrmObject,
  field: CrmField,
): (given: unknown) => Value {
  switch (field.spec.type) {
    case 'id':
      return (given) => recordId(model, String(given), field, [object.name]);
    case 'reference':
      return (given) => recordId(model, String(given), field, field.spec.reference?.to ?? []);
    case 'date':
      return (given) => ({ date: toDate(given).toISOString().slice(0, 10) });
    case 'datetime':
      return (given) => ({ datetime: toDate(given).toISOString() });
    default:
      return (given) => given as Value;
  }
}

const toDate = (given: unknown): Date => (given instanceof Date ? given : new Date(String(given)));

/** A CRM id from a global id or from the CRM's own spelling, always the 18-character form. */
function recordId(
  model: CrmModel,
  given: string,
  field: CrmField,
  objects: readonly string[],
): string {
  const id = normalizeCrmId(given) ?? fromGlobal(given);
  const object = id === null ? undefined : model.objectOfId(id);
  if (id === null || (object !== undefined && !objects.includes(object.name))) {
    throw new UserInputError(
      `Expected the id of a record (${objects.join(', ')}) for ${field.graphName}, got ${JSON.stringify(given.slice(0, 40))}.`,
    );
  }
  return id;
}

function fromGlobal(given: string): string | null {
  try {
    return normalizeCrmId(decodeGlobalId(given).id);
  } catch {
    return null;
  }
}
