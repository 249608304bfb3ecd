/** Describes the CRM's objects: their names by one request, their fields by batches; or one of them, or the picklists of a record type. */

import {
  objectDescriptions,
  organisationSettings,
  recordTypePicklists,
} from '../../../contract/crm/entity.ts';
import { readableFieldRow } from '../../../contract/crm/readable-field.ts';
import type { Row } from '../../../contract/wire/execute.ts';
import { isObject } from '../../../contract/wire/json.ts';
import { BackendError, crmError, type ObjectDescription } from '../../backend.ts';

/** Descriptions of a batch: 25 at most, as published, and fewer since one of 900 fields has a megabyte. */
const batchSize = 10;

interface DescribeOptions {
  /** `/services/data/v65.0` */
  readonly root: string;
  /** The JSON body of a path. @throws BackendError */
  readonly read: (path: string) => Promise<unknown>;
  /** The JSON body of the answer to a posted one. @throws BackendError */
  readonly post: (path: string, body: string) => Promise<unknown>;
}

type PostOptions = Pick<DescribeOptions, 'root' | 'post'>;

/** Objects by their names, in batches: each with its status and description. @throws BackendError */
async function* descriptionsOf({ root, post }: PostOptions, names: readonly string[]) {
  for (let from = 0; from < names.length; from += batchSize) {
    const batchRequests = names.slice(from, from + batchSize).map((name) => ({
      method: 'GET',
      url: `${root.slice('/services/data/'.length)}/sobjects/${encodeURIComponent(name)}/describe`,
    }));
    const answer = await post(`${root}/composite/batch`, JSON.stringify({ batchRequests }));
    const results = isObject(answer) && Array.isArray(answer.results) ? answer.results : [];
    if (results.length !== batchRequests.length)
      throw new BackendError(502, 'The CRM answered a batch without its results');
    yield* results.filter(isObject);
  }
}

/**
 * Rows that name the readable fields of objects; none of an object that the user may not read.
 * @throws BackendError for any other failure of one of them: it teaches nothing about rights
 */
export async function readableFieldRows(
  options: PostOptions,
  objects: readonly string[],
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const { statusCode, result } of descriptionsOf(options, objects)) {
    if (statusCode === 404) continue;
    if (typeof statusCode !== 'number' || statusCode !== 200)
      throw new BackendError(typeof statusCode === 'number' ? statusCode : 502, result);
    if (!isObject(result) || !Array.isArray(result.fields))
      throw new BackendError(502, 'The CRM described an object without its fields');
    const { name } = result;
    for (const field of result.fields)
      if (isObject(field)) rows.push(readableFieldRow(String(name), String(field.name)));
  }
  return rows;
}

/**
 * Objects as the connected user may see them; one that the user may not is left out.
 * @param isMeant which of all objects, by their line in the CRM's list of them
 * @throws BackendError
 */
export async function describeObjects(
  { root, read, post }: DescribeOptions,
  isMeant: (head: ObjectDescription) => boolean,
): Promise<readonly ObjectDescription[]> {
  const list = await read(`${root}/sobjects`);
  if (!isObject(list) || !Array.isArray(list.sobjects))
    throw new BackendError(502, 'The CRM answered without the list of its objects');
  const names = list.sobjects
    .filter(isObject)
    .filter(isMeant)
    .map(({ name }) => String(name));
  const descriptions: ObjectDescription[] = [];
  for await (const { statusCode, result } of descriptionsOf({ root, post }, names))
    if (statusCode === 200 && isObject(result)) descriptions.push(result);
  return descriptions;
}

/**
 * Path of an object's description, of what a record type allows, or of the organisation's settings; null for any
 * other entity.
 * @throws BackendError 404 for what can't be the name of an object or an id: it is a part of the path
 */
export function descriptionPath(
  root: string,
  entity: string,
  { id, object = id }: Row,
): string | null {
  if (entity === organisationSettings.entity) return `${root}/connect/organization`;
  const isDescription = entity === objectDescriptions.entity;
  if (!isDescription && entity !== recordTypePicklists.entity) return null;
  if (![id, object].every((name) => typeof name === 'string' && /^\w+$/.test(name)))
    throw crmError(404, 'NOT_FOUND', 'The requested resource does not exist');
  return isDescription
    ? `${root}/sobjects/${String(object)}/describe`
    : `${root}/ui-api/object-info/${String(object)}/picklist-values/${String(id)}`;
}

const keptOfFields = ['name', 'label', 'type', 'custom', 'nillable', 'picklistValues'];

/** A description has a kilobyte a field: what nobody reads stays here. @throws BackendError */
export function shortDescription(body: unknown): Row {
  if (!isObject(body)) throw new BackendError(502, 'The CRM answered without the description');
  const { name, label, fields, recordTypeInfos, picklistFieldValues, features } = body;
  if (isObject(features)) {
    const { multiCurrency, defaultCurrencyIsoCode } = features;
    return { features: { multiCurrency, defaultCurrencyIsoCode } };
  }
  if (isObject(picklistFieldValues)) return { picklistFieldValues };
  if (!Array.isArray(fields))
    throw new BackendError(502, 'The CRM answered a description without its fields');
  const short = fields
    .filter(isObject)
    .map((field) => Object.fromEntries(keptOfFields.map((key) => [key, field[key]])));
  return { name, label, fields: short, recordTypeInfos };
}
