/** Names in SOQL: checked against the CRM's own grammar, never interpolated as they came. */

import { UserInputError } from '../errors.ts';
import { shown } from './literal.ts';

const name = /^[A-Za-z][A-Za-z0-9_]*$/;
// Five relationships up and the field itself.
const path = /^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*){0,5}$/;
/** Longer than any name the CRM allows; a bound for the pattern's sake. */
const maxLength = 400;

/** Words that cannot be an alias because the grammar reads them as its own. */
const reserved = new Set(
  'and asc desc excludes first for from group having in includes last like limit not null nulls offset or order select update using where with'.split(
    ' ',
  ),
);

/** An object, relationship or field name. @throws UserInputError */
export function printName(text: string): string {
  if (text.length <= maxLength && name.test(text)) return text;
  throw new UserInputError(`Expected an API name such as Account, got ${shown(text)}`);
}

/** A field path of at most five relationships. @throws UserInputError */
export function printPath(text: string): string {
  if (text.length <= maxLength && path.test(text)) return text;
  throw new UserInputError(
    `Expected a field path such as Account.Name, at most five relationships up, got ${shown(text)}`,
  );
}

/** @throws UserInputError */
export function printAlias(text: string): string {
  if (text.length <= maxLength && name.test(text) && !reserved.has(text.toLowerCase())) return text;
  throw new UserInputError(`Expected an alias that is not a SOQL word, got ${shown(text)}`);
}
