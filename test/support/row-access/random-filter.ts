/** Random conditions on everything that a list is filtered and ordered by, with values that its rows have. */

import { type GraphQLInputType, getNamedType, isEnumType, isInputObjectType } from 'graphql';
import { seeded } from '../../../src/demo/fault/random-source.ts';
import { callFacts } from '../../../src/graph/links/call-fact.ts';
import { model, schema } from '../world.ts';
import type { Oracle } from './oracle.ts';

/** Whether a filter stands at a list of the root or elsewhere, where less is taken. */
export type Place = 'root' | 'inside';

/** A word that stands in the text without quotes. */
export class Word {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function literal(value: unknown): string {
  if (value instanceof Word) return value.text;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
  return `{ ${members.join(', ')} }`;
}

export class RandomFilters {
  readonly #random: () => number;
  readonly #oracle: Oracle;
  readonly #values = new Map<string, readonly unknown[]>();
  readonly #ids = new Map<string, readonly string[]>();

  constructor(seed: number, oracle: Oracle) {
    this.#random = seeded(seed);
    this.#oracle = oracle;
  }

  below = (limit: number): number => Math.floor(this.#random() * limit);
  chance = (share: number): boolean => this.#random() < share;
  pick<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T;
  }
  some<T>(all: readonly T[], atMost: number): readonly T[] {
    if (all.length === 0) return [];
    const chosen = new Set<T>();
    for (let tries = 0; tries < 2 * atMost && chosen.size < atMost; tries += 1)
      chosen.add(this.pick(all));
    return [...chosen];
  }

  idsOf(object: string): readonly string[] {
    const cached = this.#ids.get(object);
    if (cached !== undefined) return cached;
    const rows = this.#oracle.rows(object === 'Call' ? 'call' : object);
    const ids = rows.map(({ Id, id }) => String(Id ?? id));
    this.#ids.set(object, ids);
    return ids;
  }

  valuesOf(object: string, field: string): readonly unknown[] {
    const key = `${object}.${field}`;
    const cached = this.#values.get(key);
    if (cached !== undefined) return cached;
    const values = this.#oracle
      .rows(object)
      .map((row) => row[field])
      .filter((value) => value !== null && value !== undefined);
    this.#values.set(key, values);
    return values;
  }

  windowArgs(
    field: { readonly args: readonly { name: string; type: GraphQLInputType }[] },
    place: Place = 'inside',
  ) {
    const args: Record<string, unknown> = {};
    const of = (name: string) => field.args.find((arg) => arg.name === name)?.type;
    args[of('last') !== undefined && this.chance(0.15) ? 'last' : 'first'] = 1 + this.below(30);
    const filter = of('filter');
    if (filter !== undefined && this.chance(0.6))
      args.filter = this.filter(getNamedType(filter).name, 2, place);
    const order = of('orderBy');
    if (order !== undefined && this.chance(0.5))
      args.orderBy = [this.order(getNamedType(order).name, place)];
    return `(${literal(args).slice(2, -2)})`;
  }

  order(name: string, place: Place): Record<string, unknown> {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) throw new TypeError(name);
    if (place === 'root' && type.getFields().callCount !== undefined && this.chance(0.2))
      return {
        callCount: this.chance(0.5) ? {} : { scope: ['External'] },
        direction: new Word('DESC'),
      };
    const fields = getNamedType(type.getFields().field!.type);
    if (!isEnumType(fields)) throw new TypeError(name);
    const field = new Word(this.pick(fields.getValues()).name);
    return { field, direction: new Word(this.pick(['ASC', 'DESC'])) };
  }

  /** A filter of this type, of one or two conditions. */
  filter(name: string, depth: number, place: Place = 'inside'): Record<string, unknown> {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) throw new TypeError(name);
    const object = model.objectOfType(name.replace(/Filter$/, ''));
    const all = Object.values(type.getFields()).map((field) => ({
      ...{ name: field.name, kind: getNamedType(field.type).name },
    }));
    const filled = all.filter(({ name: field, kind }) => {
      // Only lists at the root take conditions on children and calls, and only at the top.
      if (/(Relation|LastCall|CallCount|CallFact)Filter$/.test(kind)) return place === 'root';
      if (['and', 'or', 'not'].includes(field)) return depth > 0;
      if (!/^(String|ID|Int|Float|Date|DateTime|Boolean)Filter$/.test(kind)) return true;
      const column = object?.fields.find(({ graphName }) => graphName === field);
      return column !== undefined && this.valuesOf(object!.name, column.name).length > 0;
    });
    const nested = filled.filter(
      ({ name: field, kind }) =>
        /(Relation|^(?!String|ID|Int|Float|Date|DateTime|Boolean|MultiPicklist).*)Filter$/.test(
          kind,
        ) && field !== 'not',
    );
    const filter: Record<string, unknown> = {};
    for (const { name: field, kind } of this.some(
      depth > 0 && nested.length > 0 && this.chance(0.5) ? nested : filled,
      this.chance(0.25) ? 2 : 1,
    )) {
      const condition = this.#condition(object?.name ?? '', field, kind, depth);
      if (condition !== null) filter[field] = condition;
    }
    return filter;
  }

  #condition(object: string, field: string, kind: string, depth: number): unknown {
    if (kind === 'LastCallFilter' || kind === 'OpportunityLastCallFilter')
      return this.pick([{ none: true }, { none: false }, { after: '2026-08-01T00:00:00Z' }]);
    if (kind === 'CallCountFilter') return { atLeast: 1 + this.below(4) };
    if (kind === 'CallFactFilter') {
      const fact = new Word(this.pick(Object.keys(callFacts).filter((name) => name !== 'HEARD')));
      const of = { withinDays: 1 + this.below(300) };
      return { fact, of, [this.pick(['atLeast', 'atMost'])]: this.below(4) };
    }
    if (kind === 'CallAbout') return null;
    if (field === 'and' || field === 'or')
      return depth > 0 ? [this.filter(kind, 0), this.filter(kind, 0)] : null;
    if (field === 'not') return depth > 0 ? this.filter(kind, 0) : null;
    if (kind.endsWith('RelationFilter')) {
      if (depth === 0) return null;
      const child = this.filter(kind.replace('RelationFilter', 'Filter'), depth - 1);
      return { [this.pick(['some', 'none'])]: this.chance(0.4) ? {} : child };
    }
    if (kind === 'MultiPicklistFilter') return { isNull: this.chance(0.5) };
    if (!/^(String|ID|Int|Float|Date|DateTime|Boolean)Filter$/.test(kind))
      return depth > 0 ? this.filter(kind, depth - 1) : null;
    const column = model.object(object)?.fields.find(({ graphName }) => graphName === field)?.name;
    const values = column === undefined ? [] : this.valuesOf(object, column);
    if (kind !== 'BooleanFilter' && (values.length === 0 || this.chance(0.15)))
      return { isNull: this.chance(0.5) };
    if (kind === 'BooleanFilter') return { eq: this.chance(0.5) };
    const value = this.pick(values);
    if (kind === 'IDFilter' || (kind === 'StringFilter' && this.chance(0.6)))
      return this.pick<object>([
        { eq: value },
        { ne: value },
        { in: this.some(values, 5) },
        { nin: this.some(values, 3) },
      ]);
    if (kind === 'StringFilter')
      return { [this.pick(['contains', 'startsWith'])]: String(value).slice(0, 3) };
    return { [this.pick(['gt', 'gte', 'lt', 'lte', 'eq'])]: value };
  }
}
