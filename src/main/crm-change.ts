/**
 * Announced changes of CRM records: what was read of them is forgotten, and with it whose rows hang on them. Gateways
 * and workers of one Redis learn of each other's within a second.
 */

import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { query } from '../contract/crm/entity.ts';
import type { CrmModel } from '../contract/crm/model.ts';
import { isObject, parseJsonOrNull } from '../contract/wire/json.ts';
import type { ForgetRecords } from '../server/crm-webhook.ts';
import type { Tenants } from './open-tenant.ts';

interface CrmChanges {
  readonly announce: ForgetRecords;
  close(): void;
}

/** @param forgetAnswers forgets a tenant's whole answers, in which a changed record may be, or be missing */
export function openCrmChanges(
  tenants: Tenants,
  model: CrmModel,
  forgetAnswers: (tenant: string) => void,
): CrmChanges {
  const forget: ForgetRecords = async (tenant, ids) => {
    // Objects outside the schema, teams and roles among them, are read by statements of `query`.
    const byEntity = Map.groupBy(ids, (id) => model.objectOfId(id)?.entity ?? query);
    for (const [entity, changed] of byEntity) await tenants.find(tenant)?.forget(entity, changed);
    forgetAnswers(tenant);
  };
  const { redis } = tenants.resources;
  const others = redis === null ? null : exchange(redis.client, forget);
  return {
    async announce(tenant, ids) {
      await forget(tenant, ids);
      // While Redis is away the others' rows have their time.
      await others?.send(tenant, ids).catch(() => {});
    },
    close: () => others?.stop(),
  };
}

const stream = 'switchboard:crm-changes';
const lookMs = 1_000;
/** More than come between two looks, and gone when none has come for long. */
const kept = { entries: 1_000, seconds: 600 } as const;

/** Sends changes to the other gateways, and takes theirs. */
function exchange(redis: Redis, forget: ForgetRecords) {
  const self = randomUUID();
  let last: string | null = null;
  const look = async (): Promise<void> => {
    if (last === null) {
      const [newest] = await redis.xrevrange(stream, '+', '-', 'COUNT', 1);
      last = newest?.[0] ?? '0-0';
      return;
    }
    const [read] = (await redis.xread('STREAMS', stream, last)) ?? [];
    for (const [id, [, text = '']] of read?.[1] ?? []) {
      last = id;
      const change = parseJsonOrNull(text);
      // Another version may write another form.
      if (!isObject(change) || change.from === self || !Array.isArray(change.ids)) continue;
      await forget(String(change.tenant), change.ids.map(String));
    }
  };
  let isLooking = false;
  const refresh = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    await look().catch(() => {});
    isLooking = false;
  };
  void refresh();
  const timer = setInterval(refresh, lookMs).unref();
  return {
    async send(tenant: string, ids: readonly string[]): Promise<void> {
      const change = JSON.stringify({ from: self, tenant, ids });
      await redis.xadd(stream, 'MAXLEN', '~', kept.entries, '*', 'change', change);
      await redis.expire(stream, kept.seconds);
    },
    stop: () => clearInterval(timer),
  };
}
