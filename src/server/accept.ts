/** Content negotiation: the forms of a GraphQL answer that a client takes, read from its Accept header after RFC 9110, section 12.5.1; and whether it takes files compressed. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { MIMEType } from 'node:util';

/** Content types of an answer in one part. */
type WholeType =
  | 'application/json; charset=utf-8'
  | 'application/graphql-response+json; charset=utf-8';

interface AnswerForm {
  /** The content type of an answer in one part; null for a client that takes none. */
  readonly whole: WholeType | null;
  /** The form of an answer in parts; null for a client that takes none, or would rather have the whole. */
  readonly parts: PartsForm | null;
  /** Whether the client is a browser that opens a page. */
  readonly page: boolean;
}

interface PartsForm {
  readonly mediaType: 'multipart/mixed' | 'text/event-stream';
  /** Whether the client named the version of incremental delivery, so that the answer names it, too. */
  readonly isVersioned: boolean;
}

/** A media range of an Accept header. */
interface MediaRange {
  /** In lower case, as the names of parameters are. */
  readonly type: string;
  readonly subtype: string;
  readonly params: ReadonlyMap<string, string>;
  /** From 0 (not acceptable) to 1. */
  readonly weight: number;
}

interface Representation {
  readonly type: string;
  readonly subtype: string;
  /** Parameters that a range may name; one that names any other asks for something else. */
  readonly params: ReadonlyMap<string, string>;
}

/** How much a client wants a representation. */
interface Preference {
  readonly weight: number;
  /** 0 for any type, 1 for a type with any subtype, 2 for the very type. */
  readonly specificity: number;
  /** Place of its range in the header. */
  readonly position: number;
  readonly range: MediaRange;
}

const utf8 = new Map([['charset', 'utf-8']]);

/** The version of incremental delivery that the parts are of, as Apollo's clients name it. */
export const partsVersion = { name: 'deferSpec', value: '20220824' } as const;

const versioned: [string, string] = [partsVersion.name.toLowerCase(), partsVersion.value];

const json = { type: 'application', subtype: 'json', params: utf8 };
const graphqlJson = { type: 'application', subtype: 'graphql-response+json', params: utf8 };
const multipart = {
  type: 'multipart',
  subtype: 'mixed',
  params: new Map([['boundary', '-'], versioned]),
};
const eventStream = {
  type: 'text',
  subtype: 'event-stream',
  params: new Map([...utf8, versioned]),
};
const html = { type: 'text', subtype: 'html', params: utf8 };

/** Forms by header: clients send few different ones. Long ones and further ones are read each time. */
const forms = new Map<string, AnswerForm>();
const mostForms = 100;
const longestKey = 200;

/**
 * The forms of answer that an Accept header takes; without one, or with an empty one, all of them.
 * At equal weight a type that is named outweighs one that a wildcard covers; then JSON goes by the order of
 * the header, and parts come before the whole.
 *
 *     'application/json;q=0.5, multipart/mixed'                       → JSON, in parts where an operation has some
 *     'multipart/mixed;incrementalSpec=v0.2, application/json'        → JSON in one part: the parts are of another version
 *     'application/json, text/plain, any/any'                         → JSON in one part (with the wildcard for any)
 */
export function answerForm(accept = '*/*'): AnswerForm {
  const cached = forms.get(accept);
  if (cached !== undefined) return cached;
  const form = formOf(rangesOf(accept));
  if (forms.size < mostForms && accept.length <= longestKey) forms.set(accept, form);
  return form;
}

function formOf(ranges: readonly MediaRange[]): AnswerForm {
  const ofJson = preference(json, ranges);
  const ofGraphqlJson = preference(graphqlJson, ranges);
  const single = isBefore(ofGraphqlJson, ofJson) ? ofGraphqlJson : ofJson;
  const ofMultipart = preference(multipart, ranges);
  const ofEvents = preference(eventStream, ranges);
  const inEvents = rank(ofEvents) > rank(ofMultipart);
  const parts = inEvents ? ofEvents : ofMultipart;
  const isOfOtherVersion = parts?.specificity !== 2 && ranges.some(namesOtherParts);
  const ofHtml = preference(html, ranges);
  return {
    whole:
      single === null
        ? null
        : single === ofJson
          ? 'application/json; charset=utf-8'
          : 'application/graphql-response+json; charset=utf-8',
    parts:
      parts === null || rank(parts) < rank(single) || (isOfOtherVersion && single !== null)
        ? null
        : {
            mediaType: inEvents ? 'text/event-stream' : 'multipart/mixed',
            isVersioned: parts.range.params.has(versioned[0]),
          },
    page: ofHtml !== null && ofHtml.specificity === 2 && !isBefore(single, ofHtml),
  };
}

/** Weight first, then how much of the type was named. */
const rank = (preference: Preference | null): number =>
  preference === null ? -1 : preference.weight * 1e6 + preference.specificity;

function isBefore(a: Preference | null, b: Preference | null): boolean {
  if (a === null || b === null) return a !== null;
  const difference = rank(a) - rank(b);
  return difference === 0 ? a.position < b.position : difference > 0;
}

/** What the most specific range that covers the representation says of it; null where it is not acceptable. */
function preference(
  representation: Representation,
  ranges: readonly MediaRange[],
): Preference | null {
  let best: Preference | null = null;
  let bestPrecedence = -1;
  for (const [position, range] of ranges.entries()) {
    const specificity = specificityOf(range, representation);
    const precedence = specificity * 100 + range.params.size;
    if (specificity === -1 || precedence < bestPrecedence) continue;
    if (precedence === bestPrecedence && best !== null && range.weight <= best.weight) continue;
    bestPrecedence = precedence;
    best = { weight: range.weight, specificity, position, range };
  }
  return best === null || best.weight === 0 ? null : best;
}

/** Whether the range names parts of another version: those that a wildcard beside it covers can't be read, either. */
const namesOtherParts = (range: MediaRange): boolean =>
  [multipart, eventStream].some(
    (form) =>
      range.type === form.type &&
      range.subtype === form.subtype &&
      specificityOf(range, form) === -1,
  );

/** -1 for a range that does not cover it. */
function specificityOf(range: MediaRange, representation: Representation): number {
  for (const [name, value] of range.params)
    if (representation.params.get(name) !== value.toLowerCase()) return -1;
  if (range.type === '*') return range.subtype === '*' ? 0 : -1;
  if (range.type !== representation.type) return -1;
  if (range.subtype === '*') return 1;
  return range.subtype === representation.subtype ? 2 : -1;
}

function rangesOf(accept: string): readonly MediaRange[] {
  const elements = elementsOf(accept);
  if (elements.length === 0) return rangesOf('*/*');
  return elements.flatMap((element) => {
    const range = rangeOf(element);
    return range === null ? [] : [range];
  });
}

/** @returns null for what is no media range, or has no weight from 0 to 1. */
function rangeOf(text: string): MediaRange | null {
  const media = mediaTypeOf(text);
  if (media === null) return null;
  const params = new Map(media.params);
  const weight = params.get('q') ?? '1';
  params.delete('q');
  if (!isWeight(weight)) return null;
  return { type: media.type, subtype: media.subtype, params, weight: Number(weight) };
}

/** From 0 to 1. */
const isWeight = (text: string): boolean => /^(?:0|0?\.\d+|0\.|1|1\.0*)$/.test(text);

/** @returns null for what is no media type. */
export function mediaTypeOf(text: string): MIMEType | null {
  try {
    return new MIMEType(text);
  } catch {
    return null;
  }
}

/** Whether an Accept-Encoding header takes gzip, and does not want the plain bytes more (RFC 9110, section 12.5.3). */
export function takesGzip(header = ''): boolean {
  const weights = new Map<string, number>();
  for (const element of elementsOf(header)) {
    const [coding = '', ...params] = element.split(';').map((part) => part.trim().toLowerCase());
    const weight = params.find((param) => param.startsWith('q='))?.slice(2) ?? '1';
    weights.set(coding, isWeight(weight) ? Number(weight) : 0);
  }
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
}

/** The elements of a list that are not empty: what is between commas outside of quoted strings. */
function elementsOf(list: string): string[] {
  const elements: string[] = [];
  let begin = 0;
  let isQuoted = false;
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at];
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === ',' && !isQuoted) {
      elements.push(list.slice(begin, at));
      begin = at + 1;
    }
  }
  elements.push(list.slice(begin));
  return elements.filter((element) => element.trim() !== '');
}

/** Answers differ by Accept, and where pages of other origins may read them by Origin, which CORS has set already. */
export function varyOf(response: ServerResponse): string {
  const set = response.getHeader('vary');
  return set === undefined || set === 'Accept' ? 'Accept' : 'Accept, Origin';
}

/** Leaves Yoga, which knows neither weights nor versions, no choice between forms. */
export function settleForm(request: IncomingMessage): void {
  const { whole: single, parts } = answerForm(request.headers.accept);
  const version = parts?.isVersioned ? `; ${partsVersion.name}=${partsVersion.value}` : '';
  const inParts = parts === null ? null : `${parts.mediaType}${version}`;
  request.headers.accept = [single, inParts].filter((form) => form !== null).join(', ');
}
