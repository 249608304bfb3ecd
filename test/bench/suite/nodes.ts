/** The CPU one answer of a thousand nodes takes when everything upstream is known: flat, with a link, and nested. */

import { countNodes, type Operation } from '../operation.ts';
import { ask, startServiceStage, startSwitchboard } from '../stage.ts';
import { figure, median, spreadOf, withSpread } from '../statistic.ts';
import { atMost, type Suite } from '../suite.ts';

const shapes: readonly Operation[] = [
  {
    name: 'Flat',
    about: '1,000 calls, 10 fields each',
    query: `{ calls(first: 1000) { nodes {
      id title url startedAt durationSeconds direction scope language isPrivate meetingUrl
    } } }`,
  },
  {
    name: 'Linked',
    about: '800 contacts and 200 deals, 5 fields each, each with its owner',
    query: `{
      contacts(first: 800) { nodes { id name title email phone owner { id name email } } }
      opportunities(first: 200) { nodes { id name stageName amount closeDate owner { id name email } } }
    }`,
  },
  {
    name: 'Nested',
    about: '100 accounts, 10 fields each, with 10 contacts of 5 fields each',
    query: `{ accounts(first: 100) { nodes {
      id name industry type annualRevenue website phone numberOfEmployees createdDate ownerId
      contacts(first: 10) { nodes { id name title email phone } }
    } } }`,
  },
  {
    name: 'Hosted',
    about: '500 calls, 5 fields each, each with its host',
    query: `{ calls(first: 500) { nodes {
      id title startedAt durationSeconds direction primaryUser { id name title }
    } } }`,
  },
];

/** One connection, one answer after another: CPU over many repeats is not moved by what else the machine does. */
export const nodes: Suite = {
  name: 'nodes',
  about: 'CPU of the server for one answer of about 1,000 nodes, upstream answers kept.',
  async run(setting) {
    setting.say('starting the connector service (small)');
    const service = await startServiceStage('small', setting.companyFile);
    const switchboard = await startSwitchboard(service, {
      caching: true,
      settings: { MAX_PAGE_SIZE: '1000', MAX_COST: '1000000' },
    });
    const rounds = setting.quick ? 2 : 9;
    const repeats = setting.quick ? 3 : 20;
    try {
      const measured = new Map<Operation, { nodes: number; bytes: number; cpu: number[] }>();
      for (const shape of shapes) {
        for (let warm = 0; warm < repeats * 2; warm += 1) await ask(switchboard, shape);
        const { data, bytes } = await ask(switchboard, shape);
        measured.set(shape, { nodes: countNodes(data), bytes, cpu: [] });
      }
      for (let round = 0; round < rounds; round += 1)
        for (const [shape, { cpu }] of measured) {
          const before = await switchboard.child.usage();
          for (let repeat = 0; repeat < repeats; repeat += 1) await ask(switchboard, shape);
          const after = await switchboard.child.usage();
          cpu.push((after.cpu - before.cpu) / 1_000 / repeats);
        }
      return {
        tables: [
          {
            title: 'A kept answer: milliseconds of CPU, garbage collection included',
            columns: ['', 'nodes', 'kB', 'CPU ms', 'CPU ms a thousand nodes'],
            rows: [...measured].map(([{ name, about }, one]) => [
              `${name}: ${about}`,
              figure(one.nodes),
              figure(one.bytes / 1_000),
              withSpread(spreadOf(one.cpu)),
              figure((median(one.cpu) / one.nodes) * 1_000),
            ]),
          },
        ],
        plots: [],
        verdicts: [...measured].map(([{ name }, { nodes: count, cpu }]) =>
          atMost(`${name}: CPU a thousand nodes`, (median(cpu) / count) * 1_000, 25, 'ms'),
        ),
      };
    } finally {
      await switchboard.end();
      await service.end();
    }
  },
};
