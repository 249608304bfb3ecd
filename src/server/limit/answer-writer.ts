/**
 * Answer writer: the one place where an answer becomes bytes. Whatever its form and its members, it is measured
 * before it is written, replaced by an error where it is too large, and counted until it is read.
 */

import type { ExecutionResult, GraphQLError } from 'graphql';
import { ErrorTally } from '../../engine/execute/error-tally.ts';
import { TooMuchData } from '../../engine/execute/field-error.ts';
import { jsonBytes, leastBytes, mostBytesPerUnit } from '../../engine/execute/json-size.ts';
import { SwitchboardError } from '../../errors.ts';
import { type Body, CachedAnswer } from '../answer-cache.ts';
import { codeOf, presentedError } from '../error-response.ts';
import type { RequestRecord } from '../request-record.ts';
import type { AnswerSizes } from './answer-size.ts';

interface WriterOptions {
  readonly sizes: AnswerSizes;
  /** Errors that one answer names. */
  readonly maxErrors: number;
  /** A failure as clients see it. */
  readonly mask: (error: unknown) => GraphQLError;
  /** `extensions` of an answer that another one stands in for: nothing of that may be in it. */
  readonly leastExtensions: (record: RequestRecord) => object;
}

interface Written {
  readonly body: Body;
  /** Whether an error stands in place of the answer. */
  readonly isReplaced: boolean;
}

/** A part of an answer as Yoga sends it. */
export interface WrittenPart {
  readonly hasNext: boolean;
  readonly stringify: () => string;
}

type Errors = readonly GraphQLError[];

/** A part as an executor makes it. */
interface Part extends ExecutionResult {
  readonly hasNext?: boolean;
  readonly incremental?: readonly { readonly errors?: Errors }[];
}

/** Most bytes around a part: the lines of multipart or of an event, and those before the first and after the last. */
const frameBytes = 128;
/** Braces, colons and commas around the members. */
const slackBytes = 32;

export class AnswerWriter {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Counts the errors of one request. */
  tally(): ErrorTally {
    return new ErrorTally(this.#options.maxErrors, codeOf);
  }

  /** @param isFramed whether it may be sent as a part, although there is no other. */
  write(record: RequestRecord, result: ExecutionResult, isFramed = false): Written {
    const { sizes, mask, leastExtensions } = this.#options;
    const frame = isFramed ? frameBytes : 0;
    try {
      const answer = this.#clientForm(record, result);
      sizes.admit(record, this.#measure(record, answer) + frame);
      const body = bodyOf(answer);
      sizes.recount(record, body.bytes + frame);
      if (body.bytes > sizes.answerBytes) throw this.tooLarge();
      return { body, isReplaced: false };
    } catch (error) {
      const errors = [formOf(mask(error))];
      const extensions = leastExtensions(record);
      const body = bodyOf(
        result.data === undefined ? { errors, extensions } : { errors, data: null, extensions },
      );
      sizes.recount(record, body.bytes + frame);
      return { body, isReplaced: true };
    }
  }

  /** @throws HttpError 503 without room */
  writeCached(record: RequestRecord, answer: CachedAnswer, extensions: object): Body {
    const { sizes } = this.#options;
    sizes.admit(record, answer.bytes + leastBytes(extensions));
    const body = answer.body(extensions);
    sizes.recount(record, body.bytes);
    return body;
  }

  /** Whether the data may be written at all: the text of a larger one would be made in vain. */
  mayWrite(record: RequestRecord, data: unknown): boolean {
    const { answerBytes } = this.#options.sizes;
    return data instanceof CachedAnswer || dataBytesOf(record, data, answerBytes) <= answerBytes;
  }

  /** Writes the parts of one answer, each as it is made; all together are within the limit. */
  ofParts(
    record: RequestRecord,
    extensions: (record: RequestRecord) => object,
  ): { part(part: object): WrittenPart; failed(error: unknown): WrittenPart } {
    const { sizes, mask, leastExtensions } = this.#options;
    const tally = record.errors ?? this.tally();
    let left = sizes.answerBytes;
    let named = 0;
    const limited = (errors: Errors | undefined): object | null => {
      if (errors === undefined) return null;
      const limitedErrors = tally.within(errors, named);
      named += limitedErrors.length;
      return limitedErrors.length === 0
        ? null
        : { errors: limitedErrors.map((error) => formOf(mask(error))) };
    };
    const formOfPart = ({ errors, incremental, ...members }: Part): object => {
      const ownErrors = limited(errors);
      const below = incremental?.map(({ errors: inside, ...below }) => ({
        ...below,
        ...limited(inside),
      }));
      const isLast = members.hasNext === false;
      const summary = isLast ? this.#summary(tally) : null;
      return {
        ...members,
        ...(below !== undefined && { incremental: below }),
        ...ownErrors,
        ...(summary !== null && { errors: [summary] }),
        ...(isLast && { extensions: { ...members.extensions, ...extensions(record) } }),
      };
    };
    const written = (text: string, hasNext: boolean): WrittenPart => ({
      hasNext,
      stringify: () => text,
    });
    return {
      part: (raw) => {
        const part = formOfPart(raw as Part);
        if (record.calls?.isTooMuch) throw this.tooLarge();
        const bytes = jsonBytes(part, left) + frameBytes;
        left -= bytes;
        if (left < 0) throw this.tooLarge();
        sizes.admit(record, bytes);
        return written(JSON.stringify(part), (raw as Part).hasNext !== false);
      },
      failed: (error) => {
        const errors = [formOf(mask(error instanceof TooMuchData ? this.tooLarge() : error))];
        const extensions = leastExtensions(record);
        const text = JSON.stringify({ errors, hasNext: false, extensions });
        sizes.count(record, Buffer.byteLength(text) + frameBytes);
        return written(text, false);
      },
    };
  }

  /** The error in place of an answer that is too large. */
  tooLarge(): SwitchboardError {
    return new SwitchboardError(
      'QUERY_TOO_COSTLY',
      `Expected an answer of at most ${this.#options.sizes.answerBytes} bytes; got more. Ask for smaller pages or fewer fields.`,
      false,
    );
  }

  /** The answer with its errors as clients see them. */
  #clientForm(record: RequestRecord, result: ExecutionResult): ExecutionResult {
    const { mask } = this.#options;
    const { errors, ...members } = result;
    if (errors === undefined) return result;
    const tally = record.errors ?? this.tally();
    const limitedErrors = tally.within(errors).map((error) => formOf(mask(error)));
    const summary = this.#summary(tally);
    if (summary !== null) limitedErrors.push(summary);
    return { errors: limitedErrors as Errors, ...members };
  }

  /** The error that counts those an answer does not name; null where it names all. */
  #summary(tally: ErrorTally): object | null {
    const summary = tally.summary();
    if (summary === null) return null;
    for (const example of tally.examples.values()) this.#options.mask(example);
    const { count, ...members } = summary;
    const message = `Expected at most ${tally.most} errors in an answer; got ${count} more, which are counted here by code and path.`;
    return formOf(presentedError('QUERY_TOO_COSTLY', message, members));
  }

  /** Bytes of an answer: exact, or less where it is too small to become too large. @throws SwitchboardError too large */
  #measure(record: RequestRecord, { data, ...members }: ExecutionResult): number {
    const { answerBytes } = this.#options.sizes;
    if (record.calls?.isTooMuch) throw this.tooLarge();
    let bytes = slackBytes + sizeWithin(leastBytes(members, answerBytes), members, answerBytes);
    if (data instanceof CachedAnswer) bytes += data.bytes;
    else if (data !== undefined && bytes <= answerBytes)
      bytes += dataBytesOf(record, data, answerBytes - bytes);
    if (bytes > answerBytes) throw this.tooLarge();
    return bytes;
  }
}

/** Bytes of the data: at least, where they can't come near the limit, else exactly. */
function dataBytesOf(record: RequestRecord, data: unknown, limit: number): number {
  const { dataBytes } = record;
  if (dataBytes === Infinity) return dataBytes;
  const least = dataBytes ?? leastBytes(data, limit);
  if (!isNearLimit(least, limit)) return least;
  // A large answer takes as long to measure as to write: once, whoever asks.
  record.exactDataBytes ??= jsonBytes(data, limit);
  return record.exactDataBytes;
}

function sizeWithin(least: number, value: unknown, limit: number): number {
  return isNearLimit(least, limit) ? jsonBytes(value, limit) : least;
}

const isNearLimit = (least: number, limit: number): boolean => least * mostBytesPerUnit > limit;

function bodyOf(result: object): Body {
  const { data, extensions } = result as ExecutionResult;
  if (data instanceof CachedAnswer) return data.body(extensions);
  const text = JSON.stringify(result);
  return { text, bytes: Buffer.byteLength(text) };
}

/** An error as it is written: what it says of the HTTP answer is not for the client. */
function formOf(error: GraphQLError): object {
  const form = error.toJSON();
  if (form.extensions === undefined || !('http' in form.extensions)) return form;
  const { http: _, ...extensions } = form.extensions;
  return { ...form, extensions };
}
