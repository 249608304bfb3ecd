/** Admin side: limits, the log and what an interceptor adds, by routes for everybody on the machine. */

import type { BearerGate } from './bearer-token.ts';
import { type Exchange, readObject, sendJson } from './http/json-exchange.ts';
import { invalid, ServiceHttpError } from './http/service-error.ts';
import type { InstanceStore } from './instance/store.ts';
import type { Interceptor } from './interceptor.ts';
import type { CallLog, LogEntry } from './log.ts';
import type { CallLimiter } from './request-rate-limit.ts';
import type { CallLimits } from './service-option.ts';

/** Parts of a service that its admin routes, and tests, look at and change while it runs. */
export interface AdminParts {
  readonly limiter: CallLimiter;
  readonly log: CallLog;
  readonly instances: InstanceStore;
  readonly bearers: BearerGate;
}

/** Answers `/admin/…`: log, counts, limits, tokens, and the interceptor's topic. */
export async function adminRoute(
  parts: AdminParts,
  interceptor: Interceptor | null,
  exchange: Exchange,
): Promise<void> {
  const [, , topic = '', id] = exchange.path.split('/');
  const route = `${exchange.request.method} ${topic}`;
  const reply = (body: unknown): void => sendJson(exchange.response, 200, body);
  const added = topic === interceptor?.adminTopic ? await interceptor.admin(exchange, id) : null;
  if (added !== null) return reply(added);
  switch (route) {
    case 'GET log':
      return reply(logOf(parts.log, exchange.query));
    case 'DELETE log':
      parts.log.clear();
      parts.limiter.reset();
      return reply({ received: 0, calls: [] });
    case 'GET counts':
      return reply(countsOf(parts));
    case 'POST limits': {
      const limits = readLimits(await readObject(exchange.request));
      for (const { id: instance } of parts.instances.list()) {
        if (id === undefined || id === instance) parts.limiter.setLimits(instance, limits);
      }
      return reply(countsOf(parts));
    }
    case 'DELETE tokens':
      parts.bearers.revokeIssued();
      return reply({ issued: parts.bearers.issued });
    default:
      throw new ServiceHttpError(404, {
        message: `Expected /admin/${interceptor === null ? '' : `${interceptor.adminTopic}, `}log, counts, limits or tokens`,
      });
  }
}

/** The log, narrowed by `instance`, `entity`, `action` and `after` (a sequence number). */
function logOf(log: CallLog, query: URLSearchParams) {
  const isSelected = (call: LogEntry): boolean =>
    (['instance', 'entity', 'action'] as const).every(
      (name) => !query.has(name) || query.get(name) === call[name],
    ) && call.sequence > Number(query.get('after') ?? 0);
  return { received: log.received, calls: log.calls().filter(isSelected) };
}

function countsOf({ instances, limiter, bearers }: AdminParts) {
  const counts = instances.list().map(({ id }) => [id, limiter.counts(id)] as const);
  return { instances: Object.fromEntries(counts), tokensIssued: bearers.issued };
}

function readLimits(body: Readonly<Record<string, unknown>>): Partial<CallLimits> {
  const limits: { perSecond?: number | null; perDay?: number | null } = {};
  for (const name of ['perSecond', 'perDay'] as const) {
    const value = body[name];
    if (value === undefined) continue;
    if (value !== null && (typeof value !== 'number' || value < 0)) {
      const message = 'Expected a number of calls, or null for no limit';
      throw invalid([{ field: name, message, error_code: 'value_error' }]);
    }
    limits[name] = value;
  }
  return limits;
}
