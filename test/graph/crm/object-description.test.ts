/** Objects as the CRM describes them now, where statements are all that its service answers. */

import { expect, it } from 'vitest';
import { closing } from '../../support/connect.ts';
import { openWorld } from '../../support/world.ts';

const question = `query ($name: String!) {
  crmObject(name: $name) {
    name
    typeName
    label
    fields(names: ["Status", "LeadSource", "Company", "No_Such__c"]) {
      name graphName label type isCustom isNillable
      picklistValues { value label isActive isDefault }
    }
    recordTypes { upstreamId name developerName isActive isAvailable isDefault isMaster }
  }
}`;

it('tells fields, picklist values and record types by a statement each', async () => {
  const world = closing(await openWorld());
  const { data, errors, calls, extensions } = await world.ask(question, { name: 'Lead' });
  expect(errors).toBeUndefined();
  const { fields, ...object } = data.crmObject;
  expect(object).toEqual({ name: 'Lead', typeName: 'Lead', label: 'Lead', recordTypes: [] });
  const value = (word: string) => ({
    ...{ value: word, label: word, isActive: true, isDefault: false },
  });
  const plain = { isCustom: false, label: expect.any(String) };
  const byName = new Map(fields.map((field: { name: string }) => [field.name, field]));
  expect(Object.fromEntries(byName)).toEqual({
    Status: {
      ...{ ...plain, name: 'Status', graphName: 'status', type: 'picklist', isNillable: false },
      picklistValues: expect.arrayContaining([expect.objectContaining({ isDefault: true })]),
    },
    LeadSource: {
      ...{ ...plain, name: 'LeadSource', graphName: 'leadSource', type: 'picklist' },
      isNillable: true,
      picklistValues: expect.arrayContaining([value('Web'), value('Trade Show')]),
    },
    Company: {
      ...{ ...plain, name: 'Company', graphName: 'company', type: 'string' },
      isNillable: expect.any(Boolean),
      picklistValues: null,
    },
  });
  const asked = calls.map(({ params }) => /FROM (\w+)/.exec(JSON.stringify(params))?.[1]);
  expect(asked.sort()).toEqual(['EntityParticle', 'PicklistValueInfo', 'RecordType']);
  expect(extensions?.cost).toMatchObject({ actual: 3, requested: 6 });

  const members = await world.ask(question, { name: 'CampaignMember' });
  expect(members.errors).toBeUndefined();
  const kind = (name: string, developerName: string, isActive: boolean) => ({
    ...{ upstreamId: expect.stringMatching(/^012\w{15}$/), name, developerName, isActive },
    ...{ isAvailable: null, isDefault: null, isMaster: false },
  });
  expect(members.data.crmObject.recordTypes).toEqual([
    kind('Guest', 'Guest', true),
    kind('Reader', 'Reader', true),
    kind('Visitor (old)', 'Visitor_old', false),
  ]);
});

it('says why it does not tell what a record type allows, and which names there are', async () => {
  const world = closing(await openWorld());
  const allowed = await world.ask(
    `{ recordTypes(first: 1) { nodes { name picklists { field } } }
       crmObject(name: "CampaignMember") { recordTypes { name picklists { field } } } }`,
  );
  const why = expect.stringMatching(/over own accounts alone.*`crmObject` has all values/s);
  expect(allowed.data).toMatchObject({
    recordTypes: { nodes: [{ name: 'Guest', picklists: null }] },
    crmObject: { recordTypes: [{ name: 'Guest', picklists: null }, {}, {}] },
  });
  expect(
    new Set(allowed.errors?.map(({ message, extensions }) => `${extensions.code} ${message}`)).size,
  ).toBe(1);
  const { errors = [] } = allowed;
  expect(errors.find(({ path }) => path?.[0] === 'recordTypes')).toMatchObject({
    message: why,
    path: ['recordTypes', 'nodes', 0, 'picklists'],
    extensions: { code: 'BAD_USER_INPUT' },
  });
  const unknown = await world.ask(question, { name: "Case' OR Id != '" });
  expect(unknown).toMatchObject({
    data: { crmObject: null },
    errors: [{ path: ['crmObject'], extensions: { code: 'BAD_USER_INPUT' } }],
    calls: [],
  });
});

it('of an object that the CRM hides is null with its name', async () => {
  const world = closing(await openWorld());
  world.service.admin.faults.add({ kind: 'hidden', names: ['Case'] });
  const { data, errors } = await world.ask(question, { name: 'Case' });
  expect(data.crmObject).toMatchObject({ name: 'Case', label: null, fields: null });
  expect(errors?.find(({ path }) => path?.[1] === 'fields')).toMatchObject({
    message: expect.stringContaining('Case'),
    extensions: { code: 'UPSTREAM_FORBIDDEN' },
  });
});

it('is an error where rows of its page are missing', async () => {
  const world = closing(await openWorld());
  world.service.admin.faults.add({ kind: 'rows', change: 'short', entity: 'query', times: 1 });
  const { data, errors } = await world.ask(
    '{ crmObject(name: "Lead") { fields(names: ["Status"]) { name } } }',
  );
  expect(data.crmObject.fields).toBeNull();
  expect(errors).toMatchObject([
    { path: ['crmObject', 'fields'], extensions: { code: 'UPSTREAM_BAD_RESPONSE' } },
  ]);
});
