/** Records as they are answered: attributes, selected fields, parents, child lists. */

import type { Child, ObjectShape } from './crm-schema.ts';
import { syntaxRefusal } from './refusal.ts';
import {
  type Answered,
  type CrmRecord,
  type SoqlScope,
  unknownRelationship,
} from './soql-scope.ts';
import type { Item, Statement } from './soql-text.ts';

type Put = (record: CrmRecord, answer: Record<string, unknown>) => void;
/** Runs the subquery of a child list. */
export type RunChild = (
  statement: Statement,
  child: Child,
) => (of: (record: CrmRecord) => boolean) => readonly Answered[];

export function shownBy(scope: SoqlScope, runChild: RunChild): (record: CrmRecord) => Answered {
  const puts = scope.statement.items.flatMap((item) => putsOf(scope, item, runChild));
  return (record) => {
    const answer: Record<string, unknown> = { attributes: attributesOf(scope.shape.name, record) };
    for (const put of puts) put(record, answer);
    return answer;
  };
}

function putsOf(scope: SoqlScope, item: Item, runChild: RunChild): readonly Put[] {
  if ('child' in item) return [childList(scope, item.child, runChild)];
  if ('typeof' in item) return [typeofParent(scope, item)];
  if ('fields' in item) {
    const isMeant = (name: string): boolean =>
      item.fields === 'ALL' || name.endsWith('__c') === (item.fields === 'CUSTOM');
    const names = [...scope.shape.fields.values()].map(({ name }) => name).filter(isMeant);
    return names.map(
      (name): Put =>
        (record, answer) => {
          answer[name] = shownValue(record, name);
        },
    );
  }
  const { expression, alias } = item;
  const resolved = scope.resolve(expression);
  if (alias !== null || !('path' in expression))
    return [
      (record, answer) => {
        answer[alias ?? resolved.name] = resolved.read(record);
      },
    ];
  const parts = scope.parts(expression.path);
  return [(record, answer) => putPath(scope, answer, parts, scope.shape, record)];
}

/** Parents nest, each with its attributes; one that is not there is null. */
function putPath(
  scope: SoqlScope,
  answer: Record<string, unknown>,
  [part = '', ...others]: readonly string[],
  shape: ObjectShape,
  record: CrmRecord,
): void {
  if (others.length === 0) {
    const { name = part } = shape.fields.get(part.toLowerCase()) ?? {};
    answer[name] = shownValue(record, name);
    return;
  }
  const field = scope.reference(shape, part);
  if (field === null || field.relationship === null) return;
  const found = scope.parentOf(field, record);
  if (found === null) {
    answer[field.relationship] = null;
    return;
  }
  const [target, parent] = found;
  const nested = (answer[field.relationship] ?? {
    attributes: attributesOf(target, parent),
  }) as Record<string, unknown>;
  answer[field.relationship] = nested;
  const seen = field.targets.length > 1 ? { ...parent, Type: target } : parent;
  putPath(scope, nested, others, scope.context.schema.parent(field) ?? shape, seen);
}

function childList(scope: SoqlScope, statement: Statement, runChild: RunChild): Put {
  const name = statement.object.toLowerCase();
  const child = scope.shape.children.find((one) => one.name.toLowerCase() === name);
  if (child === undefined) {
    const message = unknownRelationship(statement.object, 'FROM part of query call');
    throw syntaxRefusal(scope.statement.text, statement.objectAt, message, 'INVALID_TYPE');
  }
  const run = runChild(statement, child);
  // What is wrong with it is wrong without parents, too.
  run(() => false);
  return (record, answer) => {
    const id = String(record.Id).slice(0, 15);
    const records = run((one) => String(one[child.field] ?? '').slice(0, 15) === id);
    answer[child.name] =
      records.length === 0 ? null : { totalSize: records.length, done: true, records };
  };
}

function typeofParent(
  scope: SoqlScope,
  { typeof: name, when, otherwise }: Extract<Item, { readonly typeof: string }>,
): Put {
  const field = scope.reference(scope.shape, name);
  if (field === null || field.relationship === null || field.targets.length < 2)
    throw scope.refuse('INVALID_FIELD', `'${name}' is not a polymorphic relationship`);
  const { relationship } = field;
  return (record, answer) => {
    const found = scope.parentOf(field, record);
    answer[relationship] = null;
    if (found === null) return;
    const [target, parent] = found;
    const nested = { attributes: attributesOf(target, parent) };
    const meant = when.find(({ object }) => object.toLowerCase() === target.toLowerCase());
    const shape = scope.context.schema.object(target) ?? scope.shape;
    for (const path of meant?.paths ?? otherwise)
      putPath(scope, nested, path.split('.'), shape, parent);
    answer[relationship] = nested;
  };
}

const attributesOf = (object: string, { Id }: CrmRecord) => ({
  type: object,
  url: `/services/data/v65.0/sobjects/${object}/${Id}`,
});

/** Compound addresses are objects, and null without any part. */
function shownValue(record: CrmRecord, name: string): unknown {
  const prefix = /^(\w*)Address$/.exec(name)?.[1];
  if (prefix === undefined || typeof record[name] === 'string') return record[name] ?? null;
  const parts = ['Street', 'City', 'State', 'PostalCode', 'Country', 'Latitude', 'Longitude'];
  const values = parts.map((part) => [part, record[prefix + part] ?? null] as const);
  if (values.every(([, value]) => value === null)) return null;
  const members = values.map(([part, value]) => [part[0]!.toLowerCase() + part.slice(1), value]);
  return { ...Object.fromEntries(members), geocodeAccuracy: null };
}
