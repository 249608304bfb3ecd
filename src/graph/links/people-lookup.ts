/** People of the CRM by e-mail address and by linked id together: one SOQL query per object and wave. */

import { createContextCache } from '@pothos/core';
import { AskedLoader } from '../../loaders/asked-loader.ts';
import { ageOf } from '../../loaders/field-loader.ts';
import { normaliseEmail } from '../../participants/key.ts';
import { normalizeCrmId } from '../../records/crm/id.ts';
import type { CrmObject } from '../../records/crm/model.ts';
import { chunkByEncodedLength } from '../../soql/chunk.ts';
import { printQuery } from '../../soql/print.ts';
import { allOf, anyOf, type Query } from '../../soql/query.ts';
import type { GraphContext } from '../context.ts';
import { loadRecord, primeRecords } from '../crm/record-loader.ts';
import { CrmRow } from '../crm/row.ts';
import { executeOptions } from '../execute-options.ts';

/** Whom to find; malformed addresses and ids of other objects find nobody and cost no call. */
export interface PeopleAsk {
  readonly emails?: readonly (string | null | undefined)[];
  readonly ids?: readonly string[];
}

export interface FoundPeople {
  /** In the order of their ids. */
  readonly byId: readonly CrmRow[];
  readonly byEmail: readonly CrmRow[];
}

interface Need {
  /** A normalised address, or an 18-character id. */
  readonly key: string;
  readonly paths: ReadonlySet<string>;
}

interface Lookup {
  /** Ids under each key that has been looked up; none for a key nobody has. */
  readonly known: Map<string, readonly string[]>;
  readonly loader: AskedLoader<Need, readonly string[]>;
}

const lookups = createContextCache((_context: GraphContext) => new Map<string, Lookup>());

/** Capitals and outer blanks of an address do not matter. Several records may share one. */
export async function findPeople(
  context: GraphContext,
  object: CrmObject,
  { emails = [], ids = [] }: PeopleAsk,
  paths: ReadonlySet<string>,
): Promise<FoundPeople> {
  const own = ids.filter((id) => context.model.objectOfId(id) === object);
  const addresses = emails.map(normaliseEmail).filter((email) => email !== null);
  const rowsOf = (keys: readonly string[]) => peopleUnder(context, object, keys, paths);
  const [byId, byEmail] = await Promise.all([rowsOf(own), rowsOf(addresses)]);
  return { byId, byEmail };
}

async function peopleUnder(
  context: GraphContext,
  object: CrmObject,
  keys: readonly string[],
  paths: ReadonlySet<string>,
): Promise<CrmRow[]> {
  const { known, loader } = lookupOf(context, object);
  const found = await Promise.all(
    [...new Set(keys)].map((key) => known.get(key) ?? loader.load({ key, paths })),
  );
  const ids = [...new Set(found.flat())].sort();
  const rows = await Promise.all(
    ids.map((id) =>
      paths.size === 0
        ? new CrmRow(object, id, { Id: id })
        : loadRecord(context, object, id, paths),
    ),
  );
  return rows.filter((row) => row !== null);
}

function lookupOf(context: GraphContext, object: CrmObject): Lookup {
  const byObject = lookups(context);
  let lookup = byObject.get(object.name);
  if (lookup === undefined) {
    const known = new Map<string, readonly string[]>();
    // Its cache is off: `known` holds the ids, and fields wanted later come by id.
    const loader = new AskedLoader<Need, readonly string[]>(
      (needs) => lookUp(context, object, needs, known),
      { cache: false },
    );
    lookup = { known, loader };
    byObject.set(object.name, lookup);
  }
  return lookup;
}

const isAddress = (key: string): boolean => key.includes('@');

async function lookUp(
  context: GraphContext,
  object: CrmObject,
  needs: readonly Need[],
  known: Map<string, readonly string[]>,
): Promise<(readonly string[])[]> {
  const keys = [...new Set(needs.map((need) => need.key))].filter((key) => !known.has(key));
  const paths = new Set(needs.flatMap((need) => [...need.paths]));
  const select = ['Id', ...new Set(['Email', ...[...paths].sort()])].filter(
    (path, at) => path !== 'Id' || at === 0,
  );
  const query = (chunk: readonly string[], after: string | null): Query => {
    const emails = chunk.filter(isAddress);
    const ids = chunk.filter((key) => !isAddress(key));
    return {
      object: object.name,
      select,
      where: allOf(
        anyOf(
          ids.length > 0 ? { op: 'in', path: 'Id', values: ids } : undefined,
          emails.length > 0 ? { op: 'in', path: 'Email', values: emails } : undefined,
        ),
        after === null ? undefined : { op: 'gt', path: 'Id', value: after },
      ),
      orderBy: [{ path: 'Id', direction: 'asc' }],
      limit: pageRows,
    };
  };
  const chunks = chunkByEncodedLength(keys, {
    around: printQuery(query(['a@b', 'x'], '0'.repeat(18))),
    maxValues: pageRows / 4,
  });
  const found = new Map<string, string[]>(keys.map((key) => [key, []]));
  await Promise.all(
    chunks.map(async (chunk) => {
      for (let after: string | null = null, done = false; !done; ) {
        const q = printQuery(query(chunk, after));
        const options = executeOptions(context);
        const answer = await context.connector.execute(object.entity, 'list', { q }, options);
        const rows = answer.rows.flatMap((values) => {
          const id = normalizeCrmId(String(values.Id));
          return id === null ? [] : [new CrmRow(object, id, values)];
        });
        primeRecords(context, object, rows, paths, ageOf(answer));
        for (const { id, values } of rows) {
          found.get(id)?.push(id);
          found.get(normaliseEmail(values.Email) ?? '')?.push(id);
        }
        after = rows.at(-1)?.id ?? after;
        done = rows.length === 0 || (answer.page.done && rows.length < pageRows);
      }
    }),
  );
  for (const [key, ids] of found) known.set(key, ids);
  return needs.map((need) => known.get(need.key) ?? []);
}

/** Rows of one query. */
const pageRows = 2_000;
