/** Whole tables of the CRM, read from the connector service without any code of the graph. */

import type { TruthRow } from './truth.ts';
import type { World } from './world.ts';

const pageRows = 2_000;

/** Every record with these fields, by ascending id. Parents are paths: `Owner.Name` stands nested. */
export async function table(
  { service }: Pick<World, 'service'>,
  object: string,
  fields: string,
): Promise<readonly TruthRow[]> {
  const url = `${service.url}/api/v1/connectors/instances/${service.instances.crm}/execute`;
  const rows: TruthRow[] = [];
  for (let last = '', more = true; more; ) {
    const where = last === '' ? '' : ` WHERE Id > '${last}'`;
    const q = `SELECT Id, ${fields} FROM ${object}${where} ORDER BY Id LIMIT ${pageRows}`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ entity: 'query', action: 'list', params: { q } }),
    });
    const { result } = (await response.json()) as TruthRow;
    if (response.status !== 200) throw new Error(`${object}: ${response.status}`);
    rows.push(...result.records);
    last = rows.at(-1)?.Id;
    more = result.records.length === pageRows || !result.done;
  }
  return rows;
}
