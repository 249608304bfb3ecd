/** Filters as plain loops over the raw calls answer them, without any code of the index. */

import type { FacetFilter, IndexFilter, PeopleFilter } from '../../src/participants/call-query.ts';
import type { FakeCall, FakeUser } from './platform.ts';

export const ids = (call: FakeCall, prefix: string): string[] => [
  ...new Set(call.context.map((id) => id.slice(0, 15)).filter((id) => id.startsWith(prefix))),
];

/** Values of a kind in a call, with their amounts. */
export function facetsOf(call: FakeCall, kind: FacetFilter['kind']): Map<string, number> {
  const said = call.said!;
  const once = (values: readonly string[]) => new Map(values.map((value) => [value, 1]));
  switch (kind) {
    case 'tracker':
      return new Map(call.trackers.filter(([, count]) => count > 0));
    case 'topic':
      return new Map(said.topics.filter(([, seconds]) => seconds > 0));
    case 'outcome':
      return once(said.outcome === null ? [] : [said.outcome]);
    case 'domain':
      return once([
        ...new Set(
          call.parties.flatMap(({ emailAddress = '', affiliation = 'External' }) => {
            const email = emailAddress.trim().toLowerCase();
            return affiliation === 'External' && email.includes('@') ? [email.split('@')[1]!] : [];
          }),
        ),
      ]);
    case 'account':
      return once(ids(call, '001'));
    case 'deal':
      return once(ids(call, '006'));
    case 'field':
      return once([
        ...(ids(call, '006').length > 0 ? [`Opportunity.StageName=${said.stage}`] : []),
        ...(ids(call, '001').length > 0 ? [`Account.Segment__c=${said.segment}`] : []),
      ]);
  }
}

function hasFacet(call: FakeCall, { kind, values, least = 1 }: FacetFilter): boolean {
  const facets = facetsOf(call, kind);
  return values.some((value) => (facets.get(value) ?? 0) >= least);
}

/** The only accents of the company's titles. */
const plainTitle = (title: string): string =>
  title.normalize('NFC').toLowerCase().replaceAll('ü', 'u');

/** Of a company with these users, whose aliases are one person. */
export function plainFilter(users: readonly FakeUser[]) {
  const mainOf = new Map(
    users.flatMap((user) =>
      [...(user.emailAliases ?? []), user.trustedEmailAddress ?? ''].map((alias) => [
        alias.trim().toLowerCase(),
        user.emailAddress.toLowerCase(),
      ]),
    ),
  );

  const emails = (call: FakeCall, side?: string): string[] => [
    ...new Set(
      call.parties.flatMap(({ emailAddress = '', affiliation = 'External' }) => {
        const email = emailAddress.trim().toLowerCase();
        if (!email.includes('@') || (side && affiliation !== side)) return [];
        return [mainOf.get(email) ?? email];
      }),
    ),
  ];

  const personOf = (email: string): string => mainOf.get(email) ?? email;

  /** People who match, each once, by the addresses they took part under. */
  function hasPeople(call: FakeCall, filter: PeopleFilter | null | undefined): boolean {
    if (!filter) return true;
    const { emails: lists = [], domains, roles, least = 1 } = filter;
    const matching = call.parties.flatMap(({ emailAddress = '', userId, methods = [] }) => {
      const email = emailAddress.trim().toLowerCase();
      const ways: string[] = methods.map((method) => method.toUpperCase());
      if (userId === call.primaryUserId) ways.push('HOST');
      const fits =
        email.includes('@') &&
        !email.includes(' ') &&
        lists.every((list) => list.map(personOf).includes(personOf(email))) &&
        (!domains || domains.includes(email.split('@')[1]!)) &&
        (!roles || roles.some((role) => ways.includes(role)));
      return fits ? [personOf(email)] : [];
    });
    return new Set(matching).size >= least;
  }

  function passes(call: FakeCall, filter: IndexFilter): boolean {
    const among = (list: readonly string[] | null | undefined, value: string): boolean =>
      !list || list.includes(value);
    return (
      call.started >= (filter.from ?? -Infinity) &&
      call.started < (filter.to ?? Infinity) &&
      among(filter.calls, call.id) &&
      among(filter.directions, call.direction) &&
      among(filter.scopes, call.scope) &&
      among(filter.hosts, call.primaryUserId) &&
      among(filter.systems, call.said!.system) &&
      call.duration >= (filter.minDurationSeconds ?? 0) &&
      call.duration <= (filter.maxDurationSeconds ?? Infinity) &&
      !(filter.includePrivate === false && call.isPrivate) &&
      (!filter.title || plainTitle(call.said!.title ?? '').includes(plainTitle(filter.title))) &&
      hasPeople(call, filter.participants) &&
      (filter.facets ?? []).every((facet) => hasFacet(call, facet)) &&
      !(filter.absent ?? []).some((facet) => hasFacet(call, facet))
    );
  }

  return { mainOf, emails, passes };
}
