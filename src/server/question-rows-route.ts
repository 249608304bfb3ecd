/** Route `/queries/NAME`: the rows of a saved question, all pages of them, for programs that read an address: spreadsheets, Grafana, pandas. */

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type GraphQLInputType, type GraphQLSchema, parseType, typeFromAST } from 'graphql';
import { beginningOf, UserInputError } from '../errors.ts';
import type { IncompleteList } from '../fetch/incomplete-list.ts';
import { getOrThrow } from '../get-or-throw.ts';
import { joinedLists, type WalkedPage, walkPages } from '../questions/page-walk.ts';
import { PageFailure } from '../questions/row-page.ts';
import { incompleteKey, type RowFormat, rowFormats, rowText } from '../questions/row-text.ts';
import { addressParameters, type Question, selectionWith } from '../questions/saved-question.ts';
import { nearestText, valueOfTexts } from '../questions/variable-input.ts';
import { attachmentOf } from './attachment.ts';
import { HttpError } from './error-response.ts';
import { HeldAnswer } from './held-answer.ts';
import { type Route, readOnly } from './http-server.ts';
import type { Authenticator } from './identity/authentication.ts';
import type { AnswerSizes } from './limit/answer-size.ts';
import { answerCors, refuseForeign } from './origin-policy.ts';
import { type AnswerHere, failureOf, QuestionPages } from './question-page.ts';
import { questionPath, questionPrefix } from './question-route.ts';
import type { RequestRecord } from './request-record.ts';

/** Most rows of an answer; an export has no bound. */
export const maxQuestionRows = 10_000;

interface QuestionRowsOptions {
  readonly schema: GraphQLSchema;
  readonly questions: readonly Question[];
  readonly corsOrigins: readonly string[];
  readonly authenticator: Authenticator;
  readonly sizes: AnswerSizes;
  readonly answerHere: AnswerHere;
}

/** A question as an address asks it. */
interface Asked {
  readonly question: Question;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly format: RowFormat;
  /** Whether rows may be missing from a table that can't say so. */
  readonly takesPart: boolean;
}

export function createQuestionRowsRoute(options: QuestionRowsOptions): Route {
  const questions = new Map(options.questions.map((question) => [question.name, question]));
  const rows = readOnly(async (request, response, record) => {
    refuseForeign(request, options.corsOrigins);
    const { headers } = request;
    record.identity = await options.authenticator.authenticate(headers.authorization, headers);
    const asked = readAddress(request.url ?? '', questions, options.schema);
    try {
      await answerRows(options, asked, request, response, record);
    } catch (error) {
      // Whoever asked has left.
      if (!record.isOver) throw error;
    }
  });
  return (request, response, record) =>
    answerCors(request, response, options.corsOrigins)
      ? undefined
      : rows(request, response, record);
}

const badRequest = (message: string): HttpError => new HttpError(400, 'BAD_USER_INPUT', message);

/** @throws HttpError 404 for an unknown name, 400 for anything else that is not of the question. */
function readAddress(
  url: string,
  questions: ReadonlyMap<string, Question>,
  schema: GraphQLSchema,
): Asked {
  const [path = '', ...rest] = url.split('?');
  const name = decoded(path.slice(questionPrefix.length));
  const question = name === null ? undefined : questions.get(name);
  if (question === undefined) {
    const near = nearestText(name ?? '', [...questions.keys()]);
    const message = `Expected the name of a saved question, as ${questionPath} lists them; got ${JSON.stringify(beginningOf(name ?? path, 60))}.${near}`;
    throw new HttpError(404, 'DOCUMENT_NOT_FOUND', message);
  }
  const search = rest.join('?');
  if (decoded(search) === null)
    throw badRequest('Expected a query string of UTF-8, percent-encoded; got other bytes.');
  const params = new URLSearchParams(search);
  const texts = Map.groupBy(params, ([key]) => key);
  const one = (key: string): string | null => {
    const values = params.getAll(key);
    if (values.length > 1) throw badRequest(`${key}: expected one value; got ${values.length}.`);
    return values[0] ?? null;
  };
  const format = rowFormats.find((format) => format === (one('format') ?? 'json'));
  if (format === undefined)
    throw badRequest(
      `format: expected one of ${rowFormats.join(', ')}; got ${JSON.stringify(beginningOf(one('format')!, 60))}.`,
    );
  const partial = one('partial');
  if (partial !== null && partial !== '1')
    throw badRequest(
      `partial: expected 1, or nothing; got ${JSON.stringify(beginningOf(partial, 60))}.`,
    );
  for (const key of addressParameters) texts.delete(key);
  return {
    question,
    format,
    takesPart: partial === '1',
    variables: variablesOf(
      question,
      new Map([...texts].map(([key, entries]) => [key, entries.map(([, text]) => text)])),
      schema,
    ),
  };
}

/** @returns null for bytes that are no UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function variablesOf(
  { name, variables }: Question,
  texts: ReadonlyMap<string, readonly string[]>,
  schema: GraphQLSchema,
): Readonly<Record<string, unknown>> {
  const names = variables.map((variable) => variable.name);
  const unknown = [...texts.keys()].find((key) => !names.includes(key));
  if (unknown !== undefined) {
    const all = [...names, ...addressParameters];
    throw badRequest(
      `Expected a variable of ${name} (${names.join(', ') || 'it has none'}), ${addressParameters.join(' or ')}; got ${JSON.stringify(beginningOf(unknown, 60))}.${nearestText(unknown, all)}`,
    );
  }
  const missing = variables.find((variable) => variable.isRequired && !texts.has(variable.name));
  if (missing !== undefined)
    throw badRequest(
      `${missing.name}: expected ${missing.type} (${missing.description}); got none.`,
    );
  return Object.fromEntries(
    variables
      .filter((variable) => texts.has(variable.name))
      .map((variable) => {
        const type = typeFromAST(schema, parseType(variable.type)) as GraphQLInputType;
        try {
          return [
            variable.name,
            valueOfTexts(variable.name, type, getOrThrow(texts, variable.name)),
          ];
        } catch (error) {
          throw error instanceof UserInputError ? badRequest(error.message) : error;
        }
      }),
  );
}

async function answerRows(
  { sizes, answerHere }: QuestionRowsOptions,
  { question, variables, format, takesPart }: Asked,
  request: IncomingMessage,
  response: ServerResponse,
  record: RequestRecord,
): Promise<void> {
  const selection = selectionWith(question, variables);
  const { path } = selection;
  const text = rowText(format, selection.columns);
  let incomplete: readonly IncompleteList[] = [];
  const lack = (lists: readonly IncompleteList[]): void => {
    incomplete = joinedLists(incomplete, lists);
  };
  /** A table that would be short without a word. */
  const isUnsayable = (): boolean => incomplete.length > 0 && format === 'csv' && !takesPart;
  const headers = (): OutgoingHttpHeaders => ({
    'content-type': `${text.mediaType}; charset=utf-8`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    ...(format === 'csv' && { 'content-disposition': attachmentOf(`${question.name}.csv`) }),
    ...(incomplete.length > 0 && { [incompleteKey]: headerText(sentencesOf(incomplete)) }),
  });
  const answer = new HeldAnswer({ response, record, sizes, headers });
  const pages = new QuestionPages(answerHere, request, record);
  const { query } = question;
  let rows = 0;
  let isFirst = true;
  try {
    const walk = { query, variables, selection, unnest: null, after: null };
    for await (const page of walkPages(pages, walk)) {
      const room = maxQuestionRows - rows;
      const isBeyond = page.rows.length > room || (page.rows.length === room && page.next !== null);
      lack([...page.incomplete, ...doubtsOf(page, path), ...absencesOf(pages)]);
      // A list that counts itself is known to be too long from its first page on.
      if (isBeyond || (page.total ?? 0) > maxQuestionRows) lack([beyondBound(path, page.total)]);
      if (isUnsayable()) break;
      const taken = page.rows.slice(0, room);
      await answer.add((isFirst ? text.head : '') + text.page(taken, rows === 0));
      isFirst = false;
      rows += taken.length;
      if (isBeyond) break;
    }
  } catch (error) {
    const failure = refusalOf(error);
    // Before the first page it is the answer; behind it the rows so far are, and say that others are missing.
    if (isFirst || record.isOver || failure === null) throw failure ?? error;
    lack([missing(path, `The pages end before the last one: ${failure.message}`)]);
  }
  // Of one that has begun the connection is cut, which no client takes for an end.
  if (isUnsayable()) throw unsayable(incomplete);
  await answer.add(text.end({ incomplete, leftOut: pages.extensions?.leftOut ?? [] }));
  answer.end();
}

/** Null for a fault of ours. */
function refusalOf(error: unknown): HttpError | null {
  if (error instanceof PageFailure) return failureOf(error);
  if (error instanceof UserInputError) return badRequest(error.message);
  return error instanceof HttpError ? error : null;
}

const missing = (path: IncompleteList['path'], message: string): IncompleteList => ({
  path,
  message,
  expected: null,
  received: null,
});

const beyondBound = (path: IncompleteList['path'], total: number | null): IncompleteList => ({
  path,
  message: `An address answers at most ${maxQuestionRows} rows; there are more. "switchboard run NAME --out FILE" writes all.`,
  expected: total,
  received: maxQuestionRows,
});

const doubtsOf = ({ doubtful }: WalkedPage, path: IncompleteList['path']) =>
  doubtful === 0
    ? []
    : [missing(path, "Lists inside rows may have ended early, as the upstream's pages did.")];

/** Why nothing of a system is shown to the viewer: an empty table would be taken for an answer. */
const absencesOf = ({ extensions }: QuestionPages): readonly IncompleteList[] =>
  (extensions?.notFound ?? []).map((message) => missing([], message));

const sentencesOf = (lists: readonly IncompleteList[]): string =>
  [...new Set(lists.map(({ message }) => message))].join(' ');

const unsayable = (lists: readonly IncompleteList[]): HttpError =>
  new HttpError(
    502,
    'SCAN_LIMIT',
    `Rows are missing, which CSV can't say: ${sentencesOf(lists)} With partial=1 it is answered nevertheless.`,
    { headers: { [incompleteKey]: headerText(sentencesOf(lists)) } },
  );

const longestHeader = 1_000;

/** A text as a header may have it. */
const headerText = (text: string): string =>
  beginningOf(text.replaceAll('’', "'").replace(/[^\x20-\x7e]+/g, '?'), longestHeader);
