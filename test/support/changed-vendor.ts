/** A gateway with an account at both vendors, some of whose answers come otherwise: changed on their way from the façade. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { openFacade } from './facade.ts';
import { startHere } from './here.ts';
import { openSynthetic } from './synthetic.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer of a vendor.
type Json = any;

/** An answer in place of the vendor's. */
interface Instead {
  readonly status: number;
  readonly json: Json;
}

/**
 * Changes an answer in place, or gives another one in its stead.
 * @param cursor of the page asked for; undefined for the first
 */
type Change = (json: Json, cursor: string | undefined) => Instead | undefined;

export async function openChangedVendor() {
  const client = await openFacade({
    backend: openSynthetic({ now: () => new Date() }),
    clock: Date.now,
  });
  const { accounts, url: facade } = client.facade;
  let changed: { readonly path: string; readonly change: Change } | null = null;
  let base = '';
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks).toString();
    const {
      host: _host,
      connection: _kept,
      'content-length': _length,
      ...headers
    } = request.headers;
    const answer = await fetch(facade + request.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(sent !== '' && { body: sent }),
    });
    let { status } = answer;
    // What signs in names the address of both systems.
    let text = (await answer.text()).replaceAll(facade, base);
    if (changed !== null && request.url!.startsWith(changed.path)) {
      const json = status === 200 ? JSON.parse(text) : {};
      const cursor = /"cursor":"([^"]+)"|[?&]cursor=([^&]+)/.exec(`${request.url} ${sent}`);
      const instead = changed.change(json, cursor?.[1] ?? cursor?.[2]);
      status = instead?.status ?? status;
      text = JSON.stringify(instead?.json ?? json);
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  onTestFinished(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await client.close();
  });
  const gateway = await startHere({
    GONG_ACCESS_KEY: accounts.accessKey,
    GONG_ACCESS_KEY_SECRET: accounts.accessKeySecret,
    GONG_BASE_URL: base,
    CALL_ANALYTICS_PER_SECOND: '1000',
    SALESFORCE_LOGIN_URL: base,
    SALESFORCE_CLIENT_ID: accounts.crmApp.clientId,
    SALESFORCE_CLIENT_SECRET: accounts.crmApp.clientSecret,
    CACHE_MAX_BYTES: '0',
    ANSWER_CACHE_MAX_BYTES: '0',
    PRIVATE_CALLS: 'shown',
  });
  return {
    /** Answers below the path come changed from now on. */
    change(path: string, change: Change): void {
      changed = { path, change };
    },
    async ask(query: string, variables: object = {}): Promise<Json> {
      const response = await fetch(new URL('/graphql', gateway.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      return response.json();
    },
  };
}
