/** Shared ledger: the budget of an instance that several gateways call, counted in the shared store, by its clock. */

import { randomUUID } from 'node:crypto';
import type { Runtime } from './clock.ts';
import {
  type Acquisition,
  type BudgetLimits,
  guardMs,
  type Ledger,
  type LedgerView,
  type LocalLedger,
  windowMs,
} from './rate-counter.ts';
import { returnMs, type Script, type SharedStore, script } from './shared-store.ts';

/** Time after which the permit of a call that was never sent (its gateway died) is free. */
const unsentMs = 2_000;
/** Time after which the permit of a call without an answer (its gateway died) is free: longer than any attempt. */
const unansweredMs = 60_000;
/** Polling interval while calls are unanswered. */
const lookMs = 20;
/**
 * KEYS: window (place → when it is free), day {day, used}, pause.
 * ARGV: calls a second or -1, calls a day or -1, place, ms it is taken unless it is sent.
 * Returns {verdict, wait ms, places taken, used today, ms to the day's end};
 * verdict: 1 granted, 0 window full, 2 paused, -1 day spent.
 */
const take = script(`
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local day = math.floor(now / 86400000)
local dayEnds = (day + 1) * 86400000 - now
local used = 0
if redis.call('HGET', KEYS[2], 'day') == tostring(day) then
  used = tonumber(redis.call('HGET', KEYS[2], 'used'))
else
  redis.call('HSET', KEYS[2], 'day', day, 'used', 0)
  redis.call('PEXPIRE', KEYS[2], 172800000)
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[1], now + ARGV[4] + 120000, '+inf')
local taken = redis.call('ZCARD', KEYS[1])
local pause = redis.call('PTTL', KEYS[3])
if pause > 0 then return {2, pause, taken, used, dayEnds} end
if tonumber(ARGV[2]) >= 0 and used >= tonumber(ARGV[2]) then return {-1, dayEnds, taken, used, dayEnds} end
if tonumber(ARGV[1]) >= 0 then
  if taken >= tonumber(ARGV[1]) then
    local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
    return {0, first[2] - now, taken, used, dayEnds}
  end
  redis.call('ZADD', KEYS[1], now + ARGV[4], ARGV[3])
  redis.call('PEXPIRE', KEYS[1], 120000)
  taken = taken + 1
end
redis.call('HINCRBY', KEYS[2], 'used', 1)
return {1, 0, taken, used + 1, dayEnds}`);

/** Frees the permit of a call that was sent or answered after the given milliseconds. */
const freeIn = script(`
local t = redis.call('TIME')
return redis.call('ZADD', KEYS[1], 'XX', t[1] * 1000 + math.floor(t[2] / 1000) + ARGV[2], ARGV[1])`);

/** Refunds the permit and the day's call. KEYS: window, day. ARGV: permit, whether there is a window. */
const refund = script(`
if ARGV[2] == '1' and redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return 0 end
return redis.call('HINCRBY', KEYS[2], 'used', -1)`);

/** Sets the pause, which only grows. */
const pause = script(`
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], 1, 'PX', ARGV[1]) end
return 1`);

/** Restores the day's count after an outage: at least the last known count plus the calls made meanwhile. */
const restore = script(`
local t = redis.call('TIME')
local day = math.floor((t[1] * 1000) / 86400000)
local used = 0
if redis.call('HGET', KEYS[1], 'day') == tostring(day) then used = tonumber(redis.call('HGET', KEYS[1], 'used')) end
redis.call('HSET', KEYS[1], 'day', day, 'used', math.max(used, tonumber(ARGV[1])) + ARGV[2])
redis.call('PEXPIRE', KEYS[1], 172800000)
return 1`);

/**
 * While the store is away, `local` divides the limits by the gateways last seen. At each change
 * between the two, nobody goes for one window, since neither knows of the other's last calls; when
 * the store is back, for as long besides as others may take to notice.
 */
export function createSharedLedger(
  store: SharedStore,
  name: string,
  limits: BudgetLimits,
  { clock, random }: Runtime,
  makeLocal: (share: () => number) => LocalLedger,
): Ledger {
  const key = (part: string): string => `switchboard:budget:{${name}}:${part}`;
  const gateway = randomUUID();
  const takenMs = windowMs + guardMs + limits.jitterMs;
  const local = makeLocal(store.gateways);
  let mode: 'shared' | 'local' = 'shared';
  let last: (LedgerView & { readonly at: number; readonly used: number }) | null = null;
  let permits = 0;

  const toLocal = (): void => {
    mode = 'local';
    local.begin(Math.floor((last?.used ?? 0) / store.gateways()));
    if (limits.perSecond !== null) local.pause(takenMs);
    if (last !== null && last.pausedMs > 0) {
      local.pause(last.at + last.pausedMs - clock.monotonic());
    }
  };

  const toShared = async (): Promise<void> => {
    const used = last !== null && last.at + last.dayEndsMs > clock.monotonic() ? last.used : 0;
    await store.run(restore, [key('day')], [used, local.since()]);
    mode = 'shared';
  };

  const takeShared = async (): Promise<Acquisition> => {
    permits += 1;
    const permitId = `${gateway}:${permits}`;
    const reply = await store.run(
      take,
      [key('window'), key('day'), key('pause')],
      [limits.perSecond ?? -1, limits.perDay ?? -1, permitId, takenMs + unsentMs],
    );
    const [verdict = 0, wait = 0, taken = 0, used = 0, dayEndsMs = 0] = reply.map(Number);
    last = {
      at: clock.monotonic(),
      used,
      second: limits.perSecond === null ? null : Math.max(limits.perSecond - taken, 0),
      day: limits.perDay === null ? null : Math.max(limits.perDay - used, 0),
      dayEndsMs,
      pausedMs: verdict === 2 ? wait : 0,
    };
    if (verdict === 2) return { kind: 'wait', ms: wait };
    if (verdict === 0) {
      // While a permit's call is unanswered, it is unknown when the permit is free.
      const ms = wait > takenMs ? lookMs : wait;
      // Jitter: several gateways wait for the same permit; a moment's difference lets each have its
      // turn.
      return { kind: 'wait', ms: ms + 1 + random() * 10 };
    }
    if (verdict < 0) return { kind: 'spent', ms: wait };
    const notify = (what: Script, keys: readonly string[], args: readonly (string | number)[]) =>
      void store.run(what, keys, args).catch(() => {});
    const free = (ms: number): void => {
      if (limits.perSecond !== null) notify(freeIn, [key('window')], [permitId, ms]);
    };
    return {
      kind: 'granted',
      slot: {
        sent: () => free(unansweredMs),
        // No sample for the lateness estimate: latencies differ between gateways.
        answered: (agoMs = 0) =>
          free(windowMs + guardMs - (store.gateways() > 1 ? 0 : Math.floor(agoMs))),
        lost: () => free(takenMs),
        refund: () =>
          notify(
            refund,
            [key('window'), key('day')],
            [permitId, limits.perSecond === null ? 0 : 1],
          ),
      },
    };
  };

  return {
    async take() {
      if (last === null && !store.isReady()) await store.opening;
      if (mode === 'local' && store.isReady()) {
        try {
          await toShared();
          // Others may not have noticed yet, and count for themselves until they do.
          if (limits.perSecond !== null) return { kind: 'wait', ms: takenMs + returnMs };
        } catch {
          return local.take();
        }
      }
      if (mode === 'shared' && store.isReady()) {
        try {
          return await takeShared();
        } catch {
          // Sent without a reply: the permit may have been counted there, which errs on the safe side.
        }
      }
      if (mode === 'shared') toLocal();
      return local.take();
    },
    async pause(ms) {
      local.pause(ms);
      if (ms > 0) await store.run(pause, [key('pause')], [Math.ceil(ms)]).catch(() => {});
    },
    view() {
      if (mode === 'local' || last === null) return local.view();
      const since = clock.monotonic() - last.at;
      return {
        second: since > takenMs ? limits.perSecond : last.second,
        day: last.day,
        dayEndsMs: Math.max(last.dayEndsMs - since, 0),
        pausedMs: Math.max(last.pausedMs - since, local.view().pausedMs, 0),
      };
    },
    gateways: store.gateways,
  };
}
