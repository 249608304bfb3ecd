/** The CRM's description of itself: all objects, and one object with its fields and child relationships. */

import type { CrmField, CrmModel, CrmObject } from '../../contract/crm/model.ts';
import { isCustomName } from '../../contract/crm/naming.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { picklistOf } from '../crm/picklist.ts';

/** Published: the SOAP type of each type; the others are texts. */
const soapTypes: Readonly<Record<string, string>> = {
  id: 'tns:ID',
  reference: 'tns:ID',
  boolean: 'xsd:boolean',
  int: 'xsd:int',
  double: 'xsd:double',
  currency: 'xsd:double',
  percent: 'xsd:double',
  date: 'xsd:date',
  datetime: 'xsd:dateTime',
  address: 'urn:address',
  base64: 'xsd:base64Binary',
};

/** Answer of `sobjects`. @param objects those that the user may read */
export function describeGlobal(objects: readonly CrmObject[], version: string): Row {
  return {
    encoding: 'UTF-8',
    maxBatchSize: 200,
    sobjects: objects.map((object) => headOf(object, version)),
  };
}

/**
 * Answer of `sobjects/NAME/describe`.
 * @param objects those that the user may read
 * @param recordTypes rows of RecordType
 */
export function describeObject(
  object: CrmObject,
  objects: readonly CrmObject[],
  model: CrmModel,
  recordTypes: readonly Row[],
  version: string,
): Row {
  const relationshipOf = (field: CrmField) =>
    object.relationships.find((relationship) => relationship.field.name === field.name);
  return {
    ...headOf(object, version),
    fields: object.fields.map((field) => ({
      name: field.name,
      label: field.name.replace(/__c$/, '').replaceAll('_', ' '),
      type: field.spec.type,
      soapType: soapTypes[field.spec.type] ?? 'xsd:string',
      length: lengthOf(field),
      inlineHelpText: field.spec.description,
      custom: isCustomName(field.name),
      nillable: field.spec.required !== true,
      nameField: field.name === object.nameField,
      calculated: false,
      deprecatedAndHidden: false,
      filterable: field.spec.type !== 'textarea' && field.spec.type !== 'base64',
      sortable: !/^(?:textarea|base64|multipicklist|address)$/.test(field.spec.type),
      groupable: /^(?:id|reference|string|picklist|boolean|date|int|email|phone|url)$/.test(
        field.spec.type,
      ),
      picklistValues: picklistOf(field).map(({ value, label, isDefault }) => ({
        active: true,
        defaultValue: isDefault,
        label,
        validFor: null,
        value,
      })),
      referenceTo: field.spec.reference?.to ?? [],
      relationshipName: field.spec.reference?.relationship ?? relationshipOf(field)?.name ?? null,
    })),
    childRelationships: object.children
      .filter((child) => objects.some(({ name }) => name === child.object))
      .map((child) => ({
        childSObject: model.object(child.object)?.name ?? child.object,
        field: child.field,
        relationshipName: child.name,
        cascadeDelete: false,
        deprecatedAndHidden: false,
        restrictedDelete: false,
      })),
    recordTypeInfos: [...recordTypes.map(recordTypeInfo), master(recordTypes.length === 0)],
  };
}

/** Published: records without a type are of this one. */
const masterId = '012000000000000AAA';

const master = (isDefault: boolean): Row => ({
  active: true,
  available: true,
  defaultRecordTypeMapping: isDefault,
  developerName: 'Master',
  master: true,
  name: 'Master',
  recordTypeId: masterId,
});

const recordTypeInfo = (row: Row, index: number): Row => ({
  active: row.IsActive,
  available: row.IsActive,
  defaultRecordTypeMapping: index === 0,
  developerName: row.DeveloperName,
  master: false,
  name: row.Name,
  recordTypeId: row.Id,
});

/**
 * Answer of `ui-api/object-info/NAME/picklist-values/ID`; null where there is no such record type. The first type of
 * an object allows all values, each further one all but the last.
 */
export function picklistsOf(
  object: CrmObject,
  recordTypes: readonly Row[],
  id: string,
  version: string,
): Row | null {
  const index = recordTypes.findIndex(({ Id }) => Id === id);
  if (index === -1 && id !== masterId) return null;
  const base = `/services/data/${version}/ui-api/object-info/${object.name}/picklist-values/${id}`;
  const lists = object.fields
    .filter(({ spec }) => /picklist$/.test(spec.type))
    .map((field): [string, Row] => {
      const all = picklistOf(field);
      const values = (index > 0 && all.length > 1 ? all.slice(0, -1) : all).map(
        ({ value, label }) => ({ attributes: null, label, validFor: [], value }),
      );
      const usual = all.find(({ isDefault }) => isDefault);
      const defaultValue = values.find(({ value }) => value === usual?.value) ?? null;
      const url = `${base}/${field.name}`;
      return [field.name, { controllerValues: {}, defaultValue, eTag: '0', url, values }];
    });
  return { eTag: '0', picklistFieldValues: Object.fromEntries(lists) };
}

function headOf(object: CrmObject, version: string): Row {
  const base = `/services/data/${version}/sobjects/${object.name}`;
  return {
    name: object.name,
    label: object.name.replace(/__c$/, '').replaceAll('_', ' '),
    keyPrefix: object.keyPrefix,
    custom: object.custom,
    customSetting: false,
    deprecatedAndHidden: false,
    queryable: true,
    retrieveable: true,
    searchable: object.searchable,
    urls: { sobject: base, describe: `${base}/describe`, rowTemplate: `${base}/{ID}` },
  };
}

/** Published: 18 of an id, 0 of what is no text. */
function lengthOf({ spec: { type, length } }: CrmField): number {
  if (type === 'id' || type === 'reference') return 18;
  return (soapTypes[type] ?? 'xsd:string') === 'xsd:string' ? (length ?? 255) : 0;
}
