/**
 * Loaded before a gateway (`node --import`): Redis is never late. On a busy machine it may get no
 * turn for longer than a gateway waits for it, and each would go alone then, as it should. A Redis
 * that is gone is noticed all the same: its connection ends.
 */

import { systemClock } from '../../src/upstream/clock.ts';
import { commandMs } from '../../src/upstream/shared-store.ts';

const { setTimeout } = systemClock;
systemClock.setTimeout = (run, ms) => (ms === commandMs ? () => {} : setTimeout(run, ms));
