/** Texts are cut at a length by `beginningOf` alone: `server/cut-text.wide.ts` shows what another way would halve. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** Files of src that cut at a length otherwise than by `beginningOf`, each with what it cuts. */
const otherCuts: Readonly<Record<string, string>> = {
  'cli/login/browser-sign-in.ts': 'ASCII',
  'contract/wire/error-body.ts': 'texts that never leave, and a list',
  'contract/wire/json.ts': 'digits',
  'dashboard/calls/call-table.tsx': 'a list',
  'dashboard/person/spoken-with.tsx': 'a list',
  'dashboard/prepare/meetings-ahead.tsx': 'a list, which says that there are others',
  'dashboard/prepare/prepared-calls.tsx': 'lists of calls, promises and trackers',
  'dashboard/prepare/prepared-people.tsx': 'a list of people',
  'dashboard/shared/other-record.tsx': 'a list of characters',
  'dashboard/today/new-calls.tsx': 'a list',
  'demo/company/customer.ts': 'ASCII',
  'demo/crm/deal.ts': 'names of the company, without such characters',
  'demo/crm/user.ts': 'names of the company, without such characters',
  'demo/crm/writer.ts': 'words of the company, without such characters',
  'demo/database/crm-table.ts': 'ISO times',
  'demo/fault/page-fault.ts': 'a list',
  'demo/soql/keyset-bound.ts': 'a list',
  'errors.ts': '`beginningOf` itself',
  'fetch/token-list.ts': 'a digest',
  'graph/calls/platform-setting-name.ts': 'a list',
  'graph/links/call-fact-figure.ts': 'a list',
  'graph/links/calls-aggregate.ts': 'a list',
  'graphiql/answer/run.ts': 'a list',
  'graphiql/editor/click.ts': 'a list',
  'graphiql/explorer/explorer.tsx': 'a list',
  'graphiql/explorer/found-condition.tsx': 'a list',
  'main/progress.ts': 'numbers, and the name of a tenant, which is ASCII',
  'main/startup-banner.ts': 'a list',
  'participants/spoken-word.ts': 'a word of the index, which drops the half itself',
  'questions/page-walk.ts': 'a list',
  'questions/variable-input.ts': 'names',
  'server/estimate.ts': 'a list',
  'server/tracing.ts': 'headers, in Latin-1',
  'server/usage.ts': 'headers, in Latin-1',
  'upstream/entity-store.ts': 'a list',
  'upstream/upstream-cache.ts': 'a list',
};

it('a text is cut in no other way but where it is named here', () => {
  const src = resolve(import.meta.dirname, '../src');
  const cut =
    /\.slice\(\s*0,[^;\n]*?(?:\b[2-9]\d\b|\b\d{3,}\b|\b(?:longest|max|most)[A-Z\w]*|isHalved|columns|\.length \?\?)|\.(?:substring|substr)\(/;
  const strays = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('dashboard/graphql/'))
    .filter((file) => cut.test(readFileSync(join(src, file), 'utf8')));
  expect(strays.sort()).toEqual(Object.keys(otherCuts));
});
