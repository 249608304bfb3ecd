/** Documents that are shipped, with variables for the second server's company. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crmId } from './server/crm-company.ts';
import type { LiveServer } from './server/live-server.ts';

const root = join(import.meta.dirname, '../..');
const dayMs = 86_400_000;

type Document = readonly [name: string, query: string];

const documentsIn = (folder: string): readonly Document[] =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.graphql'))
    .map((file) => [file, readFileSync(join(root, folder, file), 'utf8')]);

const texts = JSON.parse(
  readFileSync(join(root, 'src/dashboard/graphql/persisted-documents.json'), 'utf8'),
) as Readonly<Record<string, string>>;

export const screens: readonly Document[] = Object.values(texts).flatMap((text) => {
  const name = `screen ${/query (\w+)/.exec(text)?.[1]}`;
  const query = text.replace(/@(?:defer|stream)(?:\([^)]*\))?/g, '');
  const names = name === 'screen Calls' ? [name, `${name} of a record`] : [name];
  return names.map((each): Document => [each, query]);
});
export const showcase = documentsIn('schema/operations');
export const questions = documentsIn('queries');

/** Variables of the screens; of a company without the record that a screen is about, another's. */
export function variablesOf(
  { tables, company, now }: LiveServer,
  user: string,
): Readonly<Record<string, object>> {
  const day = (days: number): string => new Date(now + days * dayMs).toISOString();
  const open = { isClosed: { eq: false } };
  const since = day(-60);
  const sinceDate = since.slice(0, 10);
  const contact = tables.Contact?.[2];
  const id = contact?.Id ?? crmId('003', 1);
  const deal = tables.Opportunity?.[3]?.Id ?? crmId('006', 1);
  const ofAccount = {
    ...{ startDateTime: { gte: since } },
    account: { opportunities: { some: { id: { eq: deal } } } },
  };
  return {
    'screen Account': {
      ...{ id: tables.Account?.[3]?.Id ?? crmId('001', 1), before: day(0) },
      ...{ beforeDate: day(0).slice(0, 10), yearAgo: day(-365) },
      ...{ said: [], asksSaid: false },
    },
    'screen Calls': {
      ...{ listed: { about: {} }, ofAnyOwner: { about: {} }, ofChoices: {} },
      ...{ said: [], asksSaid: false, deal: '', asksDeal: false },
    },
    'screen Calls of a record': {
      ...{ listed: {}, ofAnyOwner: {}, ofChoices: {}, said: [], asksSaid: false },
      ...{ deal: '', asksDeal: false, isRelated: true, about: {} },
      related: btoa(`Account:${tables.Account?.[3]?.Id ?? crmId('001', 1)}`).replaceAll('=', ''),
    },
    'screen Call': { by: { upstreamId: company.calls[8]?.metaData.id ?? '7300000003000000017' } },
    'screen Deal': {
      ...{ id: deal, today: day(0), ofAccount, said: [], asksSaid: false },
    },
    'screen Deals': {
      ...{
        bySilence: false,
        by: 'OWN_CALL',
        filter: open,
        order: [{ field: 'CLOSE_DATE' }],
        shown: open,
        shownOpen: open,
      },
      ...{ since, sinceDate, timeZone: 'UTC', totals: open, ofAnyOwner: open },
    },
    'screen PersonByEmail': { email: contact?.Email ?? 'none@none.example' },
    'screen Person': { first: 10, id, isContact: true, isLead: false, yearAgo: day(-365) },
    'screen Prepare': {
      ...{ id: deal, today: day(0), ofAccount },
      ...{ isAccount: false, isDeal: true },
    },
    'screen Search': { hits: 10, term: 'renewal', said: [], asksSaid: false },
    'screen Signals': {
      ...{ calls: { lastDays: 60 }, quietSince: since },
      ...{ saidCalls: { lastDays: 60 }, asksSaid: false },
    },
    'screen Picklists': { object: 'Opportunity' },
    'screen Today': {
      ...{ calls: { lastDays: 60, about: {} }, earlier: { about: {} }, timeZone: 'UTC' },
      changes: { createdDate: { gte: since } },
      moved: { opportunityHistories: { some: { createdDate: { gte: since } } } },
      quiet: { ...open, callFact: { fact: 'DAYS', of: { last: 1 }, atLeast: 30, atMost: 90 } },
      ahead: { activityDateTime: { gte: since } },
    },
    'screen Team': {
      ...{ from: sinceDate, to: day(0).slice(0, 10), measuredTo: day(0).slice(0, 10) },
      ...{ since, until: day(0) },
      ...{ beforeFrom: day(-120).slice(0, 10), beforeTo: sinceDate },
      ...{ beforeSince: day(-120), beforeUntil: since, user, withUser: true },
    },
  };
}
