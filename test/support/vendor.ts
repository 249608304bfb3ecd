/** A connector service with both backends: the synthetic company, and the vendors', who are the façade over the same company. */

import type { VendorBackend } from '../../src/connector-service/backend.ts';
import { openVendorBackend, type VendorOptions } from '../../src/connector-service/vendor/open.ts';
import type { FacadeOptions } from '../../src/demo/vendor-api/vendor-api.ts';
import { type Caller, openCompany } from './company.ts';
import { type FacadeClient, openFacade } from './facade.ts';

export interface VendorCompany {
  readonly company: Caller;
  readonly client: FacadeClient;
  readonly vendor: VendorBackend;
  /** Creates an instance. @returns its id, or what was refused. */
  create(system: string, auth: object, configuration?: object): Promise<string>;
  /** Instances of each system that the vendors answer. */
  readonly instances: { readonly 'call-analytics': string; readonly crm: string };
  close(): Promise<void>;
}

export interface VendorCompanyOptions {
  readonly facade?: Partial<FacadeOptions>;
  readonly vendor?: VendorOptions;
}

export async function openVendorCompany(
  options: VendorCompanyOptions = {},
): Promise<VendorCompany> {
  const client = await openFacade(options.facade);
  const vendor = openVendorBackend({
    clock: () => client.time.now,
    pause: async () => undefined,
    ...options.vendor,
  });
  const company = await openCompany({ vendor });
  const create = async (system: string, auth: object, configuration: object = {}) => {
    const { url, token } = company.service;
    const response = await fetch(`${url}/api/v1/connectors/instances`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        connector_definition_id: system,
        auth_config: auth,
        name: 'own account',
        configuration: { backend: 'vendor', locator_param: 'locator', ...configuration },
      }),
    });
    const body = (await response.json()) as { id?: string };
    if (body.id === undefined) throw new Error(JSON.stringify(body));
    return body.id;
  };
  const { accounts, url } = client.facade;
  const { accessKey: access_key, accessKeySecret: access_key_secret } = accounts;
  const { clientId: client_id, clientSecret: client_secret } = accounts.crmApp;
  return {
    company,
    client,
    vendor,
    create,
    instances: {
      'call-analytics': await create(
        'call-analytics',
        { access_key, access_key_secret },
        { base_url: url },
      ),
      crm: await create('crm', { client_id, client_secret }, { instance_url: url }),
    },
    async close() {
      await company.service.close();
      await client.close();
    },
  };
}

/** A vendor backend that is never asked. */
export function memoryVendor(keepsTokens: boolean): VendorBackend {
  return {
    storesTokens: keepsTokens,
    describeCrm: async () => [],
    checkTokens: async () => undefined,
    execute: async () => {
      throw new TypeError('Expected no operation');
    },
    close: () => undefined,
  };
}
