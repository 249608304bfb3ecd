/** Puts mixed requests of clients of several tenants, roles and tokens to a gateway with all caches and to one without: whoever asked before, the answers are the same. */

import { expect } from 'vitest';
import { seeded } from '../../src/demo/fault/random-source.ts';
import type { Gateway } from '../../src/main/gateway.ts';
import { askAs, comparable } from './gateway-pair.ts';
import { type MixedRequest, MixedRequests } from './mixed-request.ts';

export interface Leaks {
  readonly requests: number;
  readonly refused: number;
}

interface LeakOptions {
  readonly requests: number;
  readonly seed: number;
  /** Whether the gateways have a participant index, which some questions then are of. */
  readonly indexed?: boolean;
}

/** Some requests are on their way together, so that one may join another's flight. */
export async function expectNoLeak(
  cached: Gateway,
  uncached: Gateway,
  { requests, seed, indexed = false }: LeakOptions,
): Promise<Leaks> {
  const mixed = new MixedRequests(seed, indexed);
  const random = seeded(seed + 1);
  let sent = 0;
  let refused = 0;
  let last: readonly MixedRequest[] = [];
  while (sent < requests) {
    const fresh = Array.from({ length: 1 + Math.floor(random() * 6) }, () => mixed.next());
    // The same words from another mouth, and again from the same.
    const again = last.map((one) =>
      random() < 0.5 ? one : { ...one, client: mixed.next().client },
    );
    const wave = [...fresh, ...again];
    const found = await Promise.all(
      wave.map((one) => askAs(cached, one.client, one.query, one.variables)),
    );
    for (const [at, one] of wave.entries()) {
      const expected = await askAs(uncached, one.client, one.query, one.variables);
      expect(
        comparable(found[at]),
        `seed ${seed}, request ${sent + at}: ${JSON.stringify(one)}`,
      ).toEqual(comparable(expected));
      // Byte for byte: what is sent again has its members in the same order, too.
      expect(JSON.stringify(found[at]!.data)).toBe(JSON.stringify(expected.data));
      if (expected.errors !== undefined) refused += 1;
      mixed.learn(one.query, expected.data);
    }
    sent += wave.length;
    last = fresh;
  }
  return { requests: sent, refused };
}
