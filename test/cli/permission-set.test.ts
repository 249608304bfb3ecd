/** `doctor --permission-set`: what it grants is what is used, and it grants reading alone. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { permissionSet } from '../../src/cli/doctor/permission-set.ts';
import { parseCustomSchema } from '../../src/contract/crm/custom-schema.ts';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { runHere } from '../support/here.ts';

const fieldsIn = (xml: string): string[] =>
  [...xml.matchAll(/<field>(.*?)<\/field>/g)].map(([, field]) => field!);
const objectsIn = (xml: string): string[] =>
  [...xml.matchAll(/<object>(.*?)<\/object>/g)].map(([, object]) => object!);

it('reads what the screens, the showcase and the saved questions use, and writes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'permission-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  vi.stubEnv('SALESFORCE_CLIENT_ID', 'app');
  vi.stubEnv('TOKEN_KEY', 'k'.repeat(32));
  const file = join(folder, 'Switchboard.permissionset-meta.xml');
  const { code, output } = await runHere(['doctor', '--permission-set', file]);
  expect(code).toBe(0);
  expect(output).toContain('permission set');
  const xml = readFileSync(file, 'utf8');
  expect(fieldsIn(xml)).toEqual(
    expect.arrayContaining([
      ...['Account.AnnualRevenue', 'Account.BillingAddress', 'Contact.Email', 'Contact.Title'],
      ...['Opportunity.NextStep', 'Case.Priority', 'Lead.Email', 'Campaign.StartDate'],
    ]),
  );
  // Required and system fields can't be deployed; parts of addresses have no permission of their own.
  for (const field of [
    'Account.Name',
    'Opportunity.StageName',
    'Account.BillingCity',
    'Lead.Company',
  ])
    expect(fieldsIn(xml)).not.toContain(field);
  // Nothing uses these.
  for (const field of ['Account.Fax', 'Contact.Birthdate', 'Opportunity.Probability'])
    expect(fieldsIn(xml)).not.toContain(field);
  expect(objectsIn(xml)).toEqual(['Account', 'Campaign', 'Case', 'Contact', 'Lead', 'Opportunity']);
  expect(xml).toContain('<name>ActivitiesAccess</name>');
  expect(xml).not.toMatch(
    /<(editable|allowCreate|allowEdit|allowDelete|viewAllRecords|modifyAllRecords)>true/,
  );
});

it('grants of a used object what it depends on, and its custom fields unless they are required', () => {
  const model = buildCrmModel(
    parseCustomSchema({
      objects: {
        Contact: {
          fields: {
            Nickname__c: { type: 'string', length: 40 },
            Badge__c: { type: 'string', length: 40, required: true },
          },
        },
      },
    }),
  );
  const used = { object: model.object('Contact')!, by: new Set(['a']), fields: new Map() };
  const xml = permissionSet([used], model);
  expect(objectsIn(xml)).toEqual(['Account', 'Contact']);
  expect(fieldsIn(xml)).toEqual(['Contact.Nickname__c']);
  expect(xml).not.toContain('ActivitiesAccess');
  expect(fieldsIn(permissionSet([], model))).toEqual(['Contact.Nickname__c']);
});
