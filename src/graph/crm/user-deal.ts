/** Deals of a CRM user. The CRM has no such relationship, so they are a list by owner, with figures for all users of a request at once. */

import { currencyField } from '../../contract/crm/common-field.ts';
import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import {
  booleanOf,
  floatOf,
  idOf,
  intOf,
  invalidUpstreamValue,
  textOf,
} from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequest, memoizeByRequestKey } from '../../engine/memoize.ts';
import { type Cost, prefetched } from '../../engine/plan/field-cost.ts';
import { BatchBarrier, TracedLoader } from '../../fetch/batch-loader.ts';
import type { PageArgs } from '../../fetch/connection.ts';
import type { Shortfall } from '../../fetch/incomplete-list.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import { printCondition } from '../../soql/print.ts';
import { allOf, type Condition, isNever, type SelectItem } from '../../soql/query.ts';
import type { Builder, Ref } from '../builder.ts';
import { reportIncomplete } from '../connection-type.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { measureAlias, readGroups } from './aggregate.ts';
import { amountsByCurrency } from './aggregate-currency.ts';
import { countAlias, groupValue, keyAlias } from './aggregate-key.ts';
import { type Currencies, currenciesOf } from './currency.ts';
import { filterCondition } from './filter.ts';
import { listRecords } from './list.ts';
import type { CrmShared } from './object-type.ts';
import type { Order } from './order.ts';
import type { Filter } from './post-filter.ts';
import { listCost } from './record-cost.ts';
import { crmType } from './type-reference.ts';

/** Amounts of one currency. */
interface DealAmounts {
  /** Null where the CRM does not tell which the organisation has. */
  readonly currency: string | null;
  readonly open: number;
  readonly won: number;
  readonly lost: number;
}

interface DealFigures {
  readonly open: number;
  readonly won: number;
  readonly lost: number;
  readonly amounts: readonly DealAmounts[];
  readonly shortfall: Shortfall | null;
}

/** Owners of one statement: groups of them all, open, won and lost, fit into one answer. */
const mostOwners = 500;
const mostGroups = 2_000;

const ownersAtOnce = ({ areSeveral, all }: Currencies): number =>
  areSeveral
    ? Math.min(mostOwners, Math.floor(mostGroups / 3 / Math.max(1, all.length)))
    : mostOwners;

const loaders = memoizeByRequestKey<string, TracedLoader<string, DealFigures>>();

/** Whose deals count for a user, with the path from a deal to that user's id. */
const dealOwners = {
  USER: { path: 'OwnerId', description: 'Deals that the user owns.' },
  DIRECT_REPORTS: {
    path: 'Owner.ManagerId',
    description: 'Deals of those whose manager in the CRM is the user.',
  },
} as const;

type DealOwners = keyof typeof dealOwners;

interface FiguresRequest {
  readonly object: CrmObject;
  readonly where: Condition | undefined;
  readonly of: DealOwners;
}

/** Loader of figures: all users under one filter share statements. */
function figuresOf(
  context: GraphContext,
  request: FiguresRequest,
  user: string,
): Promise<DealFigures> {
  const { where, of } = request;
  const name = `${of} ${where === undefined ? '' : printCondition(where)}`;
  const loader = loaders(context, name, () => {
    const load = (users: readonly string[]) => readFigures(context, request, users);
    return new TracedLoader(load, { maxBatchSize: mostOwners });
  });
  return loader.load(user);
}

async function readFigures(
  context: GraphContext,
  request: FiguresRequest,
  owners: readonly string[],
): Promise<DealFigures[]> {
  const organisation = await currenciesOf(context);
  // The CRM converts sums of all other groups into the corporate currency.
  const areSeveral = organisation.areSeveral && (await amountsByCurrency(context)) === 'own';
  const currencies = { ...organisation, areSeveral };
  const size = ownersAtOnce(currencies);
  const chunks = Array.from({ length: Math.ceil(owners.length / size) }, (_, at) =>
    owners.slice(at * size, (at + 1) * size),
  );
  const read = chunks.map((chunk) => readChunk(context, request, chunk, currencies));
  return (await Promise.all(read)).flat();
}

async function readChunk(
  context: GraphContext,
  { object, where, of }: FiguresRequest,
  owners: readonly string[],
  { areSeveral, main }: Currencies,
): Promise<DealFigures[]> {
  const { path: ownerPath } = dealOwners[of];
  const keys = [ownerPath, 'IsClosed', 'IsWon', ...(areSeveral ? [currencyField] : [])];
  const amount = measureAlias('sum', 'Amount');
  const select: SelectItem[] = [
    ...keys.map((expression, at) => ({ expression, alias: keyAlias(at) })),
    { expression: { fn: 'COUNT', of: 'Id' }, alias: countAlias },
    { expression: { fn: 'SUM', of: 'Amount' }, alias: amount },
  ];
  const { rows, shortfall } = isNever(where)
    ? { rows: [], shortfall: null }
    : await readGroups(
        context,
        object,
        {
          object: object.name,
          select,
          where: allOf(where, { op: 'in', path: ownerPath, values: owners }),
          groupBy: keys,
          orderBy: keys.map((path) => ({ path, direction: 'asc' })),
        },
        mostGroups,
      );
  const tallies = new Map(owners.map((owner) => [owner, new Tally()]));
  for (const values of rows) {
    const at = (alias: string): unknown => groupValue({ values }, alias);
    const owner = normalizeCrmId(idOf(at(keyAlias(0))) ?? '');
    const tally = owner === null ? undefined : tallies.get(owner);
    // A group that can't be read may be of any owner: nobody's figures are known without it.
    if (tally === undefined) throw invalidUpstreamValue('one of the owners', owner);
    const isClosed = known(booleanOf(at(keyAlias(1))), 'true or false');
    const isWon = known(booleanOf(at(keyAlias(2))), 'true or false');
    const currency = areSeveral ? known(textOf(at(keyAlias(3))), 'a currency') : main;
    const count = known(intOf(at(countAlias)), 'a number of deals');
    // Deals without an amount add up to none.
    tally.add(
      isWon ? 'won' : isClosed ? 'lost' : 'open',
      count,
      currency,
      floatOf(at(amount)) ?? 0,
    );
  }
  return owners.map((owner) => ({ ...getOrThrow(tallies, owner).figures, shortfall }));
}

function known<T>(value: T | null, expected: string): T {
  if (value === null) throw invalidUpstreamValue(expected, value);
  return value;
}

type Outcome = 'open' | 'won' | 'lost';

class Tally {
  readonly #counts = { open: 0, won: 0, lost: 0 };
  readonly #amounts = new Map<string | null, Record<Outcome, number>>();

  add(outcome: Outcome, count: number, currency: string | null, amount: number): void {
    this.#counts[outcome] += count;
    const amounts = this.#amounts.get(currency) ?? { open: 0, won: 0, lost: 0 };
    amounts[outcome] += amount;
    this.#amounts.set(currency, amounts);
  }

  get figures(): Omit<DealFigures, 'shortfall'> {
    const amounts = [...this.#amounts].map(([currency, sums]) => ({ currency, ...sums }));
    return { ...this.#counts, amounts };
  }
}

const figuresCost =
  (object: CrmObject): Cost =>
  (fieldPlace) => {
    const of = fieldPlace.given('whose deals', (args) => args.of);
    const figures = `figures of ${object.name} ${of}`;
    fieldPlace.estimate.batch('crm', figures, fieldPlace.fanout, mostOwners);
    return fieldPlace.fanout;
  };

/** The lists of several users end together, so that the next step of all of them is one batch. */
const barrier = memoizeByRequest((_context: GraphContext) => new BatchBarrier());

export function defineUserDeals(graph: TypeRegistry, shared: CrmShared): void {
  const { builder, crm } = graph;
  const object = crmType(crm, 'Opportunity').object;
  const filter = getOrThrow(shared.filters, object.name);
  const figures = figuresType(builder);
  const owners = builder.enumType('DealOwners', {
    description: 'Whose deals count for a user of the CRM.',
    values: Object.fromEntries(
      (Object.keys(dealOwners) as DealOwners[]).map((value) => [
        value,
        { value, description: dealOwners[value].description },
      ]),
    ),
  });
  builder.objectFields(crmType(crm, 'User').row, (t) => ({
    opportunities: t.field({
      type: crmType(crm, object.name).connection,
      cost: listCost(object, []),
      description:
        'Deals this user owns. The CRM has no such relationship, so the lists of several users cost a call each; dealFigures of any number of users cost one.',
      args: {
        ...t.arg.connectionArgs(),
        filter: t.arg({ type: filter, description: 'Which of them; evaluated by the CRM.' }),
        orderBy: t.arg({
          type: [getOrThrow(shared.orders, object.name)],
          description: 'In which order; by id unless said otherwise.',
        }),
      },
      resolve: (row, { filter, orderBy, ...args }, context, info) =>
        barrier(context).run(async () =>
          listRecords(context, info, object, {
            args: args as PageArgs,
            owner: row.id,
            filter: { and: [{ ownerId: { eq: row.id } }, ...(filter ? [filter] : [])] },
            orderBy: orderBy as readonly Order[] | null | undefined,
          }),
        ),
    }),
    dealFigures: t.field({
      type: figures,
      cost: figuresCost(object),
      description:
        'How many deals this user owns, or those who report to the user, and what has become of them; one call for all users of a request.',
      args: {
        of: t.arg({ type: owners, required: true, defaultValue: 'USER', description: 'Whose.' }),
        filter: t.arg({
          type: filter,
          description: 'Which deals, such as those closed during a period; evaluated by the CRM.',
        }),
      },
      resolve: async (row, { of, filter }, context, info) => {
        const where = filterCondition(context.model, object, filter as Filter | null | undefined);
        const figures = await figuresOf(context, { object, where, of }, row.id);
        if (figures.shortfall !== null) reportIncomplete(context, info, figures.shortfall);
        return figures;
      },
    }),
  }));
}

function figuresType(builder: Builder): Ref<DealFigures> {
  const amounts = builder.objectRef<DealAmounts>('DealAmounts').implement({
    description:
      'Sums of the amounts of deals in one currency, theirs or, where this CRM converts all sums, the corporate one: currencies are never mixed.',
    fields: (t) => ({
      currency: t.exposeString('currency', {
        description: 'ISO 4217 code; null where the CRM does not tell which the organisation has.',
      }),
      open: t.exposeFloat('open', { nullable: false, description: 'Of open deals.' }),
      won: t.exposeFloat('won', { nullable: false, description: 'Of won deals.' }),
      lost: t.exposeFloat('lost', { nullable: false, description: 'Of lost deals.' }),
    }),
  });
  return builder.objectRef<DealFigures>('DealFigures').implement({
    description: 'Deals counted by what has become of them.',
    fields: (t) => ({
      count: t.int({
        nullable: false,
        description: 'How many.',
        resolve: ({ open, won, lost }) => open + won + lost,
      }),
      open: t.exposeInt('open', { nullable: false, description: 'Not closed yet.' }),
      won: t.exposeInt('won', { nullable: false, description: 'Closed and won.' }),
      lost: t.exposeInt('lost', { nullable: false, description: 'Closed and lost.' }),
      winRate: t.float({
        description:
          'Share of the closed deals that were won, from 0 to 1; null where none is closed.',
        resolve: ({ won, lost }) => (won + lost === 0 ? null : won / (won + lost)),
      }),
      amounts: t.field({
        type: [amounts],
        cost: prefetched,
        nullable: { list: false, items: false },
        description: 'Their amounts, by currency; deals without an amount count as 0.',
        resolve: (row) => [...row.amounts],
      }),
    }),
  });
}
