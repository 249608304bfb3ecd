/**
 * Readable queries: a statement that the CRM refuses, because its user may not read a part of it, is asked again
 * without the part, and what the refusal teaches is kept for all that are asked after it.
 */

import type { CrmObject } from '../../contract/crm/model.ts';
import { mostReadableFields } from '../../contract/crm/readable-field.ts';
import type { Answer, Row } from '../../contract/wire/execute.ts';
import type { GraphContext, PageOptions } from '../../engine/context.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import { HiddenPartError, UpstreamError } from '../../errors.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import { type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import type { Query } from '../../soql/query.ts';
import { AllowanceSpentError } from '../../upstream/request-allowance.ts';
import { withCurrencies } from './currency-statement.ts';
import { isLookedUpNow, lookUpBeforehand, lookUpFields } from './field-lookup.ts';
import { type AskStatement, askPlainly, type NamedQuery, namedQuery } from './named-query.ts';
import {
  type CrmPart,
  nameOf,
  type ObjectQuery,
  type ReadableStatement,
  readableStatement,
  statementParts,
  stepsOf,
  withFills,
} from './readable-statement.ts';
import { type ViewersQuery, viewersQuery } from './row-visibility.ts';
import { askSplit } from './split-statement.ts';
import { tryByHalves } from './statement-half.ts';

/** Makes of rows as the CRM sent them those that are shown: with errors in place of what is hidden. */
export type FinishRows = (rows: readonly Row[]) => readonly Row[];

/**
 * Answers a query without what is unreadable, at once where `run` does; in its place rows have the part's error. It is
 * the viewer's query: of rows that the viewer may not see it knows nothing.
 * @param run sends what is left of the query, with these options besides its own.
 * @throws HiddenPartError where nothing can be left out: the object, or what it is filtered, ordered or grouped by
 */
export function askReadable(
  context: GraphContext,
  object: CrmObject,
  requested: Query,
  run: (query: Query, options: PageOptions, finish: FinishRows) => MaybePromise<Answer>,
): MaybePromise<Answer> {
  return thenMaybe(
    viewersQuery(context, object, requested),
    ({ query: visible, judged, fills, split, unfit }) => {
      const ask = (query: Query) => askFitting(context, object, { query, judged, fills }, run);
      const askFit = ({ query, split }: NamedQuery) =>
        split === null ? ask(query) : askSplit(context, object, split, ask);
      if (unfit === null) return askFit({ query: visible, split });
      return namedQuery(context, object, visible, unfit, idsAsker(context)).then(askFit);
    },
  );
}

/** Asks statements that already say which rows are visible, for the ids of those rows. */
const idsAsker =
  (context: GraphContext): AskStatement =>
  (object, query, page) =>
    askFitting(context, object, { query, judged: asTheyAre, fills: [] }, (left, repeat) =>
      askPlainly(context, object, left, { ...page, ...repeat }),
    );

const asTheyAre: FinishRows = (rows) => rows;

/** The same for a query whose statement fits. */
function askFitting(
  context: GraphContext,
  object: CrmObject,
  { query: visible, judged, fills: apart }: Pick<ViewersQuery, 'query' | 'judged' | 'fills'>,
  run: Parameters<typeof askReadable>[3],
): MaybePromise<Answer> {
  const lesson = new Lesson(context);
  return thenMaybe(withCurrencies(context, visible), ({ query, fills: currencies }) => {
    const ask = (): MaybePromise<Answer> => {
      const { query: sent, fills: hidden } = readable(context, object, query);
      const fills = [...currencies, ...hidden, ...apart];
      const finish: FinishRows = (rows) => judged(withFills(rows, fills));
      const whole = (answer: Answer): Answer => {
        const rows = finish(answer.rows);
        if (rows === answer.rows) return answer;
        // Rows that are hidden were not announced either.
        const hidden = answer.rows.length - rows.length;
        const { total } = answer.page;
        const page = hidden > 0 && total !== null ? { total: total - hidden } : {};
        return { ...answer, rows, page: { ...answer.page, ...page } };
      };
      const answer = run(sent, lesson.options, finish);
      if (!(answer instanceof Promise)) return whole(answer);
      return answer.then(whole, async (error: unknown) => {
        await lesson.learn([{ object, query: sent }], error);
        return ask();
      });
    };
    return thenMaybe(lesson.begin([{ object, query }]), ask);
  });
}

/** A search of several objects, as it was answered. */
export interface ReadableSearch {
  readonly answer: Answer;
  /** What each query lacks; its error where nothing of it is left. In the order of the queries. */
  readonly queries: readonly (SearchedQuery | HiddenPartError)[];
}

interface SearchedQuery {
  readonly query: Query;
  readonly finish: FinishRows;
}

/** A viewer's query of one of the objects. */
export interface ViewersSearch extends ObjectQuery, Pick<ViewersQuery, 'judged'> {}

/**
 * Answers one statement of several viewer's queries, without what is unreadable.
 * @throws HiddenPartError where no query is left
 */
export async function askReadableTogether(
  context: GraphContext,
  requested: readonly ViewersSearch[],
  run: (queries: readonly Query[], options: PageOptions) => Promise<Answer>,
): Promise<ReadableSearch> {
  const lesson = new Lesson(context);
  const plain = await Promise.all(requested.map(({ query }) => withCurrencies(context, query)));
  await lesson.begin(requested.map(({ object }, at) => ({ object, query: plain[at]!.query })));
  for (;;) {
    const queries = requested.map(({ object, judged }, at) => {
      const { query, fills } = plain[at]!;
      const left = readableOrError(context, object, query);
      if (left instanceof HiddenPartError) return left;
      const all = [...fills, ...left.fills];
      const finish: FinishRows = (rows) => judged(withFills(rows, all));
      return { query: left.query, finish };
    });
    const left = queries.flatMap((query, at) =>
      query instanceof HiddenPartError
        ? []
        : [{ object: requested[at]!.object, query: query.query }],
    );
    const [first] = queries;
    if (left.length === 0 && first instanceof HiddenPartError) throw first;
    try {
      const answer = await run(
        left.map(({ query }) => query),
        lesson.options,
      );
      return { answer, queries };
    } catch (error) {
      await lesson.learn(left, error);
    }
  }
}

/**
 * A record that is not there looks like one of an object that is hidden.
 * @throws HiddenPartError where the object is, UpstreamError where that can't be found out
 */
export async function expectReadable(context: GraphContext, object: CrmObject): Promise<void> {
  const { unreadable } = context.connector;
  const query = { object: object.name, select: [] };
  const isOpen = () => !unreadable.isWhole(object.name) && !unreadable.has(object.name);
  try {
    if (isOpen()) await lookUpFields(context, [object]);
    if (isOpen()) await tryByHalves(context, [{ object, query }]);
  } catch (failure) {
    throw failure instanceof AllowanceSpentError ? unpaid(object) : failure;
  }
  readable(context, object, query);
}

function readableOrError(
  context: GraphContext,
  object: CrmObject,
  query: Query,
): ReadableStatement | HiddenPartError {
  try {
    return readable(context, object, query);
  } catch (error) {
    if (error instanceof HiddenPartError) return error;
    throw error;
  }
}

/** The query as far as its parts are readable, as far as is known. */
const readable = (context: GraphContext, object: CrmObject, query: Query) =>
  context.connector.unreadable.isEmpty
    ? { query, fills: [] }
    : readableStatement(context.model, context.connector.unreadable, query, object);

/** What the request has asked for so far, so that one look-up teaches of all of it. */
const statementsOf = memoizeByRequest((_context): ObjectQuery[] => []);

/** Declared fields of the objects that one look-up asks for besides its statement's: the CRM shows one page of fields. */
const mostFieldsBeside = mostReadableFields / 2;

/** What the CRM's descriptions and the refusals of one statement teach. */
class Lesson {
  readonly #context: GraphContext;
  #refusals = 0;
  /** Objects whose fields were looked up for this statement. */
  readonly #lookedUp = new Set<string>();

  constructor(context: GraphContext) {
    this.#context = context;
  }

  /**
   * Of the next call. A refused statement was paid for and brought nothing: sent again without the part, it takes
   * nothing from what others are to send. Once, since a further refusal may teach as little as one field each.
   */
  get options(): PageOptions {
    return this.#refusals === 1 ? { isRepeat: true } : {};
  }

  /** Before the first try: where the service describes objects, nothing has to be refused. */
  begin(requested: readonly ObjectQuery[]): MaybePromise<void> {
    const { unreadable, describesFields } = this.#context.connector;
    if (!describesFields()) {
      statementsOf(this.#context).push(...requested);
      return;
    }
    const open = this.#objects(requested).filter(({ name }) => !unreadable.isWhole(name));
    if (open.length > 0) return lookUpBeforehand(this.#context, open);
  }

  /** @throws the error itself where it teaches nothing, or another where the request can't pay for what it takes to learn. */
  async learn(sent: readonly ObjectQuery[], error: unknown): Promise<void> {
    if (error instanceof AllowanceSpentError && this.#refusals > 0) throw unpaid(sent[0]!.object);
    if (!(error instanceof UpstreamError) || error.refused === undefined) throw error;
    this.#refusals += 1;
    // Another's refusal or look-up has taught it since this was sent.
    if (this.#isTaught(sent)) return;
    const { unreadable } = this.#context.connector;
    const [named, ...others] = this.#candidates(sent, error.refused);
    const isSure = named !== undefined && others.length === 0;
    if (isSure) unreadable.hide(named.object.name, named.member);
    if (isSure && !this.#isLeft(sent)) return;
    this.#context.allowance.spentOn = 'Finding out what the CRM shows its user';
    // The last call is for the statement itself, where something is known that it can do without.
    const isLast = this.#refusals > 1 && this.#context.allowance.left < 2;
    if (isSure && isLast && !isLookedUpNow(this.#context, this.#objects(sent))) return;
    try {
      await this.#lookUp(sent, named ?? null);
      if (!this.#isTaught(sent) && !isSure) await tryByHalves(this.#context, sent);
    } catch (failure) {
      // What the refusal named is known, whatever else is not.
      if (!isSure) throw failure instanceof AllowanceSpentError ? unpaid(sent[0]!.object) : failure;
    }
    if (this.#isTaught(sent)) return;
    // What earlier trials found holds no more.
    unreadable.tries.clear();
    throw error;
  }

  /** Whether what is known by now changes the statement. */
  #isTaught(sent: readonly ObjectQuery[]): boolean {
    return sent.some((query) => this.#hiddenParts(query) !== 0);
  }

  /** Whether anything of the statement can still be asked. */
  #isLeft(sent: readonly ObjectQuery[]): boolean {
    return sent.some((query) => this.#hiddenParts(query) !== null);
  }

  /** Number of parts that are left out of a query by now; null where it can't be asked any more. */
  #hiddenParts({ object, query }: ObjectQuery): number | null {
    const left = readableOrError(this.#context, object, query);
    return left instanceof HiddenPartError ? null : left.fills.length;
  }

  /** The parts that a refusal may mean, each once: a name may be that of several objects' fields. */
  #candidates(
    sent: readonly ObjectQuery[],
    { name, object: on }: NonNullable<UpstreamError['refused']>,
  ): readonly CrmPart[] {
    if (name === null) return [];
    const { model } = this.#context;
    const is = (name: string | undefined, other: string): boolean =>
      name?.toLowerCase() === other.toLowerCase();
    const parts = sent.flatMap(({ object, query }) => statementParts(model, query, object));
    const named =
      on === null
        ? parts.filter((part) => is(part.member ?? part.object.name, name))
        : parts.filter(({ object, member }) => is(object.name, on) && is(member, name));
    const shared =
      named.length > 0 || on === null
        ? []
        : parts.filter(({ member }) => member?.endsWith(`.${name}`));
    // Of a path any step may be meant.
    const steps = named
      .filter(({ member }) => on === null && member?.includes('.') === true)
      .flatMap(({ object, member = '' }) => stepsOf(model, object, member).map(({ part }) => part));
    return [
      ...new Map([...named, ...shared, ...steps].map((part) => [nameOf(part), part])).values(),
    ];
  }

  /** Looks up the readable fields of all objects of the statement, once. */
  async #lookUp(sent: readonly ObjectQuery[], named: CrmPart | null): Promise<void> {
    const { unreadable } = this.#context.connector;
    const objects = new Set([...(named === null ? [] : [named.object]), ...this.#objects(sent)]);
    // What is refused although its object was described: rights are others since, maybe of all objects.
    const isStale = named !== null && unreadable.isWhole(named.object.name);
    const isOpen = ({ name }: CrmObject): boolean =>
      !this.#lookedUp.has(name) && (isStale || !unreadable.isWhole(name));
    const open = [...objects].filter(isOpen);
    if (open.length === 0) return;
    const all = this.#withOthers(open, isOpen);
    for (const { name } of all) this.#lookedUp.add(name);
    await lookUpFields(this.#context, all);
  }

  /** With the objects of what else the request asks, which may be refused as well, as far as a page holds their fields. */
  #withOthers(open: readonly CrmObject[], isOpen: (object: CrmObject) => boolean) {
    const all = new Set(open);
    let fields = open.reduce((sum, object) => sum + object.fields.length, 0);
    for (const object of this.#objects(statementsOf(this.#context))) {
      fields += object.fields.length;
      if (fields <= mostFieldsBeside && isOpen(object)) all.add(object);
    }
    return [...all];
  }

  #objects(sent: readonly ObjectQuery[]): readonly CrmObject[] {
    const { model } = this.#context;
    const parts = sent.flatMap(({ object, query }) => statementParts(model, query, object));
    return [...new Set(parts.map(({ object }) => object))];
  }
}

function unpaid({ entity }: CrmObject): UpstreamError {
  const message =
    'The CRM does not show all of this to its user, and to find out what it does show would take more upstream calls than this query may send; ask it again.';
  return new UpstreamError('SCAN_LIMIT', message, listSite(entity), {
    attempts: 0,
    retryable: true,
  });
}
