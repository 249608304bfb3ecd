/** Wall clocks of the tests of the whole: it is noon when they begin, so that no day ends among them. */

const dayMs = 86_400_000;

/** Milliseconds to add to the machine's clock. */
export const aheadMs = dayMs / 2 - (Date.now() % dayMs);

/** What gateways and the service take for now. */
export const now = (): number => Date.now() + aheadMs;
