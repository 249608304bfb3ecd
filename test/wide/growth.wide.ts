/** Every string a client can send, in hostile patterns of growing length. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { share } from '../support/cases.ts';
import { growthFault, patterns } from '../support/growth.ts';
import { type StringSite, stringSites } from '../support/string-site.ts';
import { openWorld, schema, type World } from '../support/world.ts';

const length = 60_000;
const sites = stringSites(schema);
const isStatement = ({ leaf }: StringSite): boolean =>
  /^Query\.(soql\.query|search\.term)$/.test(leaf);
/** Cursors are read by one function, whatever they are of. */
const isCursor = ({ leaf }: StringSite): boolean => /\.(before|after)$/.test(leaf);

describe('the time of a request grows no faster than its text', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  // Statements are read by parsers, for which it matters how a text begins.
  for (const pattern of share(patterns, 6))
    it(pattern.name, async () => {
      const faults: string[] = [];
      const tried = sites.filter(
        (site, n) => isStatement(site) || (pattern.isBare && (!isCursor(site) || n % 10 === 0)),
      );
      for (const site of share(tried, 8)) {
        const ask = (text: string | readonly string[]) =>
          world.ask(site.document, site.variables(text));
        const one = await growthFault((n) => ask(pattern.text(n)), length);
        const many = site.isList ? await growthFault((n) => ask(pattern.texts(n)), length) : null;
        for (const fault of [one, many])
          if (fault !== null) faults.push(`${site.name}: ${fault.half} → ${fault.whole} ms`);
      }
      expect(faults).toEqual([]);
    });
});
