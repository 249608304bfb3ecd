/** Token reader of a statement: paths, function calls and values, the parts of conditions, orders and SELECT lists. */

import { beginningOf } from '../errors.ts';
import { countedPeriods, plainPeriods, printDate, printDateTime, shown } from './literal.ts';
import type { Distance, Expression, FieldPath, FunctionName, Value } from './query.ts';
import { functionNames } from './query.ts';
import { Scanner } from './scanner.ts';
import { maxParts, maxPath } from './statement-limit.ts';
import type { Clause, Mention } from './syntax-error.ts';

const functions: ReadonlyMap<string, FunctionName> = new Map(
  functionNames.map((name) => [name.toUpperCase(), name]),
);

/** Keywords that begin or join clauses: one in place of a field means that a field is missing. */
const structural = new Set('SELECT FROM WHERE AND OR NOT IN LIKE HAVING LIMIT BY'.split(' '));

/** What begins as a date: all that may be meant as a part of it, so that an error shows it all. */
const datePattern = /[0-9]{4}-[0-9][-0-9]*(?:T[0-9:.]*(?:Z|[+-][0-9:]*)?)?/iy;
const dayPattern = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const instantPattern =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})$/;
/** Digits after the point of a second; a date with more is read differently by different readers. */
const manyDigits = /\.[0-9]{10}/;
const numberPattern = /[+-]?[0-9]{1,400}(?:\.[0-9]{1,400})?/y;
const currencyPattern = /[A-Za-z]{3}[+-]?[0-9]{1,400}(?:\.[0-9]{1,400})?(?![A-Za-z0-9_])/y;

/** Number of decimal digits that a double holds exactly. */
const exactDigits = 15;

export class TokenReader extends Scanner {
  readonly mentions: Mention[] = [];
  /** The clause being read. */
  clause: Clause = 'select';

  mention(text: string, offset: number): void {
    this.mentions.push({ text, clause: this.clause, offset });
  }

  /** A name that mentions itself, such as an object's. */
  named(expected: string): string {
    const start = this.at;
    const name = this.name(expected);
    this.mention(name, start);
    return name;
  }

  /** `Account.Owner.Name` */
  path(expected = 'a field'): FieldPath {
    const start = this.at;
    if (structural.has(this.peekWord())) throw this.unexpected(expected);
    let path = this.name(expected);
    let parts = 1;
    for (; parts <= maxParts && this.symbol('.'); parts += 1) {
      path += `.${this.name('a field after the dot')}`;
    }
    if (parts > maxParts || path.length > maxPath) {
      throw this.refuse('complexity', 'expected a path of at most five relationships', start);
    }
    this.mention(path, start);
    return path;
  }

  /** Reads a path or a function call. */
  expression(): Expression {
    const start = this.at;
    const path = this.path();
    return !path.includes('.') && this.symbol('(') ? this.#call(path, start) : path;
  }

  #call(written: string, start: number): Expression {
    const name = written.toUpperCase();
    return this.nested(() => {
      if (name === 'DISTANCE') return this.#distance();
      const fn = functions.get(name);
      if (fn === undefined) throw this.#unknownFunction(written, start);
      if (this.symbol(')')) {
        if (fn === 'COUNT') return { fn, of: null };
        throw this.refuse('syntax', `${fn} takes one argument: expected a field`, start);
      }
      const of = this.expression();
      if (fn === 'GROUPING' && this.symbol(',')) {
        throw this.unsupported('GROUPING of several fields', start);
      }
      this.expectSymbol(')');
      return { fn, of };
    });
  }

  #unknownFunction(written: string, start: number): Error {
    const name = written.toUpperCase();
    if (name === 'FORMULA') return this.unsupported('FORMULA', start);
    const reason =
      name === 'GEOLOCATION'
        ? 'GEOLOCATION can only be used inside DISTANCE'
        : `Unknown function: ${beginningOf(written, 60)}, expected one such as COUNT, SUM or CALENDAR_YEAR`;
    return this.refuse('syntax', reason, start);
  }

  /** `DISTANCE(Location__c, GEOLOCATION(37.8, -122.4), 'mi')`, after its parenthesis. */
  #distance(): Distance {
    const distance = this.path('a location field');
    this.expectSymbol(',');
    this.expectWord('GEOLOCATION');
    this.expectSymbol('(');
    const latitude = this.#coordinate('a latitude');
    this.expectSymbol(',');
    const longitude = this.#coordinate('a longitude');
    this.expectSymbol(')');
    this.expectSymbol(',');
    const start = this.at;
    const unit = this.string()?.toLowerCase();
    if (unit !== 'mi' && unit !== 'km') throw this.unexpected("'mi' or 'km'", start);
    this.expectSymbol(')');
    return { distance, latitude, longitude, unit };
  }

  #coordinate(expected: string): number {
    const text = this.take(numberPattern);
    if (text === null) throw this.unexpected(expected);
    return Number(text);
  }

  /** Value of a comparison. */
  value(): Value {
    const start = this.at;
    const value = this.#quoted() ?? this.#instant() ?? this.#number() ?? this.#word();
    if (value === undefined) {
      throw this.unexpected(
        'a value: a text in single quotes, a number, a date, TRUE, FALSE or null',
        start,
      );
    }
    return value;
  }

  #quoted(): string | undefined {
    const start = this.at;
    const text = this.string() ?? undefined;
    if (text !== undefined) this.mention(text, start);
    return text;
  }

  #instant(): Value | undefined {
    const start = this.at;
    const text = this.take(datePattern)?.toUpperCase();
    if (text === undefined) return undefined;
    const isDay = dayPattern.test(text);
    if (!isDay && !instantPattern.test(text)) {
      const expected =
        'a date such as 2026-05-01, or an instant with its offset such as 2026-05-01T07:25:37Z';
      throw this.refuse('syntax', `expected ${expected}, got ${shown(text)}`, start);
    }
    if (manyDigits.test(text)) {
      const reason = `expected at most nine digits after the point of an instant, got ${shown(text)}`;
      throw this.refuse('syntax', reason, start);
    }
    try {
      printDate(text.slice(0, 10));
      if (isDay) return { date: text };
      printDateTime(text);
      return { datetime: text };
    } catch {
      throw this.refuse('syntax', `Invalid date: expected one that exists, got ${text}`, start);
    }
  }

  #number(): Value | undefined {
    const amount = this.take(currencyPattern);
    if (amount !== null) {
      return { currency: amount.slice(0, 3), amount: amount.slice(3).replace('+', '') };
    }
    const text = this.take(numberPattern)?.replace('+', '');
    if (text === undefined) return undefined;
    return text.length <= exactDigits ? Number(text) : { decimal: text };
  }

  #word(): Value | undefined {
    const word = this.peekWord();
    if (word === 'TRUE' || word === 'FALSE' || word === 'NULL') {
      this.word(word);
      return word === 'NULL' ? null : word === 'TRUE';
    }
    const isCounted = countedPeriods.has(word);
    if (!isCounted && !plainPeriods.has(word)) return undefined;
    this.word(word);
    if (!isCounted) return { relative: word };
    this.expectSymbol(':');
    return { relative: word, n: this.count() };
  }
}
