/** CRM model: finds objects by name in any case, by record id and by relationship; built once. */

import { getOrThrow } from '../../get-or-throw.ts';
import { type EntitySpec, freshness } from '../entity-spec.ts';
import type { RowDecoder } from '../wire/row-decoder.ts';
import { type CustomSchema, noCustomSchema } from './custom-schema.ts';
import type { CrmFieldSpec, CrmObjectSpec } from './declaration.ts';
import { crmEntities, query } from './entity.ts';
import { keyPrefix } from './id.ts';
import { fieldName, memberName, relationshipName, typeName } from './naming.ts';
import { recordDecoders } from './row-decoder.ts';
import { extendObjects } from './schema-extension.ts';
import { standardObjects } from './standard.ts';

export interface CrmField {
  /** API name, e.g. `AnnualRevenue`. */
  readonly name: string;
  /** Name in the graph, e.g. `annualRevenue`. */
  readonly graphName: string;
  readonly spec: CrmFieldSpec;
}

/** The way from a record to the one its reference names. */
export interface CrmRelationship {
  /** Name in SOQL paths, e.g. `Owner`, `Product__r`. */
  readonly name: string;
  readonly graphName: string;
  /** The reference field, e.g. `OwnerId`. */
  readonly field: CrmField;
  /** Declared objects it may lead to; never empty. */
  readonly targets: readonly [string, ...string[]];
  /** Whether the CRM counts it as polymorphic: then a SOQL path reaches only what all targets share. */
  readonly polymorphic: boolean;
}

/** Child relationship: from a record to those that reference it. */
export interface CrmChild {
  /** Name in child subqueries, e.g. `Contacts`, `Product_Usages__r`. */
  readonly name: string;
  readonly graphName: string;
  /** Object of the children, and their field that names the parent. */
  readonly object: string;
  readonly field: string;
  readonly description: string;
}

export interface CrmObject {
  /** API name, e.g. `Account`, `Product_Usage__c`. */
  readonly name: string;
  /** Name of the type in the graph, e.g. `ProductUsage`. */
  readonly typeName: string;
  readonly description: string;
  readonly keyPrefix: string;
  readonly nameField: string;
  /** Id first, then in the order of the schema. */
  readonly fields: readonly CrmField[];
  /** API names of the fields that hold addresses of the person a record is; none for what is no person. */
  readonly addresses: readonly string[];
  /** Relationships with a declared target. */
  readonly relationships: readonly CrmRelationship[];
  readonly children: readonly CrmChild[];
  /** False where `FIELDS(STANDARD)` is refused. */
  readonly fieldsSelector: boolean;
  /** Whether SOSL searches it. */
  readonly searchable: boolean;
  readonly custom: boolean;
  /** Entity that lists it; `query` for objects without one of their own. */
  readonly entity: EntitySpec;
  /** The declaration behind it, custom fields included; without Id. */
  readonly spec: CrmObjectSpec;
}

/** Names of objects, fields and relationships are looked up whatever their case, as SOQL does. */
export interface CrmModel {
  readonly objects: readonly CrmObject[];
  object(name: string): CrmObject | undefined;
  /** For names that the model itself or the code declares. @throws Error where there is no such object. */
  declaredObject(name: string): CrmObject;
  /** The object a type of the graph shows; case counts. */
  objectOfType(typeName: string): CrmObject | undefined;
  /** The object an id belongs to, by its prefix; case counts. */
  objectOfId(id: string): CrmObject | undefined;
  field(object: string, name: string): CrmField | undefined;
  relationship(object: string, name: string): CrmRelationship | undefined;
  child(object: string, name: string): CrmChild | undefined;
}

const idField: CrmField = {
  name: 'Id',
  graphName: memberName('Id'),
  spec: { type: 'id', description: 'Id in the CRM, 18 characters.', required: true, length: 18 },
};

const entities = new Map<string, EntitySpec>(crmEntities.map((spec) => [spec.entity, spec]));

interface Index {
  readonly object: CrmObject;
  readonly fields: ReadonlyMap<string, CrmField>;
  readonly relationships: ReadonlyMap<string, CrmRelationship>;
  readonly children: ReadonlyMap<string, CrmChild>;
}

interface ModelOptions {
  /** False for a CRM that is known to have one currency: without the fields that others have. Default: true. */
  readonly hasCurrencies?: boolean;
  /** Standard objects beside those of the graph. Default: none. */
  readonly further?: readonly CrmObjectSpec[];
}

/** @throws CustomSchemaError when the custom schema doesn't fit the standard objects. */
export function buildCrmModel(
  custom: CustomSchema = noCustomSchema,
  { hasCurrencies = true, further = [] }: ModelOptions = {},
): CrmModel {
  const all = extendObjects([...standardObjects, ...further], custom);
  const specs = hasCurrencies ? all : all.map(withoutCurrency);
  const declared = new Set(specs.map((spec) => spec.object));
  const decoders = recordDecoders(() => objects);
  const objects: readonly CrmObject[] = specs.map((spec) =>
    crmObject(spec, declared, (row) => decoders(spec.object)?.(row)),
  );
  const byName = new Map<string, Index>(
    objects.map((object) => [
      object.name.toLowerCase(),
      {
        object,
        fields: byLowerName(object.fields),
        relationships: byLowerName(object.relationships),
        children: byLowerName(object.children),
      },
    ]),
  );
  const byPrefix = new Map(objects.map((object) => [object.keyPrefix, object]));
  const byType = new Map(objects.map((object) => [object.typeName, object]));
  const index = (name: string): Index | undefined => byName.get(name.toLowerCase());
  return {
    objects,
    object: (name) => index(name)?.object,
    declaredObject: (name) => getOrThrow(byName, name.toLowerCase()).object,
    objectOfType: (name) => byType.get(name),
    objectOfId: (id) => byPrefix.get(keyPrefix(id)),
    field: (object, name) => index(object)?.fields.get(name.toLowerCase()),
    relationship: (object, name) => index(object)?.relationships.get(name.toLowerCase()),
    child: (object, name) => index(object)?.children.get(name.toLowerCase()),
  };
}

const withoutCurrency = (spec: CrmObjectSpec): CrmObjectSpec => ({
  ...spec,
  fields: Object.fromEntries(
    Object.entries(spec.fields).filter(([, field]) => field.severalCurrencies !== true),
  ),
});

function byLowerName<T extends { readonly name: string }>(
  members: readonly T[],
): ReadonlyMap<string, T> {
  return new Map(members.map((member) => [member.name.toLowerCase(), member]));
}

/**
 * Entity that lists an object. Answers of free queries are never reused, since their authors expect
 * current data; records of a declared object are cached also where `query` lists them.
 */
function entityOf(spec: CrmObjectSpec, decode: RowDecoder): EntitySpec {
  const entity = entities.get(spec.entity);
  if (entity === undefined) throw new Error(`${spec.object} names an unknown entity`);
  if (entity !== query) return { ...entity, decode };
  const cachedAs = `query ${spec.object}`;
  return { ...query, key: 'Id', cachedAs, freshness: freshness.live, decode };
}

function crmObject(
  spec: CrmObjectSpec,
  declared: ReadonlySet<string>,
  decode: RowDecoder,
): CrmObject {
  const entity = entityOf(spec, decode);
  const fields = Object.entries(spec.fields).map(([name, field]) => ({
    name,
    graphName: fieldName(name, field),
    spec: field,
  }));
  return {
    name: spec.object,
    typeName: typeName(spec),
    description: spec.description,
    keyPrefix: spec.keyPrefix,
    nameField: spec.nameField,
    fields: [idField, ...fields],
    addresses: fields.filter((field) => field.spec.ofPerson === true).map(({ name }) => name),
    relationships: fields.flatMap((field) => relationshipOf(field, declared) ?? []),
    children: Object.entries(spec.children)
      .filter(([, child]) => declared.has(child.object))
      .map(([name, child]) => ({ name, graphName: memberName(name), ...child })),
    fieldsSelector: spec.fieldsSelector ?? true,
    searchable: spec.searchable ?? true,
    custom: spec.custom ?? false,
    entity,
    spec,
  };
}

function relationshipOf(field: CrmField, declared: ReadonlySet<string>): CrmRelationship | null {
  const { relationship = null, to = [] } = field.spec.reference ?? {};
  const [target, ...others] = to.filter((name) => declared.has(name));
  if (relationship === null || target === undefined) return null;
  return {
    name: relationship,
    graphName: relationshipName(field.spec),
    field,
    targets: [target, ...others],
    polymorphic: to.length > 1,
  };
}
