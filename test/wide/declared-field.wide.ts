import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startProcess } from '../support/process.ts';

/** One line each, as an editor would add it before another one. */
const lines = [
  {
    file: '/contract/calls/tracker.ts',
    before: '    isPartOfQuestion: f.flag(',
    line: "    weight: f.int('weight', 'How much it counts.'),",
  },
  {
    file: '/contract/calls/call-content.ts',
    before: '  brief: f.inPart(',
    line: "  mood: f.inPart('content.mood', f.text('mood', 'How it felt.')),",
  },
  {
    file: '/contract/crm/object/account.ts',
    before: "    AnnualRevenue: f.currency('Estimated revenue in a year.'),",
    line: "    NextStep: f.string('What is to be done next.', 255, 'filled'),",
  },
];

/** Adds the lines when the files are loaded. */
const edit = `
import { registerHooks } from 'node:module';
const lines = ${JSON.stringify(lines)};
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const edit = lines.find(({ file }) => url.endsWith(file));
    if (edit === undefined) return loaded;
    const source = String(loaded.source).replace(edit.before, (before) => edit.line + '\\n' + before);
    return { ...loaded, source };
  },
});`;

const customSchema = {
  objects: {
    Account: {
      fields: {
        Fleet_Size__c: { type: 'int', label: 'Fleet size', description: 'Vehicles in use.' },
      },
    },
  },
};

describe('a field takes one line: its type, description, cost and embedded data follow', () => {
  const schema = join(tmpdir(), `declared-field-${process.pid}.json`);
  let gateway: Started;
  beforeAll(async () => {
    writeFileSync(schema, JSON.stringify(customSchema));
    const hook = `data:text/javascript,${encodeURIComponent(edit)}`;
    const settings = { CRM_CUSTOM_SCHEMA: schema };
    gateway = await startProcess(['--import', hook, 'src/main.ts'], settings);
  });
  afterAll(async () => {
    await gateway.end();
    rmSync(schema);
  });

  const ask = async (query: string) => {
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data, errors, extensions } = await response.json();
    expect(errors).toBeUndefined();
    return { data, cost: extensions.cost };
  };

  it.each([
    {
      of: 'a tracker',
      query: (field: string) => `{ list: trackers(first: 10) { nodes { at: ${field} } } }`,
      known: 'name',
      field: { type: 'Tracker', name: 'weight', is: 'Int', description: 'How much it counts.' },
    },
    {
      of: "a call's content, which has to be asked for by a flag",
      query: (field: string) => `{ list: calls(first: 10) { nodes { content { at: ${field} } } } }`,
      known: 'brief',
      field: { type: 'CallContent', name: 'mood', is: 'String', description: 'How it felt.' },
    },
    {
      of: 'a standard object of the CRM',
      query: (field: string) =>
        `{ list: accounts(first: 10, filter: {${field}: {gt: "A"}}) { nodes { at: ${field} } } }`,
      known: 'name',
      field: {
        ...{ type: 'Account', name: 'nextStep', is: 'String' },
        description: 'What is to be done next.',
      },
    },
    {
      of: "an organisation's own, in its custom schema file",
      query: (field: string) => `{ list: accounts(first: 10) { nodes { at: ${field} } } }`,
      known: 'name',
      field: {
        ...{ type: 'Account', name: 'fleetSize', is: 'Int', description: 'Vehicles in use.' },
      },
    },
  ])('of $of', async ({ query, known, field: { type, name, is, description } }) => {
    const { data, cost } = await ask(query(name));
    expect(JSON.stringify(data)).toMatch(is === 'Int' ? /"at":\d/ : /"at":"/);
    expect(cost.actual).toBe(1);
    expect(cost.requested).toBe((await ask(query(known))).cost.requested);
    const introspected = await ask(
      `{ __type(name: "${type}") { fields { name description type { name } } } }`,
    );
    expect(introspected.data.__type.fields).toContainEqual(
      expect.objectContaining({
        name,
        description: expect.stringContaining(description),
        type: { name: is },
      }),
    );
  });
});
