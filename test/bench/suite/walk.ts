/** A whole list through the graph, window after window, as an export reads it. */

import { ask, startSwitchboard } from '../contestant.ts';
import type { Operation } from '../operation.ts';
import { startServiceStage } from '../service-stage.ts';
import { figure } from '../statistic.ts';
import { atMost, type Suite } from '../suite.ts';

const size = 100;

const query = `query Walk($from: DateTime!, $after: String) {
  calls(first: ${size}, after: $after, filter: { from: $from }) {
    nodes { id title startedAt }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface Page {
  readonly calls: {
    readonly nodes: readonly { readonly id: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

export const walk: Suite = {
  name: 'walk',
  about: `100,000 calls through the graph in windows of ${size}: upstream calls against pages, calls met twice, and the gateway's memory after a tenth of the way and at the end.`,
  async run(setting) {
    const most = setting.size === 'large' ? 100_000 : 500;
    const service = await startServiceStage(setting.size, setting.companyFile);
    try {
      const gateway = await startSwitchboard(service, { caching: false });
      const from = new Date(Date.now() - 548 * 86_400_000).toISOString();
      const before = await service.received();
      const began = performance.now();
      const seen = new Set<string>();
      let rows = 0;
      let windows = 0;
      let early = 0;
      let after: string | null = null;
      do {
        const operation: Operation = { name: 'walk', about: '', query, variables: { from, after } };
        const { calls } = (await ask(gateway, operation)).data as Page;
        for (const { id } of calls.nodes) seen.add(id);
        rows += calls.nodes.length;
        windows += 1;
        if (windows === Math.ceil(most / size / 10)) {
          early = (await gateway.child.usage('collect')).heap;
          setting.say(`${rows} calls`);
        }
        after = calls.pageInfo.hasNextPage ? calls.pageInfo.endCursor : null;
      } while (after !== null && rows < most);
      const seconds = (performance.now() - began) / 1_000;
      const { heap, peak } = await gateway.child.usage('collect');
      const upstream = (await service.received()) - before;
      await gateway.end();
      const mebibytes = (bytes: number): string => `${figure(bytes / 2 ** 20)} MiB`;
      return {
        tables: [
          {
            title: 'A walk through calls',
            columns: ['', ''],
            rows: [
              ['calls', String(rows)],
              ['windows', String(windows)],
              ['upstream calls', String(upstream)],
              ['seconds', figure(seconds)],
              ['heap after a tenth', mebibytes(early)],
              ['heap at the end', mebibytes(heap)],
              ['most memory ever', mebibytes(peak)],
            ],
          },
        ],
        plots: [],
        verdicts: [
          atMost('calls met twice', rows - seen.size, 0),
          atMost('upstream calls beyond the pages', Math.abs(upstream - windows), 1),
          atMost('growth of the heap from a tenth to the end', (heap - early) / 2 ** 20, 10, 'MiB'),
        ],
      };
    } finally {
      await service.end();
    }
  },
};
