/** Several objects of which a part is hidden, asked at the same moment over a hosted connector service: nothing else is lost, although the estimate has nothing to spare. */

import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { sample } from '../../support/cases.ts';
import { type GraphAnswer, openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ index: 'off' });
});
afterAll(() => world.close());
afterEach(() => world.service.admin.faults.clear());

const lists = {
  accounts: ['Account.AnnualRevenue', 'Account.Website'],
  contacts: ['Contact.Title', 'Contact.Phone'],
  opportunities: ['Opportunity.NextStep', 'Opportunity.Amount'],
  cases: ['Case.Priority', 'Case.Subject'],
  leads: ['Lead.Company', 'Lead.Title'],
  campaigns: ['Campaign.Status', 'Campaign.StartDate'],
} as const;
type ListName = keyof typeof lists;
const names = Object.keys(lists) as ListName[];

const fieldOf = (part: string): string =>
  part.replace(/^\w+\.(.)/, (_, first: string) => first.toLowerCase());

/** Beside the lists one of which nothing is hidden, with a step that comes last: the estimate has nothing to spare for either. */
const query = `{
  ${names.map((name) => `${name}(first: 3) { nodes { id ${lists[name].map(fieldOf).join(' ')} } }`).join('\n')}
  users(first: 2) { nodes { firstName crmUsers { name } } }
}`;

const hiddenBy = {
  'a field of each': (name: ListName) => lists[name].slice(0, 1),
  'two fields of each': (name: ListName) => lists[name],
  'each as a whole': (name: ListName) => lists[name].slice(0, 1).map((part) => part.split('.')[0]!),
} satisfies Record<string, (name: ListName) => readonly string[]>;

const matrix = Object.entries(hiddenBy).flatMap(([how, partsOf]) =>
  [2, 3, 4, 5, 6].map((count) => ({ how, count, partsOf })),
);

/** What the CRM shows of the full answer, and where it says so. */
function expectedOf(whole: GraphAnswer, hidden: ReadonlyMap<ListName, readonly string[]>) {
  const data = { ...whole.data };
  const places: string[] = [];
  for (const [name, parts] of hidden) {
    const isWhole = !parts[0]!.includes('.');
    const lost = Object.fromEntries(parts.map((part) => [fieldOf(part), null]));
    const { nodes } = whole.data[name];
    data[name] = isWhole ? null : { nodes: nodes.map((row: object) => ({ ...row, ...lost })) };
    for (const part of parts)
      places.push(`${isWhole ? name : `${name}.nodes.0.${fieldOf(part)}`} ${part}`);
  }
  return { data, places: places.sort() };
}

const forbidden = ({ errors = [] }: GraphAnswer) =>
  errors
    .filter(({ extensions: { code } }) => code === 'UPSTREAM_FORBIDDEN')
    .map(({ path, extensions: { part } }) => `${path?.join('.')} ${part}`)
    .sort();

/** Look-ups of the lists' objects; a user who is not there is another matter. */
const lookUps = ({ calls }: GraphAnswer) =>
  calls
    .map(({ params }) => String((params as { q?: string })?.q))
    .filter((q) => q.includes('FROM EntityParticle ') && !q.includes("('User')"));

it.each(sample(matrix, 3))('$how of $count objects', async ({ count, partsOf }) => {
  const whole = await world.ask(query);
  expect(whole.errors).toBeUndefined();
  const hidden = new Map(names.slice(0, count).map((name) => [name, partsOf(name)]));
  const { faults } = world.service.admin;
  faults.add({ kind: 'hidden', system: 'crm', names: [...hidden.values()].flat() });
  // What comes last has to be paid from what is left.
  faults.add({ kind: 'latency', system: 'call-analytics', ms: 30 });
  const gateway = await openWorld({ shared: world.service, index: 'off', cache: true });
  onTestFinished(() => gateway.close());
  const shown = expectedOf(whole, hidden);
  const first = await gateway.ask(query);
  expect(first.data).toEqual(shown.data);
  expect(forbidden(first)).toEqual(shown.places);
  expect(first.errors).toHaveLength(shown.places.length);
  const isWhole = [...hidden.values()].every(([part]) => !part!.includes('.'));
  const cost = first.extensions?.cost as { readonly actual: number; readonly requested: number };
  expect(cost.actual).toBe(first.calls.length);
  // Statements that are sent again without a hidden part are beyond the estimate.
  const refused = first.calls.filter(({ status }) => status !== 200).length;
  expect(cost.actual - refused).toBeLessThanOrEqual(cost.requested);
  // One look-up is of all of them; of an object as a whole its refusal says all there is to know.
  expect(lookUps(first)).toHaveLength(isWhole ? 0 : 1);
  const second = await gateway.ask(query);
  expect(second.data).toEqual(shown.data);
  expect(forbidden(second)).toEqual(shown.places);
  expect(second.errors).toHaveLength(shown.places.length);
  expect(second.calls.filter(({ status }) => status !== 200)).toEqual([]);
});
