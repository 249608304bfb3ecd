/** Admin side of the façade: rights, tokens and faults, changed while it runs. */

import { type Exchange, readObject, sendJson } from '../../connector-service/http/json-exchange.ts';
import { mustBeLocal } from '../../connector-service/http/server.ts';
import { ServiceHttpError } from '../../connector-service/http/service-error.ts';
import { buildCrmModel } from '../../contract/crm/model.ts';
import { platformScopes, type Rights } from './account-right.ts';
import { type FacadeFault, type Instead, readFacadeFault } from './answer-override.ts';

interface AdminOptions {
  readonly rights: Rights;
  readonly sessions: { endSessions(): void; revoke(): void };
}

interface FacadeAdmin {
  /** The first fault for this address, counted as used; null for none. */
  takeFault(url: string): Instead | null;
  /** Answers `/admin/…`. @throws ServiceHttpError */
  answer(exchange: Exchange): Promise<void>;
}

export function facadeAdmin({ rights, sessions }: AdminOptions): FacadeAdmin {
  let faults: FacadeFault[] = [];
  const state = () => ({ missing: rights.missing(), faults });
  const objects = new Set(buildCrmModel().objects.map(({ name }) => name));
  const named = (text: string): string => {
    const name = decodeURIComponent(text);
    const [object = ''] = name.split('.');
    const isObject = objects.has(object) || object.endsWith('__c');
    if (platformScopes.includes(name) || isObject) return name;
    throw new ServiceHttpError(404, {
      message: `Expected a scope (${platformScopes.join(', ')}), an object of the CRM (${[...objects].join(', ')}) or a field of one (Account.AnnualRevenue)`,
    });
  };

  return {
    takeFault(url) {
      const fault = url.startsWith('/admin')
        ? null
        : faults.find(({ path }) => url.startsWith(path));
      if (!fault) return null;
      if (fault.times !== null) fault.times -= 1;
      if (fault.times === 0) faults = faults.filter((other) => other !== fault);
      return fault;
    },
    async answer({ request, response, path }) {
      mustBeLocal(request);
      const [, , topic = '', name = ''] = path.split('/');
      switch (`${request.method} ${topic}`) {
        case 'GET ':
        case 'GET rights':
        case 'GET faults':
          break;
        case 'DELETE rights':
          rights.take(named(name));
          break;
        case 'PUT rights':
          rights.give(named(name));
          break;
        case 'DELETE sessions':
          sessions.endSessions();
          break;
        case 'DELETE tokens':
          sessions.revoke();
          break;
        case 'POST faults':
          faults = [...faults, readFacadeFault(await readObject(request))];
          break;
        case 'DELETE faults':
          faults = [];
          break;
        default:
          throw new ServiceHttpError(404, {
            message:
              'Expected GET /admin, DELETE or PUT /admin/rights/NAME, DELETE /admin/sessions or /admin/tokens, POST or DELETE /admin/faults',
          });
      }
      sendJson(response, 200, state());
    },
  };
}
