/** With one system alone nothing that an operator reads advises or claims anything about the other. */

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { accountGreeting, greeting } from '../../src/main/startup-banner.ts';
import { closing } from '../support/connect.ts';
import { type FacadeClient, openFacade } from '../support/facade.ts';
import { runHere, startHere } from '../support/here.ts';

const calls = ({ facade }: FacadeClient) => ({
  GONG_ACCESS_KEY: facade.accounts.accessKey,
  GONG_ACCESS_KEY_SECRET: facade.accounts.accessKeySecret,
  GONG_BASE_URL: facade.url,
  CALL_ANALYTICS_PER_SECOND: '1000',
});
const crm = ({ facade }: FacadeClient) => ({
  SALESFORCE_LOGIN_URL: facade.url,
  SALESFORCE_CLIENT_ID: facade.accounts.crmApp.clientId,
  SALESFORCE_CLIENT_SECRET: facade.accounts.crmApp.clientSecret,
});

/** Words of a system that has no place where only the other is configured. */
const ofCalls =
  /call platform|call-analytics|\bcalls?\b|transcripts|recordings|GONG|PRIVATE|\bindex\b/i;
const ofCrm = /\bCRM\b|salesforce|accounts\(|contacts|records|other system/i;

describe.each([
  ['both', (client: FacadeClient) => ({ ...calls(client), ...crm(client) }), null],
  ['the call platform alone', calls, ofCrm],
  ['the CRM alone', crm, ofCalls],
] as const)('with %s', (_, variables, foreign) => {
  it.each(['on', 'off'])('nothing speaks of what is not there (INDEX=%s)', async (INDEX) => {
    const client = closing(await openFacade({ clock: Date.now }));
    const settings: Record<string, string> = { ...variables(client), INDEX };
    const gateway = await startHere({ ...settings, ADMIN_PORT: '0' });
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const [name, value] of Object.entries({ ...settings, PORT: '0' })) vi.stubEnv(name, value);
    const url = new URL('http://0.0.0.0:4000');
    const ready = await (await fetch(new URL('/readyz', gateway.adminUrl!))).text();
    const checked = (await runHere(['config', 'check'])).output;
    const texts = {
      greeting: greeting(loadConfig(), { url, adminUrl: gateway.adminUrl, serviceUrl: null }),
      accounts: accountGreeting((await gateway.accounts()) ?? []),
      ready,
      // Without the list of all variables.
      check: checked.slice(checked.indexOf('\n\n')),
      doctor: (await runHere(['doctor'])).output,
    };
    for (const [name, text] of Object.entries(texts)) {
      expect(text, name).not.toBe('');
      if (foreign !== null) expect(text, name).not.toMatch(foreign);
    }
    if (foreign === null && INDEX === 'on') expect(texts.greeting).toMatch(/^Index /m);
    if (foreign === ofCalls) {
      const response = await fetch(new URL('/graphql', gateway.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: '{ accounts(first: 1) { nodes { name } } callsAggregate { groups { count } } }',
        }),
      });
      const answer = await response.text();
      expect(answer).not.toMatch(/INDEX=on|leftOut|private/i);
    }
  });
});
