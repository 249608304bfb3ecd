/** Names in SOQL: checked against the CRM's own grammar, never interpolated as they came. */

import { UserInputError } from '../errors.ts';
import { shown } from './literal.ts';

const name = /^[A-Za-z][A-Za-z0-9_]*$/;
/** An alias, five relationships up and the field itself. */
const maxParts = 7;
/** Longer than any name the CRM allows. */
const maxLength = 400;

/** Words that cannot be an alias because the grammar reads them as its own. */
export const reservedWords: ReadonlySet<string> = new Set(
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
  if (text.length <= maxLength) {
    const parts = text.split('.');
    if (parts.length <= maxParts && parts.every((part) => name.test(part))) return text;
  }
  throw new UserInputError(
    `Expected a field path such as Account.Name, at most five relationships up, got ${shown(text)}`,
  );
}

/** @throws UserInputError */
export function printAlias(text: string): string {
  if (text.length <= maxLength && name.test(text) && !reservedWords.has(text.toLowerCase()))
    return text;
  throw new UserInputError(`Expected an alias that is not a SOQL word, got ${shown(text)}`);
}
