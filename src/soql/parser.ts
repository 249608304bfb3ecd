/** The library that parses SOQL. It makes its tables when it is loaded, which takes longer than most starts may. */

import { createRequire } from 'node:module';

type Parser = typeof import('@jetstreamapp/soql-parser-js');

const require = createRequire(import.meta.url);
let loaded: Parser | undefined;

/** Loaded when the first statement comes, or whoever has time to spare asks. */
export function parser(): Parser {
  loaded ??= require('@jetstreamapp/soql-parser-js') as Parser;
  return loaded;
}
