import { expect, it } from 'vitest';
import { startProcess } from '../support/process.ts';

/** Adds one line to the declaration of trackers when it is loaded, as an editor would. */
const edit = `
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/contract/calls/tracker.ts')) return loaded;
    const source = String(loaded.source).replace(
      "    isPartOfQuestion: f.flag(",
      "    weight: f.int('weight', 'How much it counts.'),\\n$&",
    );
    return { ...loaded, source };
  },
});`;

const trackers = (fields: string): string => `{ trackers(first: 3) { nodes { ${fields} } } }`;
const type = '{ __type(name: "Tracker") { fields { name description type { name } } } }';

it('a field takes one line: its type, description, cost and embedded data follow', async () => {
  const hook = `data:text/javascript,${encodeURIComponent(edit)}`;
  const gateway = await startProcess(['--import', hook, 'src/main.ts']);
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
  try {
    const { data, cost } = await ask(trackers('name weight'));
    expect(data.trackers.nodes).toHaveLength(3);
    for (const { weight } of data.trackers.nodes) expect(weight).toEqual(expect.any(Number));
    expect(cost.actual).toBe(1);
    expect(cost.requested).toBe((await ask(trackers('name'))).cost.requested);
    expect((await ask(type)).data.__type.fields).toContainEqual({
      name: 'weight',
      description: 'How much it counts.',
      type: { name: 'Int' },
    });
  } finally {
    await gateway.end();
  }
});
