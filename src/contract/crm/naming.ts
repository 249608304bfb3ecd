/** Naming rules: from API names of the CRM to names of the graph. */

import type { CrmFieldSpec } from './declaration.ts';

/**
 * Whether a field is the organisation's own, by its name: `ARR__c`, a part of a place (`Seat__Latitude__s`), or a
 * person account's (`ARR__pc`). What the CRM itself brings has no suffix.
 */
export const isCustomName = (name: string): boolean => /__(?:c|pc|s)$/.test(name);

/** `ARR__c` → `ARR`; `Product__r` → `Product`; `Name` stays, and so does `ARR__pc`, which is another field than the account's own. */
function withoutSuffix(name: string): string {
  return name.replace(/__[crs]$/, '');
}

/** Words of an API name: split at underscores only, since capitals inside a word are its author's choice. */
function words(name: string): string[] {
  return withoutSuffix(name)
    .split('_')
    .filter((word) => word !== '');
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Lowers the capitals a word starts with, but not the one that starts the next word: `SLALevel` → `slaLevel`. */
function lowered(word: string): string {
  const capitals = /^[A-Z]+/.exec(word)?.[0].length ?? 0;
  const next = word.charAt(capitals);
  const count = capitals > 1 && /[a-z]/.test(next) ? capitals - 1 : capitals;
  return word.slice(0, count).toLowerCase() + word.slice(count);
}

/**
 * Name of a field, relationship or child relationship.
 * @example memberName('AnnualRevenue') → 'annualRevenue'; 'ARR__c' → 'arr'; 'Product_Usages__r' → 'productUsages'
 */
export function memberName(name: string): string {
  const [first = '', ...rest] = words(name);
  return lowered(first) + rest.map(capitalized).join('');
}

/**
 * Name of a field. The id of a custom reference takes the suffix `Id` that standard ones bear
 * already, because its plain name is the relationship's: `Account__c` → `accountId`, `Account__r` → `account`.
 */
export function fieldName(name: string, spec: CrmFieldSpec): string {
  if (spec.graphName !== undefined) return spec.graphName;
  const plain = memberName(name);
  return spec.type === 'reference' && isCustomName(name) ? `${plain}Id` : plain;
}

/**
 * Name of an object's type.
 * @example typeName({object: 'Product_Usage__c'}) → 'ProductUsage'; {object: 'User', typeName: 'CrmUser'} → 'CrmUser'
 */
export function typeName(spec: {
  readonly object: string;
  readonly typeName?: string | undefined;
}): string {
  return spec.typeName ?? words(spec.object).map(capitalized).join('');
}

/** Types of the call-analytics side and of the graph itself, which no custom object may take. */
export const reservedTypeNames: ReadonlySet<string> = new Set(
  `Query Mutation Subscription Node PageInfo User Call Party Transcript Scorecard AnsweredScorecard Tracker
  Workspace LibraryFolder Coaching ID String Int Float Boolean Date DateTime JSON URL EmailAddress`.split(
    /\s+/,
  ),
);

/** Members that the graph adds to its CRM types, which no custom field or relationship may take. */
export const reservedMemberNames: ReadonlySet<string> = new Set(
  'id crmId calls relatedCalls files user'.split(' '),
);
