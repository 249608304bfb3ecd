/** Whatever shows rows has a line here that says whose they are: something new without one is shown to all of those who should see a part. */

import { readFileSync } from 'node:fs';
import { getNamedType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { standardInTable } from '../support/row-access/oracle.ts';
import { model, schema } from '../support/world.ts';

/** Whose rows the fields of the root show that are none of an object of the CRM. */
const rootFields: Readonly<Record<string, string>> = {
  node: 'rows by their type; null without error where the row is hidden',
  nodes: 'rows by their type; null without error where the row is hidden',
  _entities: 'rows by their type; null without error where the row is hidden',
  search: 'visible records',
  soql: 'objects that take a condition, with it; others are refused by name',
  opportunitiesBySilence: 'visible deals, by their visible calls',
  opportunityCallFacts: 'visible deals, by their visible calls',
  accountCallFacts: 'visible accounts, by their visible calls',
  call: 'visible calls',
  calls: 'visible calls',
  callsAggregate: 'visible calls',
  answeredScorecards: 'reviews of visible calls whose reviewed user is among the people',
  answeredScorecardsAggregate:
    'reviews of visible calls whose reviewed user is among the people, counted',
  activity: 'users among the people',
  dailyActivity: 'users among the people',
  interaction: 'users among the people',
  coaching: 'users among the people',
  indexStatus: 'all, but the number of calls, which is null',
  user: 'all',
  users: 'all',
  workspace: 'all; their calls are the visible ones',
  workspaces: 'all; their calls are the visible ones',
  libraryFolders: 'all; their calls are the visible ones',
  tracker: 'all',
  trackers: 'all',
  scorecard: 'all',
  scorecards: 'all',
  crmObject: 'all: what fields there are',
  crmCurrencies: 'all',
  viewer: 'whoever asks',
  _service: 'all: the schema',
};

/** Types of the call platform with ids of their own. */
const platformTypes: Readonly<Record<string, string>> = {
  Call: 'visible calls',
  AnsweredScorecard: 'reviews of visible calls whose reviewed user is among the people',
  LibraryFolder: 'all; their calls are the visible ones',
  Scorecard: 'all',
  Tracker: 'all',
  User: 'all; what is counted of them is of visible rows, or of users among the people',
  Workspace: 'all; their calls are the visible ones',
};

/** Whose rows each address of the server hands out, by what its route is found by. */
const routes: Readonly<Record<string, string>> = {
  graphqlPath: 'whoever asks, by the table',
  questionPath: 'names of saved questions: no rows',
  questionPrefix: 'whoever asks, by the table: each page is a request to the graph',
  "'/'": 'a page without rows',
  isDashboardPath: 'files of the dashboard: no rows',
  mediaPrefix: 'a link lives out its time, whoever opens it; it is given to who sees the call',
  webhookPrefix: 'takes the id of a call and shows nothing',
  crmWebhookPath: 'takes ids of records and shows nothing',
  assetPrefix: 'files of the GraphiQL page: no rows',
};
const adminRoutes: Readonly<Record<string, string>> = {
  '/healthz': 'no rows',
  '/readyz': 'no rows',
  '/usage': 'counts of requests: no rows',
  '/metrics': 'counts of requests and calls: no rows',
};

const without = (names: Iterable<string>, table: Readonly<Record<string, string>>): string[] =>
  [...names].filter((name) => !Object.hasOwn(table, name));

describe('the table of visibility', () => {
  it('has a line for each object of the CRM', () => {
    const missing = model.objects
      .filter(({ name, custom }) => !custom && !standardInTable.has(name))
      .map(({ name }) => name);
    expect(
      missing,
      'Decide who sees a row of these objects (everybody, its owner, whoever sees the account or deal it refers to), and say so in src/row-access/, in test/support/row-access/oracle.ts and in the table of the documentation.',
    ).toEqual([]);
  });

  it('has a line for each field of the root', () => {
    const types = new Set(model.objects.map(({ typeName }) => typeName));
    const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
    const others = fields.filter(({ type }) => {
      const { name } = getNamedType(type);
      return !types.has(name) && !types.has(name.replace(/(Connection|Group)$/, ''));
    });
    expect(
      without([...others.map(({ name }) => name), 'opportunitiesBySilence'], rootFields),
      'Decide whose rows these fields show where a viewer sees a part (`rows: own` and `team`), and what their counts, cursors and costs tell of the others.',
    ).toEqual([]);
  });

  it('has a line for each type of the call platform that has ids', () => {
    const types = Object.values(schema.getTypeMap()).filter(
      (type) =>
        isObjectType(type) &&
        type.getInterfaces().some(({ name }) => name === 'Node') &&
        model.objectOfType(type.name) === undefined,
    );
    expect(
      without(
        types.map(({ name }) => name),
        platformTypes,
      ),
      'Decide who sees rows of these types by their ids (`node`, `nodes`, `_entities`).',
    ).toEqual([]);
  });

  it('has a line for each address', () => {
    const source = readFileSync('src/server/server.ts', 'utf8');
    const body = /return \(path\) => \{([\s\S]*?)\n {2}\};/.exec(source)?.[1] ?? '';
    const places = [
      ...body.matchAll(
        /path === [^)]*?('\/'|\w+Path)|path\.startsWith\((\w+)\)|(is\w+Path)\(path\)/g,
      ),
    ];
    expect(places.length).toBe(body.match(/path(?: ===|\.starts|\))/g)?.length);
    const admin = readFileSync('src/server/admin.ts', 'utf8').matchAll(/^ +'(\/\w+)':/gm);
    const what = 'Decide whether rows are handed out at these addresses, and whose.';
    expect(
      without(
        places.map((place) => place[1] ?? place[2] ?? place[3] ?? ''),
        routes,
      ),
      what,
    ).toEqual([]);
    expect(
      without(
        [...admin].map((place) => place[1] ?? ''),
        adminRoutes,
      ),
      what,
    ).toEqual([]);
  });
});
