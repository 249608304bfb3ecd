/** Text search over CRM records: one SOSL statement for all requested types, with the selected fields. */

import type { GraphQLResolveInfo } from 'graphql';
import type { CrmObject } from '../../contract/crm/model.ts';
import { invalidUpstreamValue } from '../../contract/wire/upstream-value-reader.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { none } from '../../engine/plan/cost-sum.ts';
import type { Cost } from '../../engine/plan/field-cost.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import { UserInputError } from '../../errors.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import type { Query } from '../../soql/query.ts';
import { printSearch, printTerm, type SearchScope } from '../../soql/sosl.ts';
import { toScreamingSnakeCase, wireList } from '../builder.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { type CrmRow, crmRow } from './crm-row.ts';
import type { CrmShared } from './object-type.ts';
import { primeRecords } from './record-loader.ts';
import { planRecord } from './record-plan.ts';
import { statementsOf } from './split-cost.ts';
import { hitId, searchVisible } from './split-search.ts';

const maxHits = 200;
const usualHits = 25;
const usualTypes = ['Account', 'Contact', 'Lead', 'Opportunity'];

export function defineSearch({ builder, model }: TypeRegistry, shared: CrmShared): void {
  const searchable = model.objects.filter((object) => object.searchable);
  const type = builder.enumType('SearchType', {
    description: 'Kinds of CRM records a search can find.',
    values: Object.fromEntries(
      searchable.map((object) => [
        toScreamingSnakeCase(object.typeName),
        { value: object.name, description: object.description },
      ]),
    ),
  });
  const scope = builder.enumType('SearchScope', {
    description: 'In which fields a search looks.',
    values: {
      ALL: { value: 'ALL' as const, description: 'In all text, addresses and numbers.' },
      NAME: { value: 'NAME' as const, description: 'In names only.' },
      EMAIL: { value: 'EMAIL' as const, description: 'In e-mail addresses only.' },
      PHONE: { value: 'PHONE' as const, description: 'In telephone numbers only.' },
    },
  });
  builder.queryField('search', (t) =>
    t.field({
      type: [shared.record],
      cost: searchCost,
      nullable: wireList,
      description:
        "CRM records that hold the words of a term, by type and then in the CRM's order of relevance.",
      args: {
        term: t.arg.string({
          required: true,
          description: 'Words to look for, at least two letters; every character is plain text.',
        }),
        types: t.arg({
          type: [type],
          description: 'Kinds of records; accounts, contacts, leads and opportunities by default.',
        }),
        scope: t.arg({ type: scope, defaultValue: 'ALL', description: 'Which fields.' }),
        prefix: t.arg.boolean({
          defaultValue: true,
          description: 'Also find words that begin with the last one of the term.',
        }),
        first: t.arg.int({
          defaultValue: usualHits,
          description: `At most this many hits of each type, up to ${maxHits}.`,
        }),
      },
      resolve: (_root, args, context, info) => {
        const first = args.first ?? usualHits;
        if (first < 0 || first > maxHits) {
          throw new UserInputError(`Expected first from 0 to ${maxHits}, got ${first}.`);
        }
        if (first === 0) return [];
        const names = args.types ?? usualTypes;
        const objects = [...new Set(names)].map((name) => context.model.declaredObject(name));
        return search(context, info, objects, {
          term: args.term,
          prefix: args.prefix ?? true,
          scope: args.scope ?? 'ALL',
          limit: first,
        });
      },
    }),
  );
}

/** Cost: one statement, but for types that take several; the hits come with their selected fields. */
const searchCost: Cost = (fieldPlace) => {
  const {
    args: { first, types },
    estimate,
  } = fieldPlace;
  const { model } = fieldPlace.context;
  const rows = typeof first === 'number' ? first : usualHits;
  const names = Array.isArray(types) ? types.map(String) : usualTypes;
  const objects = [...new Set(names)].flatMap((name) => model.object(name) ?? []);
  if (rows <= 0 || objects.length === 0) return none;
  const apart = objects
    .map((object) => statementsOf(fieldPlace, object))
    .filter((statements) => statements > 1);
  // Hits of several statements are put in order by one more.
  estimate.add(
    'crm',
    apart.reduce((sum, statements) => sum + statements + 1, 1),
  );
  const fanout = { rows, batches: 1, level: 0 };
  return { ...fanout, byType: new Map(objects.map(({ typeName }) => [typeName, fanout])) };
};

interface SearchArgs {
  readonly term: string;
  readonly prefix: boolean;
  readonly scope: SearchScope;
  /** Hits of each object. */
  readonly limit: number;
}

async function search(
  context: GraphContext,
  info: GraphQLResolveInfo,
  objects: readonly CrmObject[],
  { term, prefix, scope, limit }: SearchArgs,
): Promise<CrmRow[]> {
  if (objects.length === 0) return [];
  const node = nodeOf(info);
  const plans = new Map(
    objects.map((object) => [object.name, planRecord(node, context.model, object).paths]),
  );
  const find = printTerm(term, prefix);
  const requested = objects.map((object) => ({
    object,
    query: {
      object: object.name,
      select: ['Id', ...[...getOrThrow(plans, object.name)].filter((path) => path !== 'Id').sort()],
      limit,
    },
  }));
  // Any entity that searches takes a search over other objects too; the first type that has one names the call.
  const searching = [...objects, ...context.model.objects];
  const { entity } = searching.find(({ entity }) => 'search' in entity.operations)!;
  const printed = (returning: readonly Query[]): string => printSearch({ find, scope, returning });
  const { answers, found } = await searchVisible(context, requested, printed, (q, repeat) => {
    const options = executeOptions(context, repeat);
    return context.connector.execute(entity, 'search', { q }, options);
  });
  const ageMs = Math.max(0, ...answers.map(({ cached }) => cached?.ageMs ?? 0));
  const records = objects.flatMap((object, at) => {
    const rows = found[at]!;
    if (rows instanceof Error) return [];
    const hits = distinct(rows.flatMap((row) => crmRow(object, row) ?? []));
    primeRecords(context, object, hits, getOrThrow(plans, object.name), ageMs);
    return hits;
  });
  // A hit without its id has no known type: it is an error after the others.
  const unreadable = answers.flatMap(({ rows }) => rows.filter(({ Id }) => hitId(Id) === null));
  // So is an object that the CRM does not search for this user.
  const hidden = found.filter((rows) => rows instanceof Error);
  return [
    ...records,
    ...(hidden as readonly Error[] as never[]),
    ...unreadable.map(({ Id }) => invalidUpstreamValue('a hit with its Id', Id) as never),
  ];
}

/** A hit that comes again is the same record. */
function distinct(hits: readonly CrmRow[]): readonly CrmRow[] {
  return [...new Map(hits.map((hit) => [hit.id, hit])).values()];
}
