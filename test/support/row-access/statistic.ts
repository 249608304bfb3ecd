/** Random questions about statistics and coaching, which go by user: of people within own or team they are those that everybody is told, of others there are none. */

import { isDeepStrictEqual } from 'node:util';
import { type GraphQLObjectType, getNamedType, isLeafType } from 'graphql';
import { schema, type World } from '../world.ts';
import type { Oracle } from './oracle.ts';
import { RandomFilters } from './random-filter.ts';
import type { Person, Tally } from './trial.ts';

type Json = Readonly<Record<string, unknown>>;

const lists = ['activity', 'interaction', 'dailyActivity'] as const;
const typeOf: Readonly<Record<string, string>> = {
  ...{ activity: 'UserActivity', interaction: 'UserInteraction' },
  ...{ dailyActivity: 'UserDailyActivity', coaching: 'Coaching' },
};

export class StatisticQuestions extends RandomFilters {
  readonly #users: readonly string[];
  readonly #workspaces: readonly string[];

  constructor(seed: number, oracle: Oracle, workspaces: readonly string[]) {
    super(seed, oracle);
    this.#users = oracle.users.map(({ id }) => String(id));
    this.#workspaces = workspaces;
  }

  /** Every user and row comes with the id of whom it is of. */
  next(): string {
    const list = this.pick(lists);
    const days = `from: "2026-0${1 + this.below(6)}-${10 + this.below(18)}", to: "2026-${this.pick(['07', '08', '09', '10'])}-01"`;
    const some = JSON.stringify(this.some(this.#users, 5));
    const users = this.pick(['', `, users: ${some}`]);
    const team = `workspace: "${this.pick(this.#workspaces)}", ${days}`;
    const row = (name: string): string => `{ user { upstreamId } ${this.#leaves(typeOf[name]!)} }`;
    return this.pick([
      `{ ${list}(first: 100, ${days}${users}) { totalCount nodes ${row(list)} } }`,
      `{ users(first: 100) { nodes { upstreamId activity(${days}) { ${this.#leaves('UserActivity')} } interaction(${days}) { ${this.#leaves('UserInteraction')} } dailyActivity(${days}) { ${this.#leaves('DailyActivity')} } } } }`,
      `{ nodes: users(first: 100) { nodes { upstreamId directReports(first: 50) { nodes { upstreamId interaction(${days}) { ${this.#leaves('UserInteraction')} } } } } } }`,
      `{ coaching(manager: "${this.pick(this.#users)}", first: 100, ${team}) { totalCount nodes ${row('coaching')} } }`,
      `{ users(first: 100) { nodes { upstreamId coaching(first: 100, ${team}) { totalCount nodes ${row('coaching')} } } } }`,
    ]);
  }

  #leaves(name: string): string {
    const fields = Object.values((schema.getType(name) as GraphQLObjectType).getFields());
    const leaves = fields.filter(({ type }) => isLeafType(getNamedType(type)));
    return ['__typename', ...this.some(leaves, 4).map((field) => field.name)].join(' ');
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What everybody is told, without the figures of people beyond own and team. */
function within(value: unknown, people: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((member) => within(member, people));
  if (!isObject(value)) return value;
  const { upstreamId, nodes, user } = value;
  const isOther = typeof upstreamId === 'string' && user === undefined && !people.has(upstreamId);
  const isOfPeople = (node: unknown): boolean => isObject(node) && 'user' in node;
  const rows = Array.isArray(nodes) && nodes.every(isOfPeople) ? nodes : null;
  const shown = rows?.filter((node) => people.has(node.user?.upstreamId));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'nodes') return [name, within(shown ?? nodes, people)];
      if (name === 'totalCount' && shown && member !== null) return [name, shown.length];
      const isFigure = (lists as readonly string[]).includes(name) && isOther;
      return [name, isFigure ? null : within(member, people)];
    }),
  );
}

/** Asks all persons at once, and holds each answer against what everybody is told. */
export async function tryStatistic(
  world: Pick<World, 'as'>,
  persons: readonly Person[],
  query: string,
  tally: Tally,
): Promise<void> {
  tally.questions += 1;
  const all = await world.as(null).ask(query);
  await Promise.all(
    persons.map(async ({ name, viewer, visible }) => {
      const asked = await world.as(viewer).ask(query);
      tally.answers += 1;
      tally.rows += JSON.stringify(asked.data).split('"upstreamId"').length - 1;
      const told = (errors: typeof all.errors) =>
        JSON.stringify(errors?.map(({ message }) => message));
      const wanted = within(all.data, visible.persons.platform);
      if (!isDeepStrictEqual(asked.data, wanted) || told(asked.errors) !== told(all.errors))
        tally.defects.push(
          `${name}: ${JSON.stringify(asked.data).slice(0, 400)} in place of ${JSON.stringify(wanted).slice(0, 400)}, ${told(asked.errors)}\n  ${query}`,
        );
    }),
  );
}
