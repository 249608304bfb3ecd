/** Faults as an interceptor of the connector service: each moment of a call asks for the kinds that strike there. */

import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Bytes } from '../../connector-service/execute/download.ts';
import type { ExecuteCall } from '../../connector-service/execute/request.ts';
import { readObject } from '../../connector-service/http/json-exchange.ts';
import {
  refusedCursor,
  refusedLocator,
  ServiceHttpError,
} from '../../connector-service/http/service-error.ts';
import type { CallInterceptor, Interceptor } from '../../connector-service/interceptor.ts';
import type { DemoBackend, DemoOperation } from '../demo-backend.ts';
import { readFaults } from './fault.ts';
import type { FaultHits, FaultPlan } from './fault-plan.ts';
import { saying } from './hidden-fault.ts';
import { corruptPage, endEarly, readCut } from './page-fault.ts';
import { answerInstead, sendCorrupted, wrapWithFaults } from './response-fault.ts';

/** Orders, lists and ends faults at `/admin/faults`. */
export function faultInterceptor(
  plan: FaultPlan,
  backend: DemoBackend,
  clock: () => number,
): Interceptor {
  const state = () => ({ seed: plan.seed, faults: plan.list() });
  return {
    intercept(call) {
      const { instance, entity, action } = call;
      const hits = plan.hits({
        instance: instance.id,
        system: instance.system,
        entity: entity.entity,
        action,
      });
      return hits === null ? untouched : callWithFaults(call, hits, backend, clock);
    },
    breaking: new Set(['reset', 'cut-stream', 'truncated']),
    adminTopic: 'faults',
    async admin({ request }, id) {
      switch (request.method) {
        case 'GET':
          return state();
        case 'POST': {
          const order = readFaults(await readObject(request));
          if (order.seed !== undefined) plan.reseed(order.seed);
          return { seed: plan.seed, faults: plan.add(...order.faults) };
        }
        case 'DELETE':
          if (id === undefined) plan.clear();
          else if (!plan.remove(Number(id)))
            throw new ServiceHttpError(404, { message: 'No such fault' });
          return state();
        default:
          return null;
      }
    },
  };
}

/** A call that no fault strikes; it may go on from a page that one has cut. */
const untouched: CallInterceptor = {
  kinds: [],
  async execute(operation, backend) {
    const cut = readCut(operation.page);
    return endEarly(await backend.execute({ ...operation, page: cut.page }), cut, undefined);
  },
};

function callWithFaults(
  call: ExecuteCall,
  hits: FaultHits,
  demo: DemoBackend,
  clock: () => number,
): CallInterceptor {
  const { instance, entity, cursor, locator } = call;
  return {
    kinds: hits.kinds,
    async before(response, signal) {
      const context = { system: instance.system, entity: entity.entity, clock, signal };
      if (await answerInstead(hits, response, context)) return true;
      for (const { effect, random } of instance.profile.backend === 'synthetic'
        ? hits.all('drift')
        : []) {
        const { of = entity.entity, insert = 0, delete: gone = 0, update = 0 } = effect;
        await demo.drift?.({ entity: of, insert, delete: gone, update, random });
      }
      if (hits.of('cursor')?.effect.change !== 'expired') return false;
      if (locator !== null) throw refusedLocator();
      if (cursor !== null) throw refusedCursor('expired');
      return false;
    },
    async execute(operation, backend) {
      const cut = readCut(operation.page);
      const hidden = hits.all('hidden').flatMap(({ effect }) => effect.names);
      const narrowed: DemoOperation = { ...operation, page: cut.page, hidden };
      try {
        return endEarly(await backend.execute(narrowed), cut, hits.of('early-end')?.effect);
      } catch (error) {
        throw saying(hits.of('hidden')?.effect.says, error);
      }
    },
    page: (page) => corruptPage(hits, page, { key: entity.key, requested: cursor ?? locator }),
    send: (response, page, facts) =>
      sendCorrupted(
        hits,
        response,
        JSON.stringify(wrapWithFaults(hits, instance.profile.wrapper, page, facts)),
      ),
    file(file, response) {
      const headers = hits.of('file-headers')?.effect;
      const cut = hits.of('cut-stream')?.effect;
      return {
        ...file,
        contentType: headers?.contentType ?? file.contentType,
        fileName: headers?.fileName ?? file.fileName,
        ...(cut !== undefined && { open: cutAfter(file, cut.at, response) }),
      };
    },
  };
}

/** Bytes that end after a share of those requested, and the connection with them. */
function cutAfter(file: Bytes, share: number, response: ServerResponse): Bytes['open'] {
  return async function* (first, last) {
    let left = Math.floor((last - first + 1) * share);
    for await (const chunk of file.open(first, last)) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      yield part;
      if (left === 0) break;
    }
    // Handed to the system before the connection is cut, or the client would see none of it.
    while (response.writableLength > 0 && !response.destroyed) await nextTurn();
    response.socket?.resetAndDestroy();
  };
}
