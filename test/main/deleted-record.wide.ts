/** Deleted and archived records, from the variables of own accounts to answers. */

import { describe, expect, it } from 'vitest';
import { closing } from '../support/connect.ts';
import { openFacade } from '../support/facade.ts';
import { startHere } from '../support/here.ts';
import { openSynthetic } from '../support/synthetic.ts';

interface Task {
  readonly subject: string | null;
  readonly isDeleted: boolean;
  readonly isArchived: boolean;
}

interface HistoryRow {
  readonly upstreamId: string;
  readonly opportunityId: string;
  readonly stageName: string;
  readonly forecastCategory: string;
}

interface Answer {
  readonly data: Record<string, { readonly totalCount: number; readonly nodes: readonly Task[] }>;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string };
  }[];
}

async function ask(url: URL, query: string): Promise<Answer> {
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as Answer;
}

const tasks = (args: string) =>
  `{ tasks(first: 100${args}) { totalCount nodes { subject isDeleted isArchived } } }`;

describe('over own accounts', () => {
  it('a deleted row of a deal’s history has the row before it, and is before none that is there', async () => {
    const backend = openSynthetic({ now: () => new Date() });
    const client = closing(await openFacade({ backend, clock: Date.now }));
    const { accounts, url } = client.facade;
    const gateway = await startHere({
      SALESFORCE_LOGIN_URL: url,
      SALESFORCE_CLIENT_ID: accounts.crmApp.clientId,
      SALESFORCE_CLIENT_SECRET: accounts.crmApp.clientSecret,
    });
    const read = async (args: string) => {
      const { data, errors } = (await ask(
        gateway.url,
        `{ opportunityHistories(${args}) { nodes {
          upstreamId opportunityId stageName stageNameBefore forecastCategory forecastCategoryBefore } } }`,
      )) as unknown as { data: { opportunityHistories: { nodes: HistoryRow[] } }; errors?: [] };
      expect(errors).toBeUndefined();
      return data.opportunityHistories.nodes;
    };
    const newest = 'orderBy: [{ field: CREATED_DATE, direction: DESC }]';
    const [last] = await read(`first: 1, ${newest}`);
    const { upstreamId, opportunityId, stageName, forecastCategory } = last!;
    const later = (ms: number, values: object = {}): string =>
      backend.changes.copyRecord('OpportunityHistory', upstreamId, {
        CreatedDate: new Date(Date.now() + ms).toISOString().replace('Z', '+0000'),
        StageName: 'Needs Analysis',
        ...values,
      });
    const deleted = later(60_000, { IsDeleted: true });
    const kept = later(120_000);
    const before = { stageNameBefore: stageName, forecastCategoryBefore: forecastCategory };
    const ofDeal = `filter: { opportunityId: { eq: "${opportunityId}" } }`;
    const rows = await read(`includeDeleted: true, first: 2, ${newest}, ${ofDeal}`);
    expect(rows).toMatchObject([
      { upstreamId: kept, ...before },
      { upstreamId: deleted, ...before },
    ]);
  });

  it('lists hold archived records, and deleted ones for whoever asks for them', async () => {
    const client = closing(
      await openFacade({
        backend: openSynthetic({ now: () => new Date() }),
        clock: Date.now,
      }),
    );
    const { accounts, url } = client.facade;
    const gateway = await startHere({
      SALESFORCE_LOGIN_URL: url,
      SALESFORCE_CLIENT_ID: accounts.crmApp.clientId,
      SALESFORCE_CLIENT_SECRET: accounts.crmApp.clientSecret,
    });
    const of = async (args: string) => {
      const { data, errors } = await ask(gateway.url, tasks(args));
      expect(errors).toBeUndefined();
      return data.tasks!;
    };
    const stored = await of('');
    const archived = await of(', filter: { isArchived: { eq: true } }');
    const deleted = await of(', includeDeleted: true, filter: { isDeleted: { eq: true } }');
    const all = await of(', includeDeleted: true');

    expect(stored.nodes.some(({ isDeleted }) => isDeleted)).toBe(false);
    expect(archived.nodes.length).toBeGreaterThan(0);
    expect(archived.nodes.every(({ isArchived }) => isArchived)).toBe(true);
    expect(deleted.nodes.length).toBeGreaterThan(0);
    expect(deleted.nodes.every(({ isDeleted }) => isDeleted)).toBe(true);
    expect(all.totalCount).toBe(stored.totalCount + deleted.totalCount);

    // A record that a list of deleted ones has shown is none by its id.
    const [first] = await idsOf(gateway.url);
    const byId = await ask(gateway.url, `{ task(by: { upstreamId: "${first}" }) { id } }`);
    expect(byId).toMatchObject({ data: { task: null } });
  });
});

async function idsOf(url: URL): Promise<readonly string[]> {
  const query =
    '{ tasks(first: 3, includeDeleted: true, filter: { isDeleted: { eq: true } }) { nodes { upstreamId subject } } }';
  const { data } = await ask(url, query);
  return data.tasks!.nodes.map((task) =>
    String((task as unknown as { upstreamId: string }).upstreamId),
  );
}

it('another connector service hands out no deleted records: the argument is refused by its name', async () => {
  const gateway = await startHere({});
  const { data, errors } = await ask(gateway.url, tasks(', includeDeleted: true'));
  expect(data).toEqual({ tasks: null });
  expect(errors).toMatchObject([
    {
      message: expect.stringContaining('includeDeleted'),
      extensions: { code: 'BAD_USER_INPUT' },
    },
  ]);
  // Not to be asked for, it may be spelt out.
  expect((await ask(gateway.url, tasks(', includeDeleted: false'))).errors).toBeUndefined();
});
