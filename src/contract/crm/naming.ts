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
 * @example
 * memberName('AnnualRevenue') // → 'annualRevenue'
 * memberName('ARR__c') // → 'arr'
 * memberName('Product_Usages__r') // → 'productUsages'
 */
export function memberName(name: string): string {
  const [first = '', ...others] = words(name);
  return lowered(first) + others.map(capitalized).join('');
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

/** Name of the record behind a reference: its relationship's, unless it is stated. */
export function relationshipName({ reference }: CrmFieldSpec): string {
  return reference?.graphName ?? memberName(reference?.relationship ?? '');
}

/**
 * Name of an object's type.
 * @example
 * typeName({ object: 'Product_Usage__c' }) // → 'ProductUsage'
 * typeName({ object: 'User', typeName: 'CrmUser' }) // → 'CrmUser'
 */
export function typeName(spec: {
  readonly object: string;
  readonly typeName?: string | undefined;
}): string {
  return spec.typeName ?? words(spec.object).map(capitalized).join('');
}

const firstLow = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Root fields of an object: `account`, `accounts`, `accountsAggregate`. */
export function rootNames(typeName: string): readonly [one: string, list: string, groups: string] {
  const list = listName(firstLow(typeName));
  return [firstLow(typeName), list, `${list}Aggregate`];
}

function listName(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

const derivedSuffixes =
  namesIn(`Connection Edge Filter RelationFilter Order OrderField DistinctCounts
  Extremes Numbers NumberField Group GroupBy GroupComparison GroupField Having`);

/** Types that the graph may make for an object: `Account`, `AccountConnection`, `AccountFilter` … */
export const derivedTypeNames = (typeName: string): readonly string[] => [
  typeName,
  ...derivedSuffixes.map((suffix) => typeName + suffix),
];

function namesIn(text: string): readonly string[] {
  return text.split(/\s+/);
}

/** Types that no custom object may take, nor a type made for it: `test/graph/reserved-name.test.ts` holds them to the schema. */
export const reservedTypeNames: ReadonlySet<string> = new Set(
  namesIn(`Query Mutation Subscription Node PageInfo ID String Int Float Boolean Date DateTime JSON URL
  EmailAddress Key GroupKey GroupPeriod OrderDirection OrderNulls NamedDuration RelativePeriod
  RelativePeriodName PeriodBucket BooleanFilter DateFilter DateTimeFilter FloatFilter IDFilter IntFilter
  MultiPicklistFilter StringFilter
  User UserConnection UserEdge UserSettings UserActivity UserActivityConnection UserActivityEdge
  UserCallConnection UserCallEdge UserDailyActivity UserDailyActivityConnection UserDailyActivityEdge
  UserInteraction UserInteractionConnection UserInteractionEdge DailyActivity InteractionStatistic
  Call CallConnection CallEdge CallFilter CallOrder CallAbout CallComment CallContent CallCountFilter CallCountOrder
  CallGroup CallGroupField CallGroupKey CallGroupOrder CallGroupOrderField CallGroups CallHaving
  CallInteraction CallLinkedFieldFilter CallMatch CallMedia CallMoment CallOutcome CallParticipantFilter CallPeriod CallRole
  CallSaidFilter CallSaidWithin CallScorecardFilter CallSide CallTopicFilter CallTrackerFilter CallsPerPeriod
  RelatedCall RelatedCallConnection RelatedCallEdge RelatedCallOrder LastCall LastCallFilter
  OpportunityLastCallFilter AccountMatch ContactMatch LeadMatch OpportunityMatch CrmUserMatch MatchReason
  ParticipantRole PeopleSpokenWith PersonSpokenWith Coverage IndexState IndexStatus TranscriptIndexStatus
  Viewer RowLevel SilenceBy
  CallFact CallFacts CallFactsInput CallFactFilter CallFactGroup CallFactGroupField CallFactGroupKey CallFactGroups
  Party Speaker SpokenLanguage Transcript Monologue Sentence ActionItem Highlight HighlightItem
  OutlineItem OutlineSection QuestionCounts CrmContext CrmContextField CrmContextObject
  Scorecard ScorecardConnection ScorecardEdge ScorecardQuestion ScorecardAnswer AnsweredScorecard
  AnsweredScorecardConnection AnsweredScorecardEdge AnsweredScorecardFilter
  AnsweredScorecardGroup AnsweredScorecardGroupField AnsweredScorecardGroupKey AnsweredScorecardGroups
  Tracker TrackerConnection TrackerEdge TrackerHit TrackerKeywords TrackerKind TrackerOccurrence TrackerPeriod
  TrackerPhrase TrackerTrend TrackersOverTime Workspace WorkspaceConnection WorkspaceEdge
  LibraryFolder LibraryFolderConnection LibraryFolderEdge LibraryFolderItem Coaching CoachingConnection
  CoachingEdge Address CrmCurrencies CrmCurrency CrmRecord DealAmounts DealFigures DealOwners CrmObjectDescription
  CrmFieldDescription CrmPicklist CrmPicklistValue CrmRecordTypeDescription SearchScope SearchType SearchHit
  SoqlConnection SoqlEdge SoqlRow TextRange`),
);

/** Root fields of the graph itself, which no custom object may take. */
export const reservedRootNames: ReadonlySet<string> = new Set(
  namesIn(`accountCallFacts activity answeredScorecards call calls callsAggregate coaching crmCurrencies crmObject dailyActivity indexStatus
  interaction libraryFolders node nodes opportunitiesBySilence opportunityCallFacts scorecard scorecards search soql
  tracker trackers user users workspace workspaces`),
);

const ofEvery = namesIn('id crmId upstreamId objectName recordName calls relatedCalls files user');
/** Fields are values of enums, too, which these can't be. */
const ofEnums = ['true', 'false', 'null'];
const ofFilters = namesIn('and or not');
const ofOwnCalls = namesIn('callFact callFacts');
const ofLinked = namesIn('lastCall callCount callsPerPeriod trackersOverTime peopleSpokenWith');
const ofObject: Readonly<Record<string, readonly string[]>> = {
  Account: [...ofLinked, ...ofOwnCalls],
  Contact: ofLinked,
  Lead: ofLinked,
  Opportunity: [...ofLinked, ...ofOwnCalls],
  User: namesIn('dealFigures opportunities users'),
  OpportunityHistory: namesIn('forecastCategoryBefore stageNameBefore'),
  ContentVersion: ['downloadUrl'],
  Attachment: ['downloadUrl'],
  RecordType: ['picklists'],
};

/** Whether the graph adds a member of this name to an object's type or to its filter, which no custom field or relationship may take. */
export const isReservedMember = (object: string, name: string): boolean =>
  [ofEvery, ofEnums, ofFilters, ofObject[object] ?? []].some((names) => names.includes(name));
