/** Describes the CRM's objects: their names by one request, their fields by batches. */

import { isObject } from '../../../../contract/wire/json.ts';
import { BackendError, type ObjectDescription } from '../../../backend.ts';

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
  for (let from = 0; from < names.length; from += batchSize) {
    const batchRequests = names.slice(from, from + batchSize).map((name) => ({
      method: 'GET',
      url: `${root.slice('/services/data/'.length)}/sobjects/${encodeURIComponent(name)}/describe`,
    }));
    const answer = await post(`${root}/composite/batch`, JSON.stringify({ batchRequests }));
    if (!isObject(answer) || !Array.isArray(answer.results))
      throw new BackendError(502, 'The CRM answered a batch without its results');
    for (const result of answer.results) {
      if (!isObject(result) || !isObject(result.result)) continue;
      if (result.statusCode === 200) descriptions.push(result.result);
    }
  }
  return descriptions;
}
