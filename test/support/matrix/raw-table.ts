/** Whole lists of both systems as the connector service hands them out, each read once. */

import { type Everything, Join, readEverything } from '../../graph/links/everything.ts';
import { table } from '../table.ts';
import { type TruthRow, truth } from '../truth.ts';
import type { World } from '../world.ts';

export class RawTables {
  readonly world: Pick<World, 'service'>;
  readonly #known = new Map<string, Promise<unknown>>();

  constructor(world: Pick<World, 'service'>) {
    this.world = world;
  }

  #once<T>(name: string, read: () => Promise<T>): Promise<T> {
    const found = this.#known.get(name) ?? read();
    this.#known.set(name, found);
    return found as Promise<T>;
  }

  /** All rows of a list of the call platform. */
  list(entity: string, params: object = {}): Promise<readonly TruthRow[]> {
    return this.#once(`${entity} ${JSON.stringify(params)}`, () =>
      truth(this.world, entity, params),
    );
  }

  /** All records of an object of the CRM. */
  table(object: string, fields = 'Id'): Promise<readonly TruthRow[]> {
    const more = fields === 'Id' ? 'CreatedDate' : fields;
    return this.#once(`${object} ${more}`, () =>
      object === 'ContentDocumentLink' ? this.#links(fields) : table(this.world, object, more),
    );
  }

  /** Links of files come only by the file or the record they hang on. */
  async #links(fields: string): Promise<readonly TruthRow[]> {
    const files = await this.table('ContentDocument');
    const ids = files.map(({ Id }) => `'${Id}'`).join();
    const more = fields === 'Id' ? '' : `, ${fields}`;
    const q = `SELECT Id${more} FROM ContentDocumentLink WHERE ContentDocumentId IN (${ids}) LIMIT 2000`;
    return this.statement(q);
  }

  /** The records of one statement, of at most one page. */
  async statement(q: string, action = 'list'): Promise<readonly TruthRow[]> {
    const { service } = this.world;
    const url = `${service.url}/api/v1/connectors/instances/${service.instances.crm}/execute`;
    const entity = action === 'search' ? 'accounts' : 'query';
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ entity, action, params: { q } }),
    });
    const { result } = (await response.json()) as TruthRow;
    if (response.status !== 200) throw new Error(`${q}: ${response.status}`);
    return action === 'search' ? result.searchRecords : result.records;
  }

  /** Both systems joined by looking at all of both. */
  join(): Promise<Join> {
    return this.#once('join', async () => {
      const all: Everything = await readEverything(this.world, 'calls with trackers');
      return new Join(all);
    });
  }
}

/** The names that come most often, the most frequent first. */
export function mostFrequent(names: readonly (string | null)[], count: number): readonly string[] {
  const counts = Map.groupBy(
    names.filter((name) => name !== null),
    (name) => name,
  );
  return [...counts]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([name]) => name);
}
