/** Activities that the CRM has archived: a connector service that does not hand them out is told of where a list reaches that far, and nowhere else. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runHere } from '../../support/here.ts';
import { type GraphAnswer, openWorld, today, type World } from '../../support/world.ts';

let world: World;
let whole: World;
beforeAll(async () => {
  world = await openWorld({ index: 'off', crm: { lacksArchive: true } });
  whole = await openWorld({ shared: world.service, index: 'off' });
});
afterAll(() => Promise.all([whole.close(), world.close()]));

const lacking = ({ extensions }: GraphAnswer) =>
  ((extensions?.incomplete ?? []) as { path: string[]; message: string }[]).map(
    ({ path, message }) => {
      expect(message).toMatch(/^The CRM's archive is not read /);
      return path.join('.');
    },
  );

const yearAgo = today.getTime() - 365 * 86_400_000;

describe('a list of activities', () => {
  it.each([
    ['{ tasks(first: 3) { nodes { subject } } }', 'tasks'],
    ['{ events(first: 3) { nodes { subject } } }', 'events'],
    ['{ events { totalCount } }', 'events'],
    ['{ tasks(filter: { isClosed: { eq: true } }) { nodes { subject } } }', 'tasks'],
    ['{ tasks(filter: { activityDate: { lt: "2026-06-01" } }) { nodes { subject } } }', 'tasks'],
    ['{ tasks(filter: { activityDate: { gte: "2025-06-01" } }) { nodes { subject } } }', 'tasks'],
    [
      '{ tasks(filter: { or: [{ activityDate: { gte: "2026-06-01" } }, { isClosed: { eq: true } }] }) { nodes { subject } } }',
      'tasks',
    ],
    [
      '{ accounts(first: 5) { nodes { name tasks { nodes { subject } } } } }',
      'accounts.nodes.tasks',
    ],
    [
      '{ accounts(first: 5) { nodes { name late: events(first: 1) { totalCount } } } }',
      'accounts.nodes.late',
    ],
    ['{ tasksAggregate(groupBy: [{ field: STATUS }]) { count } }', 'tasksAggregate'],
  ])('that reaches beyond a year says so, once: %s', async (query, path) => {
    const answer = await world.ask(query);
    expect(answer.errors).toBeUndefined();
    expect(lacking(answer)).toEqual([path]);
    expect(lacking(await whole.ask(query))).toEqual([]);
  });

  it.each([
    '{ tasks(filter: { activityDate: { gte: "2026-01-01" } }) { totalCount nodes { subject } } }',
    '{ tasks(filter: { isClosed: { eq: false } }) { totalCount nodes { subject } } }',
    '{ events(filter: { isArchived: { eq: false } }) { nodes { subject } } }',
    '{ events(filter: { startDateTime: { gte: "2026-01-01T00:00:00Z" } }) { nodes { subject } } }',
    '{ events(filter: { startDateTime: { during: { period: LAST_N_DAYS, n: 90 } } }) { nodes { subject } } }',
    '{ tasks(filter: { and: [{ activityDate: { gte: "2026-01-01" } }, { isClosed: { eq: true } }] }) { nodes { subject } } }',
    '{ tasksAggregate(filter: { isClosed: { eq: false } }) { count } }',
    '{ events(first: 2, orderBy: [{ field: START_DATE_TIME, direction: DESC }]) { nodes { subject } } }',
    '{ events(last: 2, orderBy: [{ field: START_DATE_TIME, direction: ASC }]) { nodes { subject } } }',
    '{ tasks(first: 0) { pageInfo { hasPreviousPage } } }',
    '{ accounts(first: 3) { nodes { name contacts { nodes { name } } } } }',
  ])('that does not says nothing: %s', async (query) => {
    const answer = await world.ask(query);
    expect(answer.errors).toBeUndefined();
    expect(lacking(answer)).toEqual([]);
  });

  it('says it from the page on that reaches beyond', async () => {
    let after: string | null = null;
    let told = 0;
    do {
      const answer: GraphAnswer = await world.ask(
        `query ($after: String) {
          events(first: 100, after: $after, orderBy: [{ field: START_DATE_TIME, direction: DESC }]) {
            nodes { startDateTime } pageInfo { hasNextPage endCursor }
          }
        }`,
        { after },
      );
      const { nodes, pageInfo } = answer.data.events;
      const reaches =
        !pageInfo.hasNextPage || new Date(nodes.at(-1).startDateTime).getTime() < yearAgo;
      expect(lacking(answer)).toEqual(reaches ? ['events'] : []);
      told += reaches ? 1 : 0;
      after = pageInfo.hasNextPage && !reaches ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(told).toBe(1);
  });
});

describe('free SOQL', () => {
  const asked = (statement: string) =>
    world.ask('query ($q: String!) { soql(query: $q, first: 3) { nodes { values } } }', {
      q: statement,
    });

  it.each([
    'SELECT Subject FROM Task',
    'select count(id) from event',
    "SELECT t.Subject FROM Task t WHERE t.Status = 'Completed'",
    'SELECT Subject FROM Event WHERE StartDateTime < 2026-06-01T00:00:00Z',
    'SELECT Subject FROM Task WHERE IsClosed = false OR ActivityDate > 2020-01-01',
    'SELECT Name, (SELECT Subject FROM Tasks) FROM Account',
  ])('that reaches beyond a year says so: %s', async (statement) => {
    const answer = await asked(statement);
    expect(answer.errors).toBeUndefined();
    expect(lacking(answer)).toEqual(['soql']);
  });

  it.each([
    'SELECT Name FROM Account',
    'SELECT Subject FROM Task WHERE isclosed = false',
    'SELECT t.Subject FROM Task t WHERE t.IsClosed = false AND t.Subject != null',
    'SELECT Subject FROM Event WHERE StartDateTime = LAST_N_DAYS:90',
    'SELECT Name, (SELECT Subject FROM tasks WHERE ACTIVITYDATE >= 2026-01-01) FROM account',
    'SELECT Name, (SELECT LastName FROM Contacts) FROM Account',
  ])('that does not says nothing: %s', async (statement) => {
    const answer = await asked(statement);
    expect(answer.errors).toBeUndefined();
    expect(lacking(answer)).toEqual([]);
  });

  it('over a service that has the archive says nothing', async () => {
    const answer = await whole.ask('{ soql(query: "SELECT Subject FROM Task") { totalCount } }');
    expect(answer.errors).toBeUndefined();
    expect(lacking(answer)).toEqual([]);
  });
});

it('an export of them says it once, whatever the pages', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'switchboard-archive-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const query = join(directory, 'tasks.graphql');
  const out = join(directory, 'tasks.ndjson');
  writeFileSync(
    query,
    'query ($after: String) { accounts(first: 50, after: $after) { nodes { name tasks(first: 3) { nodes { subject } } } pageInfo { hasNextPage endCursor } } }',
  );
  const { code, output } = await runHere(['export', query, '--out', out, '--url', world.url.href]);
  expect(code).toBe(1);
  expect(output.match(/events and closed tasks older than a year are missing/g)).toHaveLength(1);
  expect(readFileSync(out, 'utf8').trim().split('\n').length).toBeGreaterThan(50);
});
