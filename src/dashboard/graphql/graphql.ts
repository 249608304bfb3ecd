/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Which Account records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type AccountFilter = {
  /** Number the organisation gave to the company. */
  accountNumber?: StringFilter | null | undefined;
  /** How the company came to be known. */
  accountSource?: StringFilter | null | undefined;
  /** All of these hold. */
  and?: Array<AccountFilter> | null | undefined;
  /** Estimated revenue in a year. */
  annualRevenue?: FloatFilter | null | undefined;
  /** Annual recurring revenue with the account. */
  arr?: FloatFilter | null | undefined;
  /** What the records that reference this one as Assets have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  assets?: AssetRelationFilter | null | undefined;
  /** Billing address: city. */
  billingCity?: StringFilter | null | undefined;
  /** Billing address: country. */
  billingCountry?: StringFilter | null | undefined;
  /** Billing address: ISO code of the country. */
  billingCountryCode?: StringFilter | null | undefined;
  /** Billing address: how exactly its position is known. */
  billingGeocodeAccuracy?: StringFilter | null | undefined;
  /** Billing address: latitude in degrees. */
  billingLatitude?: FloatFilter | null | undefined;
  /** Billing address: longitude in degrees. */
  billingLongitude?: FloatFilter | null | undefined;
  /** Billing address: postal code. */
  billingPostalCode?: StringFilter | null | undefined;
  /** Billing address: state or province. */
  billingState?: StringFilter | null | undefined;
  /** Billing address: code of the state. */
  billingStateCode?: StringFilter | null | undefined;
  /** By the number of calls in a time. Evaluated by Switchboard from the participant index, not by the CRM: records are read and looked up until the window is full. The list's `coverage` says how complete the index is, and its totalCount is null. Possible in lists at the root: at the top of a filter, under "and", and in the filter of a parent. */
  callCount?: CallCountFilter | null | undefined;
  /** What the records that reference this one as Cases have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  cases?: CaseRelationFilter | null | undefined;
  /** How the record compares with a reference database. */
  cleanStatus?: StringFilter | null | undefined;
  /** What the records that reference this one as Contacts have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  contacts?: ContactRelationFilter | null | undefined;
  /** What the records that reference this one as Contracts have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  contracts?: ContractRelationFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Entry in the reference database. */
  dandbCompanyId?: IdFilter | null | undefined;
  /** Nine-digit D-U-N-S number of the company. */
  dunsNumber?: StringFilter | null | undefined;
  /** Fax number. */
  fax?: StringFilter | null | undefined;
  /** How well the account is doing, 0 to 100. */
  healthScore?: FloatFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Main line of business. */
  industry?: StringFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** Whether the account may be named to others. */
  isReference?: BooleanFilter | null | undefined;
  /** Key of the record in a bought company list. */
  jigsaw?: StringFilter | null | undefined;
  /** Key of the company in a bought company list. */
  jigsawCompanyId?: StringFilter | null | undefined;
  /** Day of the latest event or closed task on the record. */
  lastActivityDate?: DateFilter | null | undefined;
  /** By the last call. Evaluated by Switchboard from the participant index, not by the CRM: records are read and looked up until the window is full. The list's `coverage` says how complete the index is, and its totalCount is null. Possible in lists at the root: at the top of a filter, under "and", and in the filter of a parent. */
  lastCall?: LastCallFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** What the record behind MasterRecord has to be like. */
  masterRecord?: AccountFilter | null | undefined;
  /** Account this one was merged into. */
  masterRecordId?: IdFilter | null | undefined;
  /** Code in the North American Industry Classification System. */
  naicsCode?: StringFilter | null | undefined;
  /** Line of business in the words of the NAICS code. */
  naicsDesc?: StringFilter | null | undefined;
  /** Name of the company. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: AccountFilter | null | undefined;
  /** How many people work there. */
  numberOfEmployees?: IntFilter | null | undefined;
  /** When the company is open. */
  operatingHoursId?: IdFilter | null | undefined;
  /** What the records that reference this one as Opportunities have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  opportunities?: OpportunityRelationFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<AccountFilter> | null | undefined;
  /** What the record behind Owner has to be like. */
  owner?: CrmUserFilter | null | undefined;
  /** User who owns the record. */
  ownerId?: IdFilter | null | undefined;
  /** Form of ownership. */
  ownership?: StringFilter | null | undefined;
  /** What the record behind Parent has to be like. */
  parent?: AccountFilter | null | undefined;
  /** Company this one belongs to. */
  parentId?: IdFilter | null | undefined;
  /** Main telephone number. */
  phone?: StringFilter | null | undefined;
  /** Path of the picture. */
  photoUrl?: StringFilter | null | undefined;
  /** What the records that reference this one as Product_Usages__r have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  productUsages?: ProductUsageRelationFilter | null | undefined;
  /** How promising the company is. */
  rating?: StringFilter | null | undefined;
  /** Day the contract is up for renewal. */
  renewalDate?: DateFilter | null | undefined;
  /** Market segment, by size. */
  segment?: StringFilter | null | undefined;
  /** Shipping address: city. */
  shippingCity?: StringFilter | null | undefined;
  /** Shipping address: country. */
  shippingCountry?: StringFilter | null | undefined;
  /** Shipping address: ISO code of the country. */
  shippingCountryCode?: StringFilter | null | undefined;
  /** Shipping address: how exactly its position is known. */
  shippingGeocodeAccuracy?: StringFilter | null | undefined;
  /** Shipping address: latitude in degrees. */
  shippingLatitude?: FloatFilter | null | undefined;
  /** Shipping address: longitude in degrees. */
  shippingLongitude?: FloatFilter | null | undefined;
  /** Shipping address: postal code. */
  shippingPostalCode?: StringFilter | null | undefined;
  /** Shipping address: state or province. */
  shippingState?: StringFilter | null | undefined;
  /** Shipping address: code of the state. */
  shippingStateCode?: StringFilter | null | undefined;
  /** Code in the Standard Industrial Classification. */
  sic?: StringFilter | null | undefined;
  /** Line of business in the words of the SIC code. */
  sicDesc?: StringFilter | null | undefined;
  /** Name of the location, such as Headquarters. */
  site?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** What the record behind Territory__r has to be like. */
  territory?: TerritoryFilter | null | undefined;
  /** Sales territory the account lies in. */
  territoryId?: IdFilter | null | undefined;
  /** Symbol at the stock exchange. */
  tickerSymbol?: StringFilter | null | undefined;
  /** Name the company trades under. */
  tradestyle?: StringFilter | null | undefined;
  /** What the company is to the organisation. */
  type?: StringFilter | null | undefined;
  /** What the records that reference this one as Users have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  users?: CrmUserRelationFilter | null | undefined;
  /** Address of the web site. */
  website?: StringFilter | null | undefined;
  /** Year of foundation, four digits. */
  yearStarted?: StringFilter | null | undefined;
};

/** Which Account records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type AccountRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: AccountFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: AccountFilter | null | undefined;
};

/** Which Asset records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type AssetFilter = {
  /** What the record behind Account has to be like. */
  account?: AccountFilter | null | undefined;
  /** Company that owns it. */
  accountId?: IdFilter | null | undefined;
  /** All of these hold. */
  and?: Array<AssetFilter> | null | undefined;
  /** What the records that reference this one as Cases have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  cases?: CaseRelationFilter | null | undefined;
  /** What the record behind Contact has to be like. */
  contact?: ContactFilter | null | undefined;
  /** Person who owns it. */
  contactId?: IdFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Day it was installed. */
  installDate?: DateFilter | null | undefined;
  /** Whether it is a competitor’s. */
  isCompetitorProduct?: BooleanFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** Name of the asset. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: AssetFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<AssetFilter> | null | undefined;
  /** What the record behind Owner has to be like. */
  owner?: CrmUserFilter | null | undefined;
  /** User who owns the record. */
  ownerId?: IdFilter | null | undefined;
  /** What the record behind Parent has to be like. */
  parent?: AssetFilter | null | undefined;
  /** Asset it is a part of. */
  parentId?: IdFilter | null | undefined;
  /** What was paid for it. */
  price?: FloatFilter | null | undefined;
  /** What the record behind Product2 has to be like. */
  product2?: ProductFilter | null | undefined;
  /** Product it is a piece of. */
  product2Id?: IdFilter | null | undefined;
  /** Code of the product; read-only. */
  productCode?: StringFilter | null | undefined;
  /** Day it was bought. */
  purchaseDate?: DateFilter | null | undefined;
  /** How many there are. */
  quantity?: FloatFilter | null | undefined;
  /** What the record behind RootAsset has to be like. */
  rootAsset?: AssetFilter | null | undefined;
  /** Asset at the top of its hierarchy. */
  rootAssetId?: IdFilter | null | undefined;
  /** Serial number. */
  serialNumber?: StringFilter | null | undefined;
  /** State it is in. */
  status?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** Day its use ends. */
  usageEndDate?: DateFilter | null | undefined;
};

/** Which Asset records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type AssetRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: AssetFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: AssetFilter | null | undefined;
};

/** Comparators for a yes or no. A comparator that is null or absent does not restrict. */
export type BooleanFilter = {
  /** Equal to. */
  eq?: boolean | null | undefined;
};

/** What was said in a call and what it was linked to; everything given must hold. Evaluated by Switchboard from the participant index, so the index has to be on (INDEX=on), and the coverage beside the answer says how much of the time it knows. Private calls pass only for viewers who may read them. */
export type CallAbout = {
  /** The platform linked the call itself to one of these accounts; calls of their contacts are in relatedCalls of an account. The CRM is asked which they are: a call for each 2,000 of them, up to 10000. */
  account?: AccountFilter | null | undefined;
  /** Somebody from outside had an address of one of these domains. */
  externalDomain?: Array<string> | null | undefined;
  /** Each of these held when the call took place; an empty list restricts nothing. */
  linkedField?: Array<CallLinkedFieldFilter> | null | undefined;
  /** The platform linked the call itself to one of these deals; calls of their contact roles are in relatedCalls of a deal, via viaContactRoles. The CRM is asked which they are: a call for each 2,000 of them, up to 10000. */
  opportunity?: OpportunityFilter | null | undefined;
  /** Ended with one of these outcomes, by name. Compared exactly, case too; nothing has one that is unknown. */
  outcome?: Array<string> | null | undefined;
  /** Reviewed so, each of these by some review; an empty list restricts nothing. */
  scorecard?: Array<CallScorecardFilter> | null | undefined;
  /** A linked deal was in one of these stages when the call took place. Compared exactly, case too; nothing has one that is unknown. */
  stage?: Array<string> | null | undefined;
  /** Has this in its title, whatever the case and accents. */
  title?: string | null | undefined;
  /** Each of these was touched; an empty list restricts nothing. */
  topic?: Array<CallTopicFilter> | null | undefined;
  /** Each of these was heard; an empty list restricts nothing. */
  tracker?: Array<CallTrackerFilter> | null | undefined;
};

/** A condition on the number of calls. Evaluated by Switchboard from the participant index. */
export type CallCountFilter = {
  /** Only calls in which this was said, or which were linked to this, count. */
  about?: CallAbout | null | undefined;
  /** So many, or more. */
  atLeast?: number | null | undefined;
  /** So many, or fewer; 0 for none. */
  atMost?: number | null | undefined;
  /** Only such calls count. One of these directions: Inbound, Outbound, Conference or Unknown. */
  direction?: Array<string> | null | undefined;
  /** Started in this period, in place of from and to. */
  during?: RelativePeriod | null | undefined;
  /** Started at this instant or later. */
  from?: string | null | undefined;
  /** Only calls at least this long count. */
  minDurationSeconds?: number | null | undefined;
  /** Only such calls count. One of these scopes: Internal, External or Unknown. */
  scope?: Array<string> | null | undefined;
  /** Started before this instant. */
  to?: string | null | undefined;
  /** Of deals alone. Also the calls of the people of the deal's contact roles, whatever they were about: by e-mail address, or linked to the person by the platform. */
  viaContactRoles?: boolean | null | undefined;
};

/** Which calls records are ranked by the number of; all of them without any member. */
export type CallCountOrder = {
  /** Only calls in which this was said, or which were linked to this, count. */
  about?: CallAbout | null | undefined;
  /** Only such calls count. One of these directions: Inbound, Outbound, Conference or Unknown. */
  direction?: Array<string> | null | undefined;
  /** Started in this period, in place of from and to. */
  during?: RelativePeriod | null | undefined;
  /** Started at this instant or later. */
  from?: string | null | undefined;
  /** Only calls at least this long count. */
  minDurationSeconds?: number | null | undefined;
  /** Only such calls count. One of these scopes: Internal, External or Unknown. */
  scope?: Array<string> | null | undefined;
  /** Started before this instant. */
  to?: string | null | undefined;
  /** Of deals alone. Also the calls of the people of the deal's contact roles, whatever they were about: by e-mail address, or linked to the person by the platform. */
  viaContactRoles?: boolean | null | undefined;
};

/** Which calls; everything given must hold, and a member that is null or absent does not restrict. An empty list admits none. */
export type CallFilter = {
  /** By what was said and what the call was linked to. Evaluated by Switchboard, as the whole filter is then, from the participant index: calls go by their start, and private ones are left out for viewers who may not read them. */
  about?: CallAbout | null | undefined;
  /** One of these directions: Inbound, Outbound, Conference or Unknown. Filtered by Switchboard: the platform hands the calls out, and others are left away. */
  direction?: Array<string> | null | undefined;
  /** In this period, in place of from and to, by the time a call was scheduled for, else its start (with "about" and in figures: its start). Filtered by the platform. */
  during?: RelativePeriod | null | undefined;
  /** From this instant on, by the time a call was scheduled for, else its start (with "about" and in figures: its start). Filtered by the platform. */
  from?: string | null | undefined;
  /** In one of these languages. Filtered by Switchboard: the platform hands the calls out, and others are left away. */
  language?: Array<string> | null | undefined;
  /** In the last so many days up to now, in place of from, by the time a call was scheduled for, else its start (with "about" and in figures: its start). Filtered by the platform. */
  lastDays?: number | null | undefined;
  /** At most this long. Filtered by Switchboard: the platform hands the calls out, and others are left away. */
  maxDurationSeconds?: number | null | undefined;
  /** At least this long. Filtered by Switchboard: the platform hands the calls out, and others are left away. */
  minDurationSeconds?: number | null | undefined;
  /** Hosted by one of these users, by global or upstream id. Filtered by Switchboard: the platform hands the calls out, and others are left away. */
  primaryUser?: Array<string | number> | null | undefined;
  /** One of these scopes: Internal, External or Unknown. Filtered by Switchboard: the platform hands the calls out, and others are left away. */
  scope?: Array<string> | null | undefined;
  /** Held on one of these systems. Filtered by Switchboard: the platform hands the calls out, and others are left away. */
  system?: Array<string> | null | undefined;
  /** Has this in its title, whatever the case and accents; private calls only with the right to them. Filtered by Switchboard: the platform hands the calls out, and others are left away. */
  titleContains?: string | null | undefined;
  /** Before this instant, by the time a call was scheduled for, else its start (with "about" and in figures: its start). Filtered by the platform. */
  to?: string | null | undefined;
  /** Global or upstream id of a workspace. Filtered by the platform. */
  workspace?: string | number | null | undefined;
};

/** Calls by a field of a linked record, as it was when the call took place and as far as the platform copies it. Evaluated by Switchboard from the participant index. */
export type CallLinkedFieldFilter = {
  /** API name of the field, such as Type. */
  field: string;
  /** One of these values. Compared exactly, case too; nothing has one that is unknown. */
  in: Array<string>;
  /** The record's object in the CRM: Account or Opportunity. */
  object: string;
};

/** Calls that have one review for which all of this holds. Evaluated by Switchboard: the platform is asked for the reviews since the calls began: a call for each 100, up to 5,000 reviews; without a beginning, for all of them. */
export type CallScorecardFilter = {
  /** An overall score of this or more, in the scorecard's own range. A review without one does not pass. */
  atLeast?: number | null | undefined;
  /** An overall score of this or less. */
  atMost?: number | null | undefined;
  /** By one of these scorecards: global or upstream ids. */
  id?: Array<string | number> | null | undefined;
  /** By a scorecard of one of these names, as settings have them. */
  name?: Array<string> | null | undefined;
};

/** Calls that touched one of these topics. Evaluated by Switchboard from the participant index. */
export type CallTopicFilter = {
  /** One of them so long in one call. */
  atLeastSeconds?: number | null | undefined;
  /** Names of topics. Compared exactly, case too; nothing has one that is unknown. */
  name: Array<string>;
};

/** Calls in which one of these trackers was heard. Evaluated by Switchboard from the participant index. */
export type CallTrackerFilter = {
  /** One of them so often in one call. Once unless said. */
  atLeast?: number | null | undefined;
  /** Global or upstream ids of trackers. */
  id?: Array<string | number> | null | undefined;
  /** Names of trackers, as settings have them; costs one call, for all names. */
  name?: Array<string> | null | undefined;
};

/** Which Campaign records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type CampaignFilter = {
  /** What it cost. */
  actualCost?: FloatFilter | null | undefined;
  /** Value of all deals credited to it. */
  amountAllOpportunities?: FloatFilter | null | undefined;
  /** Value of the won deals credited to it. */
  amountWonOpportunities?: FloatFilter | null | undefined;
  /** All of these hold. */
  and?: Array<CampaignFilter> | null | undefined;
  /** What it may cost. */
  budgetedCost?: FloatFilter | null | undefined;
  /** What the record behind CampaignMemberRecordType has to be like. */
  campaignMemberRecordType?: RecordTypeFilter | null | undefined;
  /** Record type of its members. */
  campaignMemberRecordTypeId?: IdFilter | null | undefined;
  /** What the records that reference this one as CampaignMemberStatuses have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  campaignMemberStatuses?: CampaignMemberStatusRelationFilter | null | undefined;
  /** What the records that reference this one as CampaignMembers have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  campaignMembers?: CampaignMemberRelationFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Last day; answers after it still count. */
  endDate?: DateFilter | null | undefined;
  /** Share of those reached expected to respond, in percent. */
  expectedResponse?: FloatFilter | null | undefined;
  /** What it should bring in. */
  expectedRevenue?: FloatFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether it is running. */
  isActive?: BooleanFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** Day of the latest event or closed task on the record. */
  lastActivityDate?: DateFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** Name of the campaign. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: CampaignFilter | null | undefined;
  /** How many contacts take part. */
  numberOfContacts?: IntFilter | null | undefined;
  /** How many of its leads were converted. */
  numberOfConvertedLeads?: IntFilter | null | undefined;
  /** How many leads take part. */
  numberOfLeads?: IntFilter | null | undefined;
  /** How many deals are credited to it. */
  numberOfOpportunities?: IntFilter | null | undefined;
  /** How many members responded. */
  numberOfResponses?: IntFilter | null | undefined;
  /** How many deals credited to it were won. */
  numberOfWonOpportunities?: IntFilter | null | undefined;
  /** How many people it was sent to. */
  numberSent?: FloatFilter | null | undefined;
  /** What the records that reference this one as Opportunities have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  opportunities?: OpportunityRelationFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<CampaignFilter> | null | undefined;
  /** What the record behind Owner has to be like. */
  owner?: CrmUserFilter | null | undefined;
  /** User who owns the record. */
  ownerId?: IdFilter | null | undefined;
  /** What the record behind Parent has to be like. */
  parent?: CampaignFilter | null | undefined;
  /** Campaign this one is a part of. */
  parentId?: IdFilter | null | undefined;
  /** First day. */
  startDate?: DateFilter | null | undefined;
  /** How far it is. */
  status?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** Kind of campaign. */
  type?: StringFilter | null | undefined;
};

/** Which CampaignMember records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type CampaignMemberFilter = {
  /** What the record behind Account has to be like. */
  account?: AccountFilter | null | undefined;
  /** The account, where the member is one. */
  accountId?: IdFilter | null | undefined;
  /** All of these hold. */
  and?: Array<CampaignMemberFilter> | null | undefined;
  /** What the record behind Campaign has to be like. */
  campaign?: CampaignFilter | null | undefined;
  /** The campaign. */
  campaignId?: IdFilter | null | undefined;
  /** City. */
  city?: StringFilter | null | undefined;
  /** Company of the lead or account of the contact. */
  companyOrAccount?: StringFilter | null | undefined;
  /** What the record behind Contact has to be like. */
  contact?: ContactFilter | null | undefined;
  /** The contact, where the member is one. */
  contactId?: IdFilter | null | undefined;
  /** Country. */
  country?: StringFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Whether the person wants no calls. */
  doNotCall?: BooleanFilter | null | undefined;
  /** E-mail address. */
  email?: StringFilter | null | undefined;
  /** Fax number. */
  fax?: StringFilter | null | undefined;
  /** First name. */
  firstName?: StringFilter | null | undefined;
  /** Day of the first response. */
  firstRespondedDate?: DateFilter | null | undefined;
  /** Whether the person wants no mail. */
  hasOptedOutOfEmail?: BooleanFilter | null | undefined;
  /** Whether the person wants no faxes. */
  hasOptedOutOfFax?: BooleanFilter | null | undefined;
  /** Whether the status counts as a response. */
  hasResponded?: BooleanFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** Last name. */
  lastName?: StringFilter | null | undefined;
  /** What the record behind Lead has to be like. */
  lead?: LeadFilter | null | undefined;
  /** The lead, where the member is or was one. */
  leadId?: IdFilter | null | undefined;
  /** The contact or lead. */
  leadOrContactId?: IdFilter | null | undefined;
  /** Owner of the contact or lead. */
  leadOrContactOwnerId?: IdFilter | null | undefined;
  /** Where the contact or lead came from. */
  leadSource?: StringFilter | null | undefined;
  /** Mobile number. */
  mobilePhone?: StringFilter | null | undefined;
  /** Full name of the contact or lead; read-only. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: CampaignMemberFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<CampaignMemberFilter> | null | undefined;
  /** Telephone number. */
  phone?: StringFilter | null | undefined;
  /** Postal code. */
  postalCode?: StringFilter | null | undefined;
  /** Form of address. */
  salutation?: StringFilter | null | undefined;
  /** State or province. */
  state?: StringFilter | null | undefined;
  /** How far the member is. */
  status?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** Job title. */
  title?: StringFilter | null | undefined;
  /** What the member is. */
  type?: StringFilter | null | undefined;
};

/** Which CampaignMember records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type CampaignMemberRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: CampaignMemberFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: CampaignMemberFilter | null | undefined;
};

/** Which CampaignMemberStatus records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type CampaignMemberStatusFilter = {
  /** All of these hold. */
  and?: Array<CampaignMemberStatusFilter> | null | undefined;
  /** What the record behind Campaign has to be like. */
  campaign?: CampaignFilter | null | undefined;
  /** The campaign. */
  campaignId?: IdFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Whether it counts as a response. */
  hasResponded?: BooleanFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether new members start here. */
  isDefault?: BooleanFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: CampaignMemberStatusFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<CampaignMemberStatusFilter> | null | undefined;
  /** Place in the order of steps. */
  sortOrder?: IntFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
};

/** Which CampaignMemberStatus records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type CampaignMemberStatusRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: CampaignMemberStatusFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: CampaignMemberStatusFilter | null | undefined;
};

/** Which CaseComment records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type CaseCommentFilter = {
  /** All of these hold. */
  and?: Array<CaseCommentFilter> | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** Whether customers see it. */
  isPublished?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: CaseCommentFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<CaseCommentFilter> | null | undefined;
  /** What the record behind Parent has to be like. */
  parent?: CaseFilter | null | undefined;
  /** The case. */
  parentId?: IdFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
};

/** Which CaseComment records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type CaseCommentRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: CaseCommentFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: CaseCommentFilter | null | undefined;
};

/** Which Case records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type CaseFilter = {
  /** What the record behind Account has to be like. */
  account?: AccountFilter | null | undefined;
  /** Company that raised it. */
  accountId?: IdFilter | null | undefined;
  /** All of these hold. */
  and?: Array<CaseFilter> | null | undefined;
  /** What the record behind Asset has to be like. */
  asset?: AssetFilter | null | undefined;
  /** Bought product it concerns. */
  assetId?: IdFilter | null | undefined;
  /** What the records that reference this one as CaseComments have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  caseComments?: CaseCommentRelationFilter | null | undefined;
  /** Number of the case, counted up by the CRM. */
  caseNumber?: StringFilter | null | undefined;
  /** When it was closed. */
  closedDate?: DateTimeFilter | null | undefined;
  /** What the record behind Contact has to be like. */
  contact?: ContactFilter | null | undefined;
  /** E-mail address of the contact; read-only. */
  contactEmail?: StringFilter | null | undefined;
  /** Fax number of the contact; read-only. */
  contactFax?: StringFilter | null | undefined;
  /** Person who raised it. */
  contactId?: IdFilter | null | undefined;
  /** Mobile number of the contact; read-only. */
  contactMobile?: StringFilter | null | undefined;
  /** Telephone number of the contact; read-only. */
  contactPhone?: StringFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether the status is a closed one. */
  isClosed?: BooleanFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** Whether it was escalated. */
  isEscalated?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** What the record behind MasterRecord has to be like. */
  masterRecord?: CaseFilter | null | undefined;
  /** Case this one was merged into. */
  masterRecordId?: IdFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: CaseFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<CaseFilter> | null | undefined;
  /** How it came in. */
  origin?: StringFilter | null | undefined;
  /** User who owns the record, or the queue it waits in. */
  ownerId?: IdFilter | null | undefined;
  /** What the record behind Parent has to be like. */
  parent?: CaseFilter | null | undefined;
  /** Case this one belongs to. */
  parentId?: IdFilter | null | undefined;
  /** How urgent it is. */
  priority?: StringFilter | null | undefined;
  /** What the record behind Product_Usage__r has to be like. */
  productUsage?: ProductUsageFilter | null | undefined;
  /** Month of usage in which the problem showed. */
  productUsageId?: IdFilter | null | undefined;
  /** Why it was raised. */
  reason?: StringFilter | null | undefined;
  /** How badly the customer is affected. */
  severity?: StringFilter | null | undefined;
  /** Message the case was made from. */
  sourceId?: IdFilter | null | undefined;
  /** How far it is. */
  status?: StringFilter | null | undefined;
  /** What it is about. */
  subject?: StringFilter | null | undefined;
  /** Company given in the web form. */
  suppliedCompany?: StringFilter | null | undefined;
  /** E-mail address given in the web form. */
  suppliedEmail?: StringFilter | null | undefined;
  /** Name given in the web form. */
  suppliedName?: StringFilter | null | undefined;
  /** Telephone number given in the web form. */
  suppliedPhone?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** Kind of case. */
  type?: StringFilter | null | undefined;
};

/** Which Case records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type CaseRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: CaseFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: CaseFilter | null | undefined;
};

/** Which Contact records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type ContactFilter = {
  /** What the record behind Account has to be like. */
  account?: AccountFilter | null | undefined;
  /** Company the person works at. */
  accountId?: IdFilter | null | undefined;
  /** All of these hold. */
  and?: Array<ContactFilter> | null | undefined;
  /** What the records that reference this one as Assets have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  assets?: AssetRelationFilter | null | undefined;
  /** Name of the assistant. */
  assistantName?: StringFilter | null | undefined;
  /** Telephone number of the assistant. */
  assistantPhone?: StringFilter | null | undefined;
  /** Day of birth. */
  birthdate?: DateFilter | null | undefined;
  /** By the number of calls in a time. Evaluated by Switchboard from the participant index, not by the CRM: records are read and looked up until the window is full. The list's `coverage` says how complete the index is, and its totalCount is null. Possible in lists at the root: at the top of a filter, under "and", and in the filter of a parent. */
  callCount?: CallCountFilter | null | undefined;
  /** What the records that reference this one as CampaignMembers have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  campaignMembers?: CampaignMemberRelationFilter | null | undefined;
  /** What the records that reference this one as Cases have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  cases?: CaseRelationFilter | null | undefined;
  /** How the record compares with a reference database. */
  cleanStatus?: StringFilter | null | undefined;
  /** What the records that reference this one as ContractsSigned have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  contractsSigned?: ContractRelationFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Department. */
  department?: StringFilter | null | undefined;
  /** E-mail address. */
  email?: StringFilter | null | undefined;
  /** When mail to the address came back. */
  emailBouncedDate?: DateTimeFilter | null | undefined;
  /** Why mail to the address came back. */
  emailBouncedReason?: StringFilter | null | undefined;
  /** Fax number. */
  fax?: StringFilter | null | undefined;
  /** First name. */
  firstName?: StringFilter | null | undefined;
  /** Telephone number at home. */
  homePhone?: StringFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** The person’s privacy preferences. */
  individualId?: IdFilter | null | undefined;
  /** What the person wants to hear about. */
  interests?: MultiPicklistFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** Whether mail to the address came back. */
  isEmailBounced?: BooleanFilter | null | undefined;
  /** Key of the record in a bought contact list. */
  jigsaw?: StringFilter | null | undefined;
  /** Key of the person in a bought contact list. */
  jigsawContactId?: StringFilter | null | undefined;
  /** Day of the latest event or closed task on the record. */
  lastActivityDate?: DateFilter | null | undefined;
  /** When the person was last asked to confirm these details. */
  lastCURequestDate?: DateTimeFilter | null | undefined;
  /** When the person last confirmed these details. */
  lastCUUpdateDate?: DateTimeFilter | null | undefined;
  /** By the last call. Evaluated by Switchboard from the participant index, not by the CRM: records are read and looked up until the window is full. The list's `coverage` says how complete the index is, and its totalCount is null. Possible in lists at the root: at the top of a filter, under "and", and in the filter of a parent. */
  lastCall?: LastCallFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** Last name. */
  lastName?: StringFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** How the person came to be known. */
  leadSource?: StringFilter | null | undefined;
  /** Mailing address: city. */
  mailingCity?: StringFilter | null | undefined;
  /** Mailing address: country. */
  mailingCountry?: StringFilter | null | undefined;
  /** Mailing address: how exactly its position is known. */
  mailingGeocodeAccuracy?: StringFilter | null | undefined;
  /** Mailing address: latitude in degrees. */
  mailingLatitude?: FloatFilter | null | undefined;
  /** Mailing address: longitude in degrees. */
  mailingLongitude?: FloatFilter | null | undefined;
  /** Mailing address: postal code. */
  mailingPostalCode?: StringFilter | null | undefined;
  /** Mailing address: state or province. */
  mailingState?: StringFilter | null | undefined;
  /** What the record behind MasterRecord has to be like. */
  masterRecord?: ContactFilter | null | undefined;
  /** Contact this one was merged into. */
  masterRecordId?: IdFilter | null | undefined;
  /** Mobile number. */
  mobilePhone?: StringFilter | null | undefined;
  /** Full name, made of its parts; read-only. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: ContactFilter | null | undefined;
  /** What the records that reference this one as Opportunities have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  opportunities?: OpportunityRelationFilter | null | undefined;
  /** What the records that reference this one as OpportunityContactRoles have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  opportunityContactRoles?: OpportunityContactRoleRelationFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<ContactFilter> | null | undefined;
  /** Other address: city. */
  otherCity?: StringFilter | null | undefined;
  /** Other address: country. */
  otherCountry?: StringFilter | null | undefined;
  /** Other address: how exactly its position is known. */
  otherGeocodeAccuracy?: StringFilter | null | undefined;
  /** Other address: latitude in degrees. */
  otherLatitude?: FloatFilter | null | undefined;
  /** Other address: longitude in degrees. */
  otherLongitude?: FloatFilter | null | undefined;
  /** Another telephone number. */
  otherPhone?: StringFilter | null | undefined;
  /** Other address: postal code. */
  otherPostalCode?: StringFilter | null | undefined;
  /** Other address: state or province. */
  otherState?: StringFilter | null | undefined;
  /** What the record behind Owner has to be like. */
  owner?: CrmUserFilter | null | undefined;
  /** User who owns the record. */
  ownerId?: IdFilter | null | undefined;
  /** What the person usually is in a purchase. */
  persona?: StringFilter | null | undefined;
  /** Telephone number at work. */
  phone?: StringFilter | null | undefined;
  /** Path of the picture. */
  photoUrl?: StringFilter | null | undefined;
  /** Address of the person’s professional profile. */
  profileUrl?: StringFilter | null | undefined;
  /** What the record behind ReportsTo has to be like. */
  reportsTo?: ContactFilter | null | undefined;
  /** The person’s superior. */
  reportsToId?: IdFilter | null | undefined;
  /** Form of address. */
  salutation?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** Job title. */
  title?: StringFilter | null | undefined;
  /** What the records that reference this one as Users have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  users?: CrmUserRelationFilter | null | undefined;
};

/** Which Contact records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type ContactRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: ContactFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: ContactFilter | null | undefined;
};

/** Which ContentDocument records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type ContentDocumentFilter = {
  /** All of these hold. */
  and?: Array<ContentDocumentFilter> | null | undefined;
  /** User who archived it. */
  archivedById?: IdFilter | null | undefined;
  /** When it was moved to the archive. */
  archivedDate?: DateTimeFilter | null | undefined;
  /** What the records that reference this one as ContentDocumentLinks have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  contentDocumentLinks?: ContentDocumentLinkRelationFilter | null | undefined;
  /** When the content was last changed. */
  contentModifiedDate?: DateTimeFilter | null | undefined;
  /** Size of the newest version in bytes. */
  contentSize?: IntFilter | null | undefined;
  /** What the records that reference this one as ContentVersions have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  contentVersions?: ContentVersionRelationFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Extension of the file’s name, without the dot. */
  fileExtension?: StringFilter | null | undefined;
  /** Type of the content, such as PDF. */
  fileType?: StringFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether it was moved to the archive. */
  isArchived?: BooleanFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** What the record behind LatestPublishedVersion has to be like. */
  latestPublishedVersion?: ContentVersionFilter | null | undefined;
  /** Newest version. */
  latestPublishedVersionId?: IdFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: ContentDocumentFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<ContentDocumentFilter> | null | undefined;
  /** What the record behind Owner has to be like. */
  owner?: CrmUserFilter | null | undefined;
  /** User who owns the record. */
  ownerId?: IdFilter | null | undefined;
  /** Library the file is kept in. */
  parentId?: IdFilter | null | undefined;
  /** Who can see the file. */
  publishStatus?: StringFilter | null | undefined;
  /** Whether it may be shared on. */
  sharingOption?: StringFilter | null | undefined;
  /** Whether it is visible to all with access to its record. */
  sharingPrivacy?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** Name of the file without its extension. */
  title?: StringFilter | null | undefined;
};

/** Which ContentDocumentLink records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type ContentDocumentLinkFilter = {
  /** All of these hold. */
  and?: Array<ContentDocumentLinkFilter> | null | undefined;
  /** What the record behind ContentDocument has to be like. */
  contentDocument?: ContentDocumentFilter | null | undefined;
  /** File that is shared. */
  contentDocumentId?: IdFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** What it is shared with. */
  linkedEntityId?: IdFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: ContentDocumentLinkFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<ContentDocumentLinkFilter> | null | undefined;
  /** What may be done with it: view, collaborate, or inferred. */
  shareType?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** Who sees the file through this link. */
  visibility?: StringFilter | null | undefined;
};

/** Which ContentDocumentLink records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type ContentDocumentLinkRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: ContentDocumentLinkFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: ContentDocumentLinkFilter | null | undefined;
};

/** Which ContentDocument records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type ContentDocumentRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: ContentDocumentFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: ContentDocumentFilter | null | undefined;
};

/** Which ContentVersion records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type ContentVersionFilter = {
  /** All of these hold. */
  and?: Array<ContentVersionFilter> | null | undefined;
  /** MD5 of the bytes, in hexadecimal. */
  checksum?: StringFilter | null | undefined;
  /** Stored bytes of the version. */
  contentBodyId?: IdFilter | null | undefined;
  /** What the record behind ContentDocument has to be like. */
  contentDocument?: ContentDocumentFilter | null | undefined;
  /** File this is a version of. */
  contentDocumentId?: IdFilter | null | undefined;
  /** Where the bytes are: here, outside or on a social site. */
  contentLocation?: StringFilter | null | undefined;
  /** What the record behind ContentModifiedBy has to be like. */
  contentModifiedBy?: CrmUserFilter | null | undefined;
  /** User who changed the content. */
  contentModifiedById?: IdFilter | null | undefined;
  /** When the content was changed. */
  contentModifiedDate?: DateTimeFilter | null | undefined;
  /** Size in bytes. */
  contentSize?: IntFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Outside system the file lives in. */
  externalDataSourceId?: IdFilter | null | undefined;
  /** Weight in search results while it is featured. */
  featuredContentBoost?: IntFilter | null | undefined;
  /** Day it was featured. */
  featuredContentDate?: DateFilter | null | undefined;
  /** Extension of the file’s name, without the dot. */
  fileExtension?: StringFilter | null | undefined;
  /** Type of the content, such as PDF. */
  fileType?: StringFilter | null | undefined;
  /** Record or user the file was first shared with. */
  firstPublishLocationId?: IdFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether it serves as an asset file. */
  isAssetEnabled?: BooleanFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** Whether no newer version exists. */
  isLatest?: BooleanFilter | null | undefined;
  /** Whether it counts as a full version. */
  isMajorVersion?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** How many people disliked it. */
  negativeRatingCount?: IntFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: ContentVersionFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<ContentVersionFilter> | null | undefined;
  /** Whether it came as content or by chatter. */
  origin?: StringFilter | null | undefined;
  /** What the record behind Owner has to be like. */
  owner?: CrmUserFilter | null | undefined;
  /** User who owns the record. */
  ownerId?: IdFilter | null | undefined;
  /** How many people liked it. */
  positiveRatingCount?: IntFilter | null | undefined;
  /** Who can see the file. */
  publishStatus?: StringFilter | null | undefined;
  /** How many people rated it. */
  ratingCount?: IntFilter | null | undefined;
  /** Whether it may be shared on. */
  sharingOption?: StringFilter | null | undefined;
  /** Whether it is visible to all with access to its record. */
  sharingPrivacy?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** Beginning of the text in the file. */
  textPreview?: StringFilter | null | undefined;
  /** Name of the file without its extension. */
  title?: StringFilter | null | undefined;
  /** Number of the version, counted from 1. */
  versionNumber?: StringFilter | null | undefined;
};

/** Which ContentVersion records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type ContentVersionRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: ContentVersionFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: ContentVersionFilter | null | undefined;
};

/** Which Contract records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type ContractFilter = {
  /** What the record behind Account has to be like. */
  account?: AccountFilter | null | undefined;
  /** Company it was made with. */
  accountId?: IdFilter | null | undefined;
  /** What the record behind ActivatedBy has to be like. */
  activatedBy?: CrmUserFilter | null | undefined;
  /** User who activated it. */
  activatedById?: IdFilter | null | undefined;
  /** When it was activated. */
  activatedDate?: DateTimeFilter | null | undefined;
  /** All of these hold. */
  and?: Array<ContractFilter> | null | undefined;
  /** Billing address: city. */
  billingCity?: StringFilter | null | undefined;
  /** Billing address: country. */
  billingCountry?: StringFilter | null | undefined;
  /** Billing address: how exactly its position is known. */
  billingGeocodeAccuracy?: StringFilter | null | undefined;
  /** Billing address: latitude in degrees. */
  billingLatitude?: FloatFilter | null | undefined;
  /** Billing address: longitude in degrees. */
  billingLongitude?: FloatFilter | null | undefined;
  /** Billing address: postal code. */
  billingPostalCode?: StringFilter | null | undefined;
  /** Billing address: state or province. */
  billingState?: StringFilter | null | undefined;
  /** What the record behind CompanySigned has to be like. */
  companySigned?: CrmUserFilter | null | undefined;
  /** Day the organisation signed. */
  companySignedDate?: DateFilter | null | undefined;
  /** User who signed. */
  companySignedId?: IdFilter | null | undefined;
  /** Number of the contract, counted up by the CRM. */
  contractNumber?: StringFilter | null | undefined;
  /** Length in months. */
  contractTerm?: IntFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** What the record behind CustomerSigned has to be like. */
  customerSigned?: ContactFilter | null | undefined;
  /** Day the company signed. */
  customerSignedDate?: DateFilter | null | undefined;
  /** Person who signed for the company. */
  customerSignedId?: IdFilter | null | undefined;
  /** Job title of the person who signed. */
  customerSignedTitle?: StringFilter | null | undefined;
  /** Last day; read-only. */
  endDate?: DateFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** Day of the latest event or closed task on the record. */
  lastActivityDate?: DateFilter | null | undefined;
  /** When it was last approved. */
  lastApprovedDate?: DateTimeFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: ContractFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<ContractFilter> | null | undefined;
  /** What the record behind Owner has to be like. */
  owner?: CrmUserFilter | null | undefined;
  /** Days before the end at which the owner is told. */
  ownerExpirationNotice?: StringFilter | null | undefined;
  /** User who owns the record. */
  ownerId?: IdFilter | null | undefined;
  /** What the record behind Pricebook2 has to be like. */
  pricebook2?: PricebookFilter | null | undefined;
  /** Price list that holds. */
  pricebook2Id?: IdFilter | null | undefined;
  /** First day. */
  startDate?: DateFilter | null | undefined;
  /** State it is in. */
  status?: StringFilter | null | undefined;
  /** Kind of that state. */
  statusCode?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
};

/** Which Contract records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type ContractRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: ContractFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: ContractFilter | null | undefined;
};

/** Which Profile records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type CrmProfileFilter = {
  /** All of these hold. */
  and?: Array<CrmProfileFilter> | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** What the profile is for. */
  description?: StringFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** Name of the profile. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: CrmProfileFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<CrmProfileFilter> | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** Licence that users need. */
  userLicenseId?: IdFilter | null | undefined;
  /** Kind of licence. */
  userType?: StringFilter | null | undefined;
  /** What the records that reference this one as Users have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  users?: CrmUserRelationFilter | null | undefined;
};

/** Which User records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type CrmUserFilter = {
  /** What the record behind Account has to be like. */
  account?: AccountFilter | null | undefined;
  /** Account of a portal user. */
  accountId?: IdFilter | null | undefined;
  /** Short name. */
  alias?: StringFilter | null | undefined;
  /** All of these hold. */
  and?: Array<CrmUserFilter> | null | undefined;
  /** Role of the user shown beside the picture. */
  badgeText?: StringFilter | null | undefined;
  /** Call centre the user works for. */
  callCenterId?: IdFilter | null | undefined;
  /** Address: city. */
  city?: StringFilter | null | undefined;
  /** Name shown in communities. */
  communityNickname?: StringFilter | null | undefined;
  /** Company. */
  companyName?: StringFilter | null | undefined;
  /** What the record behind Contact has to be like. */
  contact?: ContactFilter | null | undefined;
  /** Contact of a portal user. */
  contactId?: IdFilter | null | undefined;
  /** What the records that reference this one as ContractsSigned have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  contractsSigned?: ContractRelationFilter | null | undefined;
  /** Address: country. */
  country?: StringFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** How often mail about groups is sent. */
  defaultGroupNotificationFrequency?: StringFilter | null | undefined;
  /** User or group that may approve in the user’s place. */
  delegatedApproverId?: IdFilter | null | undefined;
  /** Department. */
  department?: StringFilter | null | undefined;
  /** How often a digest is mailed. */
  digestFrequency?: StringFilter | null | undefined;
  /** Division. */
  division?: StringFilter | null | undefined;
  /** E-mail address. */
  email?: StringFilter | null | undefined;
  /** Character encoding of outgoing mail. */
  emailEncodingKey?: StringFilter | null | undefined;
  /** Whether outgoing mail is copied to the user. */
  emailPreferencesAutoBcc?: BooleanFilter | null | undefined;
  /** Whether mail that asks for news is copied to the user. */
  emailPreferencesAutoBccStayInTouch?: BooleanFilter | null | undefined;
  /** Whether the user is reminded to ask contacts for news. */
  emailPreferencesStayInTouchReminder?: BooleanFilter | null | undefined;
  /** Number of the employee. */
  employeeNumber?: StringFilter | null | undefined;
  /** Extension of the telephone number. */
  extension?: StringFilter | null | undefined;
  /** Fax number. */
  fax?: StringFilter | null | undefined;
  /** First name. */
  firstName?: StringFilter | null | undefined;
  /** Whether the user may forecast. */
  forecastEnabled?: BooleanFilter | null | undefined;
  /** Address: how exactly its position is known. */
  geocodeAccuracy?: StringFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** The user’s privacy preferences. */
  individualId?: IdFilter | null | undefined;
  /** Whether the user may log in. */
  isActive?: BooleanFilter | null | undefined;
  /** Whether others see a mark that the user is external. */
  isExtIndicatorVisible?: BooleanFilter | null | undefined;
  /** Whether the user has a picture of their own. */
  isProfilePhotoActive?: BooleanFilter | null | undefined;
  /** How many bought records the user may import in a month. */
  jigsawImportLimitOverride?: IntFilter | null | undefined;
  /** Language of the pages. */
  languageLocaleKey?: StringFilter | null | undefined;
  /** When the user last logged in. */
  lastLoginDate?: DateTimeFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** Last name. */
  lastName?: StringFilter | null | undefined;
  /** When the password was last changed. */
  lastPasswordChangeDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** Address: latitude in degrees. */
  latitude?: FloatFilter | null | undefined;
  /** Locale for dates and numbers. */
  localeSidKey?: StringFilter | null | undefined;
  /** Address: longitude in degrees. */
  longitude?: FloatFilter | null | undefined;
  /** What the records that reference this one as Managed_Territories__r have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  managedTerritories?: TerritoryRelationFilter | null | undefined;
  /** What the record behind Manager has to be like. */
  manager?: CrmUserFilter | null | undefined;
  /** The user’s superior. */
  managerId?: IdFilter | null | undefined;
  /** Mobile number. */
  mobilePhone?: StringFilter | null | undefined;
  /** Full name, made of its parts; read-only. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: CrmUserFilter | null | undefined;
  /** How often logging in has failed since it last worked. */
  numberOfFailedLogins?: IntFilter | null | undefined;
  /** When the trial of the mobile edition ends. */
  offlinePdaTrialExpirationDate?: DateTimeFilter | null | undefined;
  /** When the trial of the offline edition ends. */
  offlineTrialExpirationDate?: DateTimeFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<CrmUserFilter> | null | undefined;
  /** Text shown while the user is away. */
  outOfOfficeMessage?: StringFilter | null | undefined;
  /** What the records that reference this one as OwnedContentDocuments have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  ownedContentDocuments?: ContentDocumentRelationFilter | null | undefined;
  /** Telephone number. */
  phone?: StringFilter | null | undefined;
  /** Address: postal code. */
  postalCode?: StringFilter | null | undefined;
  /** What the record behind Profile has to be like. */
  profile?: CrmProfileFilter | null | undefined;
  /** Profile that sets what the user may do. */
  profileId?: IdFilter | null | undefined;
  /** Whether the user gets administrators’ mail of the CRM. */
  receivesAdminInfoEmails?: BooleanFilter | null | undefined;
  /** Whether the user gets news of the CRM by mail. */
  receivesInfoEmails?: BooleanFilter | null | undefined;
  /** Address outgoing mail is sent from. */
  senderEmail?: StringFilter | null | undefined;
  /** Name outgoing mail is sent under. */
  senderName?: StringFilter | null | undefined;
  /** Address: state or province. */
  state?: StringFilter | null | undefined;
  /** Subject of mail that asks contacts for news. */
  stayInTouchSubject?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** Time zone, as an IANA name. */
  timeZoneSidKey?: StringFilter | null | undefined;
  /** Job title. */
  title?: StringFilter | null | undefined;
  /** What the record behind UserRole has to be like. */
  userRole?: CrmUserRoleFilter | null | undefined;
  /** Place in the role hierarchy. */
  userRoleId?: IdFilter | null | undefined;
  /** Kind of licence. */
  userType?: StringFilter | null | undefined;
  /** Name to log in with, in the form of an e-mail address. */
  username?: StringFilter | null | undefined;
};

/** Which User records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type CrmUserRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: CrmUserFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: CrmUserFilter | null | undefined;
};

/** Which UserRole records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type CrmUserRoleFilter = {
  /** All of these hold. */
  and?: Array<CrmUserRoleFilter> | null | undefined;
  /** What an account’s owner may do with others’ cases. */
  caseAccessForAccountOwner?: StringFilter | null | undefined;
  /** What an account’s owner may do with others’ contacts. */
  contactAccessForAccountOwner?: StringFilter | null | undefined;
  /** Name of the role in interfaces. */
  developerName?: StringFilter | null | undefined;
  /** User who forecasts for the role. */
  forecastUserId?: IdFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** User who last changed the role. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** Whether a forecast may be shared outside the role. */
  mayForecastManagerShare?: BooleanFilter | null | undefined;
  /** Name of the role. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: CrmUserRoleFilter | null | undefined;
  /** What an account’s owner may do with others’ deals. */
  opportunityAccessForAccountOwner?: StringFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<CrmUserRoleFilter> | null | undefined;
  /** Role above. */
  parentRoleId?: IdFilter | null | undefined;
  /** Kind of portal. */
  portalType?: StringFilter | null | undefined;
  /** Name of the role in reports. */
  rollupDescription?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** What the records that reference this one as Users have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  users?: CrmUserRelationFilter | null | undefined;
};

/** Comparators for a Date; all that are given must hold. A comparator that is null or absent does not restrict. */
export type DateFilter = {
  /** In this period, counted from today by the CRM. */
  during?: RelativePeriod | null | undefined;
  /** Equal to. */
  eq?: string | null | undefined;
  /** Greater than. */
  gt?: string | null | undefined;
  /** Greater than or equal to. */
  gte?: string | null | undefined;
  /** One of these; no record is one of none. */
  in?: Array<string> | null | undefined;
  /** Whether there is no value. */
  isNull?: boolean | null | undefined;
  /** Less than. */
  lt?: string | null | undefined;
  /** Less than or equal to. */
  lte?: string | null | undefined;
  /** Not equal to; records without a value are kept. */
  ne?: string | null | undefined;
  /** None of these. */
  nin?: Array<string> | null | undefined;
};

/** Comparators for a DateTime; all that are given must hold. A comparator that is null or absent does not restrict. */
export type DateTimeFilter = {
  /** In this period, counted from today by the CRM. */
  during?: RelativePeriod | null | undefined;
  /** Equal to. */
  eq?: string | null | undefined;
  /** Greater than. */
  gt?: string | null | undefined;
  /** Greater than or equal to. */
  gte?: string | null | undefined;
  /** One of these; no record is one of none. */
  in?: Array<string> | null | undefined;
  /** Whether there is no value. */
  isNull?: boolean | null | undefined;
  /** Less than. */
  lt?: string | null | undefined;
  /** Less than or equal to. */
  lte?: string | null | undefined;
  /** Not equal to; records without a value are kept. */
  ne?: string | null | undefined;
  /** None of these. */
  nin?: Array<string> | null | undefined;
};

/** Comparators for a Float; all that are given must hold. A comparator that is null or absent does not restrict. */
export type FloatFilter = {
  /** Equal to. */
  eq?: number | null | undefined;
  /** Greater than. */
  gt?: number | null | undefined;
  /** Greater than or equal to. */
  gte?: number | null | undefined;
  /** One of these; no record is one of none. */
  in?: Array<number> | null | undefined;
  /** Whether there is no value. */
  isNull?: boolean | null | undefined;
  /** Less than. */
  lt?: number | null | undefined;
  /** Less than or equal to. */
  lte?: number | null | undefined;
  /** Not equal to; records without a value are kept. */
  ne?: number | null | undefined;
  /** None of these. */
  nin?: Array<number> | null | undefined;
};

/** Comparators for an id, global or as the CRM writes it. A comparator that is null or absent does not restrict. */
export type IdFilter = {
  /** This one. */
  eq?: string | number | null | undefined;
  /** One of these; no record is one of none. */
  in?: Array<string | number> | null | undefined;
  /** Whether nothing is referenced. */
  isNull?: boolean | null | undefined;
  /** Any but this one. */
  ne?: string | number | null | undefined;
  /** None of these. */
  nin?: Array<string | number> | null | undefined;
};

/** Comparators for a Int; all that are given must hold. A comparator that is null or absent does not restrict. */
export type IntFilter = {
  /** Equal to. */
  eq?: number | null | undefined;
  /** Greater than. */
  gt?: number | null | undefined;
  /** Greater than or equal to. */
  gte?: number | null | undefined;
  /** One of these; no record is one of none. */
  in?: Array<number> | null | undefined;
  /** Whether there is no value. */
  isNull?: boolean | null | undefined;
  /** Less than. */
  lt?: number | null | undefined;
  /** Less than or equal to. */
  lte?: number | null | undefined;
  /** Not equal to; records without a value are kept. */
  ne?: number | null | undefined;
  /** None of these. */
  nin?: Array<number> | null | undefined;
};

/** Names one object, in exactly one way. */
export type Key =
  {   /** Global id. */
  id: string | number; upstreamId?: never; }
  |  { id?: never;   /** Id as the upstream system writes it. */
  upstreamId: string | number; };

/** A condition on the last call, by its start; everything given must hold. Evaluated by Switchboard from the participant index. */
export type LastCallFilter = {
  /** The last call started at this instant or later. */
  after?: string | null | undefined;
  /** No call at this instant or later: the last one started before it, or there is none. */
  before?: string | null | undefined;
  /** Only such calls count. One of these directions: Inbound, Outbound, Conference or Unknown. */
  direction?: Array<string> | null | undefined;
  /** The last call started in this period, in place of before and after. */
  during?: RelativePeriod | null | undefined;
  /** Only calls at least this long count. */
  minDurationSeconds?: number | null | undefined;
  /** True: there is no call at all. False: there is one. */
  none?: boolean | null | undefined;
  /** No call since this period began: the last one started before it, or there is none. */
  notSince?: RelativePeriod | null | undefined;
  /** Only such calls count. One of these scopes: Internal, External or Unknown. */
  scope?: Array<string> | null | undefined;
};

/** Which Lead records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type LeadFilter = {
  /** All of these hold. */
  and?: Array<LeadFilter> | null | undefined;
  /** Estimated revenue of the company in a year. */
  annualRevenue?: FloatFilter | null | undefined;
  /** By the number of calls in a time. Evaluated by Switchboard from the participant index, not by the CRM: records are read and looked up until the window is full. The list's `coverage` says how complete the index is, and its totalCount is null. Possible in lists at the root: at the top of a filter, under "and", and in the filter of a parent. */
  callCount?: CallCountFilter | null | undefined;
  /** What the records that reference this one as CampaignMembers have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  campaignMembers?: CampaignMemberRelationFilter | null | undefined;
  /** Address: city. */
  city?: StringFilter | null | undefined;
  /** How the record compares with a reference database. */
  cleanStatus?: StringFilter | null | undefined;
  /** Company the person works at. */
  company?: StringFilter | null | undefined;
  /** Nine-digit D-U-N-S number of the company. */
  companyDunsNumber?: StringFilter | null | undefined;
  /** What the record behind ConvertedAccount has to be like. */
  convertedAccount?: AccountFilter | null | undefined;
  /** Account the lead was converted into. */
  convertedAccountId?: IdFilter | null | undefined;
  /** What the record behind ConvertedContact has to be like. */
  convertedContact?: ContactFilter | null | undefined;
  /** Contact the lead was converted into. */
  convertedContactId?: IdFilter | null | undefined;
  /** Day of the conversion. */
  convertedDate?: DateFilter | null | undefined;
  /** What the record behind ConvertedOpportunity has to be like. */
  convertedOpportunity?: OpportunityFilter | null | undefined;
  /** Opportunity the conversion opened. */
  convertedOpportunityId?: IdFilter | null | undefined;
  /** Address: country. */
  country?: StringFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Entry in the reference database. */
  dandbCompanyId?: IdFilter | null | undefined;
  /** E-mail address. */
  email?: StringFilter | null | undefined;
  /** When mail to the address came back. */
  emailBouncedDate?: DateTimeFilter | null | undefined;
  /** Why mail to the address came back. */
  emailBouncedReason?: StringFilter | null | undefined;
  /** Fax number. */
  fax?: StringFilter | null | undefined;
  /** First name. */
  firstName?: StringFilter | null | undefined;
  /** Address: how exactly its position is known. */
  geocodeAccuracy?: StringFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** The person’s privacy preferences. */
  individualId?: IdFilter | null | undefined;
  /** Main line of business of the company. */
  industry?: StringFilter | null | undefined;
  /** Whether the lead was converted. */
  isConverted?: BooleanFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** Whether the owner has yet to look at the lead. */
  isUnreadByOwner?: BooleanFilter | null | undefined;
  /** Key of the record in a bought contact list. */
  jigsaw?: StringFilter | null | undefined;
  /** Key of the person in a bought contact list. */
  jigsawContactId?: StringFilter | null | undefined;
  /** Day of the latest event or closed task on the record. */
  lastActivityDate?: DateFilter | null | undefined;
  /** By the last call. Evaluated by Switchboard from the participant index, not by the CRM: records are read and looked up until the window is full. The list's `coverage` says how complete the index is, and its totalCount is null. Possible in lists at the root: at the top of a filter, under "and", and in the filter of a parent. */
  lastCall?: LastCallFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** Last name. */
  lastName?: StringFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** Address: latitude in degrees. */
  latitude?: FloatFilter | null | undefined;
  /** Where the lead came from. */
  leadSource?: StringFilter | null | undefined;
  /** Address: longitude in degrees. */
  longitude?: FloatFilter | null | undefined;
  /** What the record behind MasterRecord has to be like. */
  masterRecord?: LeadFilter | null | undefined;
  /** Lead this one was merged into. */
  masterRecordId?: IdFilter | null | undefined;
  /** Mobile number. */
  mobilePhone?: StringFilter | null | undefined;
  /** Full name, made of its parts; read-only. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: LeadFilter | null | undefined;
  /** How many people work at the company. */
  numberOfEmployees?: IntFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<LeadFilter> | null | undefined;
  /** User who owns the record, or the queue it waits in. */
  ownerId?: IdFilter | null | undefined;
  /** Telephone number. */
  phone?: StringFilter | null | undefined;
  /** Path of the picture. */
  photoUrl?: StringFilter | null | undefined;
  /** Address: postal code. */
  postalCode?: StringFilter | null | undefined;
  /** How promising the lead is. */
  rating?: StringFilter | null | undefined;
  /** Form of address. */
  salutation?: StringFilter | null | undefined;
  /** How likely the lead is to become a customer, 0 to 100. */
  score?: IntFilter | null | undefined;
  /** Address: state or province. */
  state?: StringFilter | null | undefined;
  /** How far the lead was worked. */
  status?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** Job title. */
  title?: StringFilter | null | undefined;
  /** Address of the company’s web site. */
  website?: StringFilter | null | undefined;
};

/** How two things of different systems were found to belong together. */
export type MatchReason =
  /** The call-analytics platform itself linked the CRM record. */
  | 'CRM_CONTEXT'
  /** They carry the same e-mail address, capitals and blanks aside. */
  | 'EMAIL'
  /** A user of the platform took part. */
  | 'USER';

/** Comparators for a set of values. A comparator that is null or absent does not restrict. */
export type MultiPicklistFilter = {
  /** Has none of these. */
  excludes?: Array<string> | null | undefined;
  /** Has at least one of these; no record has one of none. */
  includes?: Array<string> | null | undefined;
  /** Has all of these. */
  includesAll?: Array<string> | null | undefined;
  /** Whether the set is empty. */
  isNull?: boolean | null | undefined;
};

/** Which OpportunityContactRole records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type OpportunityContactRoleFilter = {
  /** All of these hold. */
  and?: Array<OpportunityContactRoleFilter> | null | undefined;
  /** What the record behind Contact has to be like. */
  contact?: ContactFilter | null | undefined;
  /** The person. */
  contactId?: IdFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** Whether the person is the primary contact of the deal. */
  isPrimary?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: OpportunityContactRoleFilter | null | undefined;
  /** What the record behind Opportunity has to be like. */
  opportunity?: OpportunityFilter | null | undefined;
  /** The deal. */
  opportunityId?: IdFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<OpportunityContactRoleFilter> | null | undefined;
  /** What the person is in the deal. */
  role?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
};

/** Which OpportunityContactRole records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type OpportunityContactRoleRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: OpportunityContactRoleFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: OpportunityContactRoleFilter | null | undefined;
};

/** Which Opportunity records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type OpportunityFilter = {
  /** What the record behind Account has to be like. */
  account?: AccountFilter | null | undefined;
  /** Company the deal is with. */
  accountId?: IdFilter | null | undefined;
  /** Value of the deal. */
  amount?: FloatFilter | null | undefined;
  /** All of these hold. */
  and?: Array<OpportunityFilter> | null | undefined;
  /** By the number of calls in a time. Evaluated by Switchboard from the participant index, not by the CRM: records are read and looked up until the window is full. The list's `coverage` says how complete the index is, and its totalCount is null. Possible in lists at the root: at the top of a filter, under "and", and in the filter of a parent. */
  callCount?: CallCountFilter | null | undefined;
  /** What the record behind Campaign has to be like. */
  campaign?: CampaignFilter | null | undefined;
  /** Campaign credited with the deal. */
  campaignId?: IdFilter | null | undefined;
  /** Day on which the deal is expected to close, or did. */
  closeDate?: DateFilter | null | undefined;
  /** Strongest competitor for the deal. */
  competitor?: StringFilter | null | undefined;
  /** Primary contact the deal was created with. */
  contactId?: IdFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Discount that was offered, in percent. */
  discount?: FloatFilter | null | undefined;
  /** Amount times probability; read-only. */
  expectedRevenue?: FloatFilter | null | undefined;
  /** Fiscal year and quarter of the close date, such as 2026 3. */
  fiscal?: StringFilter | null | undefined;
  /** Fiscal quarter of the close date, 1 to 4. */
  fiscalQuarter?: IntFilter | null | undefined;
  /** Fiscal year of the close date. */
  fiscalYear?: IntFilter | null | undefined;
  /** Category of the forecast, as a key. */
  forecastCategory?: StringFilter | null | undefined;
  /** Category of the forecast, as people see it. */
  forecastCategoryName?: StringFilter | null | undefined;
  /** Whether a task or event on the deal is still open. */
  hasOpenActivity?: BooleanFilter | null | undefined;
  /** Whether products are listed on the deal. */
  hasOpportunityLineItem?: BooleanFilter | null | undefined;
  /** Whether a task on the deal is overdue. */
  hasOverdueTask?: BooleanFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether the stage is a closed one. */
  isClosed?: BooleanFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** Whether only the owner and administrators see the deal. */
  isPrivate?: BooleanFilter | null | undefined;
  /** Whether the stage is a won one. */
  isWon?: BooleanFilter | null | undefined;
  /** Day of the latest event or closed task on the record. */
  lastActivityDate?: DateFilter | null | undefined;
  /** What the record behind LastAmountChangedHistory has to be like. */
  lastAmountChangedHistory?: OpportunityHistoryFilter | null | undefined;
  /** History entry of the last change of the amount. */
  lastAmountChangedHistoryId?: IdFilter | null | undefined;
  /** By the last call. Evaluated by Switchboard from the participant index, not by the CRM: records are read and looked up until the window is full. The list's `coverage` says how complete the index is, and its totalCount is null. Possible in lists at the root: at the top of a filter, under "and", and in the filter of a parent. */
  lastCall?: OpportunityLastCallFilter | null | undefined;
  /** What the record behind LastCloseDateChangedHistory has to be like. */
  lastCloseDateChangedHistory?: OpportunityHistoryFilter | null | undefined;
  /** History entry of the last change of the close date. */
  lastCloseDateChangedHistoryId?: IdFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the stage last changed. */
  lastStageChangeDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** Where the deal came from. */
  leadSource?: StringFilter | null | undefined;
  /** Name of the deal. */
  name?: StringFilter | null | undefined;
  /** When the next meeting on the deal takes place. */
  nextMeeting?: DateTimeFilter | null | undefined;
  /** What is to be done next. */
  nextStep?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: OpportunityFilter | null | undefined;
  /** What the records that reference this one as OpportunityContactRoles have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  opportunityContactRoles?: OpportunityContactRoleRelationFilter | null | undefined;
  /** What the records that reference this one as OpportunityHistories have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  opportunityHistories?: OpportunityHistoryRelationFilter | null | undefined;
  /** What the records that reference this one as OpportunityLineItems have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  opportunityLineItems?: OpportunityLineItemRelationFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<OpportunityFilter> | null | undefined;
  /** What the record behind Owner has to be like. */
  owner?: CrmUserFilter | null | undefined;
  /** User who owns the record. */
  ownerId?: IdFilter | null | undefined;
  /** What the record behind Pricebook2 has to be like. */
  pricebook2?: PricebookFilter | null | undefined;
  /** Price list of the deal’s products. */
  pricebook2Id?: IdFilter | null | undefined;
  /** Chance of winning, 0 to 100. */
  probability?: FloatFilter | null | undefined;
  /** How often the close date was moved to a later month. */
  pushCount?: IntFilter | null | undefined;
  /** Stage the deal is in. */
  stageName?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** Sum of the quantities of the products. */
  totalOpportunityQuantity?: FloatFilter | null | undefined;
  /** New or existing business. */
  type?: StringFilter | null | undefined;
};

/** Which OpportunityHistory records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type OpportunityHistoryFilter = {
  /** Value from then on. */
  amount?: FloatFilter | null | undefined;
  /** All of these hold. */
  and?: Array<OpportunityHistoryFilter> | null | undefined;
  /** Close date from then on. */
  closeDate?: DateFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Amount times probability from then on. */
  expectedRevenue?: FloatFilter | null | undefined;
  /** Category of the forecast from then on. */
  forecastCategory?: StringFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: OpportunityHistoryFilter | null | undefined;
  /** What the record behind Opportunity has to be like. */
  opportunity?: OpportunityFilter | null | undefined;
  /** The deal. */
  opportunityId?: IdFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<OpportunityHistoryFilter> | null | undefined;
  /** Value before. */
  prevAmount?: FloatFilter | null | undefined;
  /** Close date before. */
  prevCloseDate?: DateFilter | null | undefined;
  /** Chance of winning from then on, 0 to 100. */
  probability?: FloatFilter | null | undefined;
  /** Stage from then on. */
  stageName?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
};

/** Which OpportunityHistory records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type OpportunityHistoryRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: OpportunityHistoryFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: OpportunityHistoryFilter | null | undefined;
};

/** A condition on the last call, by its start; everything given must hold. Evaluated by Switchboard from the participant index. */
export type OpportunityLastCallFilter = {
  /** The last call started at this instant or later. */
  after?: string | null | undefined;
  /** No call at this instant or later: the last one started before it, or there is none. */
  before?: string | null | undefined;
  /** Only such calls count. One of these directions: Inbound, Outbound, Conference or Unknown. */
  direction?: Array<string> | null | undefined;
  /** The last call started in this period, in place of before and after. */
  during?: RelativePeriod | null | undefined;
  /** Only calls at least this long count. */
  minDurationSeconds?: number | null | undefined;
  /** True: there is no call at all. False: there is one. */
  none?: boolean | null | undefined;
  /** No call since this period began: the last one started before it, or there is none. */
  notSince?: RelativePeriod | null | undefined;
  /** Only such calls count. One of these scopes: Internal, External or Unknown. */
  scope?: Array<string> | null | undefined;
  /** Also the calls of the people of the deal's contact roles, whatever they were about: by e-mail address, or linked to the person by the platform. */
  viaContactRoles?: boolean | null | undefined;
};

/** Which OpportunityLineItem records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type OpportunityLineItemFilter = {
  /** All of these hold. */
  and?: Array<OpportunityLineItemFilter> | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Free text about the line. */
  description?: StringFilter | null | undefined;
  /** Discount on the line, in percent. */
  discount?: FloatFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** Price of one in the price book; read-only. */
  listPrice?: FloatFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: OpportunityLineItemFilter | null | undefined;
  /** What the record behind Opportunity has to be like. */
  opportunity?: OpportunityFilter | null | undefined;
  /** The deal. */
  opportunityId?: IdFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<OpportunityLineItemFilter> | null | undefined;
  /** What the record behind PricebookEntry has to be like. */
  pricebookEntry?: PricebookEntryFilter | null | undefined;
  /** Where the price is from. */
  pricebookEntryId?: IdFilter | null | undefined;
  /** What the record behind Product2 has to be like. */
  product2?: ProductFilter | null | undefined;
  /** The product. */
  product2Id?: IdFilter | null | undefined;
  /** Code of the product; read-only. */
  productCode?: StringFilter | null | undefined;
  /** How many are sold. */
  quantity?: FloatFilter | null | undefined;
  /** Day of delivery or of the start of the service. */
  serviceDate?: DateFilter | null | undefined;
  /** Place among the lines. */
  sortOrder?: IntFilter | null | undefined;
  /** Price times quantity, before the discount; read-only. */
  subtotal?: FloatFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** What the line costs after the discount. */
  totalPrice?: FloatFilter | null | undefined;
  /** Price of one in the deal. */
  unitPrice?: FloatFilter | null | undefined;
};

/** Which OpportunityLineItem records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type OpportunityLineItemRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: OpportunityLineItemFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: OpportunityLineItemFilter | null | undefined;
};

/** One key of an order of Opportunity records. The id breaks ties. */
export type OpportunityOrder = {
  /** By the number of calls in a time, in place of `field`, and the only key. Possible in lists at the root, of up to 10,000 records: Switchboard reads all records that pass the filter, a call for each 2,000, and ranks them by the participant index; records without a call have 0. The list's `coverage` says how complete the index is; where it does not know all of the time, extensions.incomplete says so, too. */
  callCount?: CallCountOrder | null | undefined;
  /** Ascending unless said otherwise. */
  direction?: OrderDirection | null | undefined;
  /** Field to order by; required unless callCount is given. */
  field?: OpportunityOrderField | null | undefined;
  /** First unless said otherwise, as the CRM has it. */
  nulls?: OrderNulls | null | undefined;
};

/** What Opportunity records can be ordered by. */
export type OpportunityOrderField =
  /** Company the deal is with. */
  | 'ACCOUNT_ID'
  /** Value of the deal. */
  | 'AMOUNT'
  /** Campaign credited with the deal. */
  | 'CAMPAIGN_ID'
  /** Day on which the deal is expected to close, or did. */
  | 'CLOSE_DATE'
  /** Primary contact the deal was created with. */
  | 'CONTACT_ID'
  /** User who created the record. */
  | 'CREATED_BY_ID'
  /** When the record was created. */
  | 'CREATED_DATE'
  /** Discount that was offered, in percent. */
  | 'DISCOUNT'
  /** Amount times probability; read-only. */
  | 'EXPECTED_REVENUE'
  /** Fiscal year and quarter of the close date, such as 2026 3. */
  | 'FISCAL'
  /** Fiscal quarter of the close date, 1 to 4. */
  | 'FISCAL_QUARTER'
  /** Fiscal year of the close date. */
  | 'FISCAL_YEAR'
  /** Whether a task or event on the deal is still open. */
  | 'HAS_OPEN_ACTIVITY'
  /** Whether products are listed on the deal. */
  | 'HAS_OPPORTUNITY_LINE_ITEM'
  /** Whether a task on the deal is overdue. */
  | 'HAS_OVERDUE_TASK'
  /** Id in the CRM, 18 characters. */
  | 'ID'
  /** Whether the stage is a closed one. */
  | 'IS_CLOSED'
  /** Whether the record is in the recycle bin. */
  | 'IS_DELETED'
  /** Whether only the owner and administrators see the deal. */
  | 'IS_PRIVATE'
  /** Whether the stage is a won one. */
  | 'IS_WON'
  /** Day of the latest event or closed task on the record. */
  | 'LAST_ACTIVITY_DATE'
  /** History entry of the last change of the amount. */
  | 'LAST_AMOUNT_CHANGED_HISTORY_ID'
  /** History entry of the last change of the close date. */
  | 'LAST_CLOSE_DATE_CHANGED_HISTORY_ID'
  /** User who last changed the record. */
  | 'LAST_MODIFIED_BY_ID'
  /** When a user last changed the record. */
  | 'LAST_MODIFIED_DATE'
  /** When the connected user last viewed the record or one that refers to it. */
  | 'LAST_REFERENCED_DATE'
  /** When the stage last changed. */
  | 'LAST_STAGE_CHANGE_DATE'
  /** When the connected user last viewed the record. */
  | 'LAST_VIEWED_DATE'
  /** Name of the deal. */
  | 'NAME'
  /** When the next meeting on the deal takes place. */
  | 'NEXT_MEETING'
  /** What is to be done next. */
  | 'NEXT_STEP'
  /** User who owns the record. */
  | 'OWNER_ID'
  /** Price list of the deal’s products. */
  | 'PRICEBOOK2_ID'
  /** Chance of winning, 0 to 100. */
  | 'PROBABILITY'
  /** How often the close date was moved to a later month. */
  | 'PUSH_COUNT'
  /** When a user or an automated process last changed the record. */
  | 'SYSTEM_MODSTAMP'
  /** Sum of the quantities of the products. */
  | 'TOTAL_OPPORTUNITY_QUANTITY';

/** Which Opportunity records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type OpportunityRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: OpportunityFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: OpportunityFilter | null | undefined;
};

/** Which end comes first. */
export type OrderDirection =
  /** Smallest first. */
  | 'ASC'
  /** Greatest first. */
  | 'DESC';

/** Where records without a value go. */
export type OrderNulls =
  /** Before all others. */
  | 'FIRST'
  /** After all others. */
  | 'LAST';

/** How somebody took part in a call. */
export type ParticipantRole =
  /** Was there. */
  | 'ATTENDEE'
  /** Hosted or owns it. */
  | 'HOST'
  /** Was invited. */
  | 'INVITEE';

/** Which PricebookEntry records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type PricebookEntryFilter = {
  /** All of these hold. */
  and?: Array<PricebookEntryFilter> | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether the price may be used. */
  isActive?: BooleanFilter | null | undefined;
  /** Whether it was moved to the archive. */
  isArchived?: BooleanFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** Name of the product; read-only. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: PricebookEntryFilter | null | undefined;
  /** What the records that reference this one as OpportunityLineItems have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  opportunityLineItems?: OpportunityLineItemRelationFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<PricebookEntryFilter> | null | undefined;
  /** What the record behind Pricebook2 has to be like. */
  pricebook2?: PricebookFilter | null | undefined;
  /** The price book. */
  pricebook2Id?: IdFilter | null | undefined;
  /** What the record behind Product2 has to be like. */
  product2?: ProductFilter | null | undefined;
  /** The product. */
  product2Id?: IdFilter | null | undefined;
  /** Code of the product; read-only. */
  productCode?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
  /** Price of one. */
  unitPrice?: FloatFilter | null | undefined;
  /** Whether the price is that of the standard price book. */
  useStandardPrice?: BooleanFilter | null | undefined;
};

/** Which PricebookEntry records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type PricebookEntryRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: PricebookEntryFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: PricebookEntryFilter | null | undefined;
};

/** Which Pricebook2 records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type PricebookFilter = {
  /** All of these hold. */
  and?: Array<PricebookFilter> | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** What the price book is for. */
  description?: StringFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether it may be used. */
  isActive?: BooleanFilter | null | undefined;
  /** Whether it was moved to the archive. */
  isArchived?: BooleanFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** Whether it is the standard price book. */
  isStandard?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** Name of the price book. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: PricebookFilter | null | undefined;
  /** What the records that reference this one as Opportunities have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  opportunities?: OpportunityRelationFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<PricebookFilter> | null | undefined;
  /** What the records that reference this one as PricebookEntries have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  pricebookEntries?: PricebookEntryRelationFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
};

/** Which Product2 records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type ProductFilter = {
  /** All of these hold. */
  and?: Array<ProductFilter> | null | undefined;
  /** What the records that reference this one as Assets have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  assets?: AssetRelationFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Outside system the product comes from. */
  externalDataSourceId?: IdFilter | null | undefined;
  /** Key of the product in another system. */
  externalId?: StringFilter | null | undefined;
  /** Family of products it belongs to. */
  family?: StringFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether it may be sold. */
  isActive?: BooleanFilter | null | undefined;
  /** Whether it was moved to the archive. */
  isArchived?: BooleanFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record or one that refers to it. */
  lastReferencedDate?: DateTimeFilter | null | undefined;
  /** When the connected user last viewed the record. */
  lastViewedDate?: DateTimeFilter | null | undefined;
  /** Name of the product. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: ProductFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<ProductFilter> | null | undefined;
  /** What the records that reference this one as PricebookEntries have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  pricebookEntries?: PricebookEntryRelationFilter | null | undefined;
  /** Code of the product. */
  productCode?: StringFilter | null | undefined;
  /** What a quantity of it is counted in. */
  quantityUnitOfMeasure?: StringFilter | null | undefined;
  /** Code of the product in stock. */
  stockKeepingUnit?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
};

/** Which Product_Usage__c records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type ProductUsageFilter = {
  /** What the record behind Account__r has to be like. */
  account?: AccountFilter | null | undefined;
  /** Account that used the product. */
  accountId?: IdFilter | null | undefined;
  /** People who used the product in the month. */
  activeUsers?: IntFilter | null | undefined;
  /** Share of the paid seats in use, in percent. */
  adoption?: FloatFilter | null | undefined;
  /** All of these hold. */
  and?: Array<ProductUsageFilter> | null | undefined;
  /** What the records that reference this one as Cases__r have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  cases?: CaseRelationFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** When the product was last used in the month. */
  lastUsed?: DateTimeFilter | null | undefined;
  /** First day of the month. */
  month?: DateFilter | null | undefined;
  /** Name of the record: Product usage. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: ProductUsageFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<ProductUsageFilter> | null | undefined;
  /** User who owns the record, or the queue it waits in. */
  ownerId?: IdFilter | null | undefined;
  /** Product that was used. */
  product?: StringFilter | null | undefined;
  /** How often the product was used. */
  sessions?: IntFilter | null | undefined;
  /** Storage in use, in gigabytes. */
  storageGB?: FloatFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
};

/** Which Product_Usage__c records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type ProductUsageRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: ProductUsageFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: ProductUsageFilter | null | undefined;
};

/** Which RecordType records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type RecordTypeFilter = {
  /** All of these hold. */
  and?: Array<RecordTypeFilter> | null | undefined;
  /** Process its records follow. */
  businessProcessId?: IdFilter | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** What the record type is for. */
  description?: StringFilter | null | undefined;
  /** Name of the record type in interfaces. */
  developerName?: StringFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether new records may have it. */
  isActive?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** Name of the record type. */
  name?: StringFilter | null | undefined;
  /** Namespace of the package it came with. */
  namespacePrefix?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: RecordTypeFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<RecordTypeFilter> | null | undefined;
  /** Object it is a kind of. */
  sobjectType?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
};

/** A period counted from today: `{ period: THIS_QUARTER }`, `{ period: LAST_N_DAYS, n: 30 }`. */
export type RelativePeriod = {
  /** How many, where the name of the period has an N in it. */
  n?: number | null | undefined;
  /** Which one. */
  period: RelativePeriodName;
  /** Whose days they are, as an IANA name such as Europe/Paris. For calls the company's (COMPANY_TIME_ZONE) unless given. The CRM counts in the time zone of the user it is asked as, and takes none. */
  timeZone?: string | null | undefined;
};

/** Periods counted from today, as the CRM names them. LAST_N_DAYS reaches from that many days ago through today; other LAST_N_ periods are whole ones that have ended, NEXT_N_ whole ones to come. Weeks begin on Sunday. Fiscal ones follow the organisation's calendar, which only the CRM knows. */
export type RelativePeriodName =
  /** last 90 days. */
  | 'LAST_90_DAYS'
  /** last fiscal quarter. */
  | 'LAST_FISCAL_QUARTER'
  /** last fiscal year. */
  | 'LAST_FISCAL_YEAR'
  /** last month. */
  | 'LAST_MONTH'
  /** last `n` days; needs `n`. */
  | 'LAST_N_DAYS'
  /** last `n` fiscal quarters; needs `n`. */
  | 'LAST_N_FISCAL_QUARTERS'
  /** last `n` fiscal years; needs `n`. */
  | 'LAST_N_FISCAL_YEARS'
  /** last `n` months; needs `n`. */
  | 'LAST_N_MONTHS'
  /** last `n` quarters; needs `n`. */
  | 'LAST_N_QUARTERS'
  /** last `n` weeks; needs `n`. */
  | 'LAST_N_WEEKS'
  /** last `n` years; needs `n`. */
  | 'LAST_N_YEARS'
  /** last quarter. */
  | 'LAST_QUARTER'
  /** last week. */
  | 'LAST_WEEK'
  /** last year. */
  | 'LAST_YEAR'
  /** next 90 days. */
  | 'NEXT_90_DAYS'
  /** next fiscal quarter. */
  | 'NEXT_FISCAL_QUARTER'
  /** next fiscal year. */
  | 'NEXT_FISCAL_YEAR'
  /** next month. */
  | 'NEXT_MONTH'
  /** next `n` days; needs `n`. */
  | 'NEXT_N_DAYS'
  /** next `n` fiscal quarters; needs `n`. */
  | 'NEXT_N_FISCAL_QUARTERS'
  /** next `n` fiscal years; needs `n`. */
  | 'NEXT_N_FISCAL_YEARS'
  /** next `n` months; needs `n`. */
  | 'NEXT_N_MONTHS'
  /** next `n` quarters; needs `n`. */
  | 'NEXT_N_QUARTERS'
  /** next `n` weeks; needs `n`. */
  | 'NEXT_N_WEEKS'
  /** next `n` years; needs `n`. */
  | 'NEXT_N_YEARS'
  /** next quarter. */
  | 'NEXT_QUARTER'
  /** next week. */
  | 'NEXT_WEEK'
  /** next year. */
  | 'NEXT_YEAR'
  /** `n` days ago; needs `n`. */
  | 'N_DAYS_AGO'
  /** `n` fiscal quarters ago; needs `n`. */
  | 'N_FISCAL_QUARTERS_AGO'
  /** `n` fiscal years ago; needs `n`. */
  | 'N_FISCAL_YEARS_AGO'
  /** `n` months ago; needs `n`. */
  | 'N_MONTHS_AGO'
  /** `n` quarters ago; needs `n`. */
  | 'N_QUARTERS_AGO'
  /** `n` weeks ago; needs `n`. */
  | 'N_WEEKS_AGO'
  /** `n` years ago; needs `n`. */
  | 'N_YEARS_AGO'
  /** this fiscal quarter. */
  | 'THIS_FISCAL_QUARTER'
  /** this fiscal year. */
  | 'THIS_FISCAL_YEAR'
  /** this month. */
  | 'THIS_MONTH'
  /** this quarter. */
  | 'THIS_QUARTER'
  /** this week. */
  | 'THIS_WEEK'
  /** this year. */
  | 'THIS_YEAR'
  /** today. */
  | 'TODAY'
  /** tomorrow. */
  | 'TOMORROW'
  /** yesterday. */
  | 'YESTERDAY';

/** Comparators for a String; all that are given must hold. A comparator that is null or absent does not restrict. */
export type StringFilter = {
  /** Has this text in it; % and _ are plain text. */
  contains?: string | null | undefined;
  /** Ends with this text. */
  endsWith?: string | null | undefined;
  /** Equal to. */
  eq?: string | null | undefined;
  /** Greater than. */
  gt?: string | null | undefined;
  /** Greater than or equal to. */
  gte?: string | null | undefined;
  /** One of these; no record is one of none. */
  in?: Array<string> | null | undefined;
  /** Whether there is no value. */
  isNull?: boolean | null | undefined;
  /** Less than. */
  lt?: string | null | undefined;
  /** Less than or equal to. */
  lte?: string | null | undefined;
  /** Not equal to; records without a value are kept. */
  ne?: string | null | undefined;
  /** None of these. */
  nin?: Array<string> | null | undefined;
  /** Begins with this text. */
  startsWith?: string | null | undefined;
};

/** Which Territory__c records to keep. Everything given must hold; an empty filter keeps all. Evaluated by the CRM. */
export type TerritoryFilter = {
  /** What the records that reference this one as Accounts__r have to be like. The CRM takes two such conditions in a filter, beside the others or under "and". */
  accounts?: AccountRelationFilter | null | undefined;
  /** All of these hold. */
  and?: Array<TerritoryFilter> | null | undefined;
  /** What the record behind CreatedBy has to be like. */
  createdBy?: CrmUserFilter | null | undefined;
  /** User who created the record. */
  createdById?: IdFilter | null | undefined;
  /** When the record was created. */
  createdDate?: DateTimeFilter | null | undefined;
  /** Id in the CRM, 18 characters. */
  id?: IdFilter | null | undefined;
  /** Whether the record is in the recycle bin. */
  isDeleted?: BooleanFilter | null | undefined;
  /** What the record behind LastModifiedBy has to be like. */
  lastModifiedBy?: CrmUserFilter | null | undefined;
  /** User who last changed the record. */
  lastModifiedById?: IdFilter | null | undefined;
  /** When a user last changed the record. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** What the record behind Manager__r has to be like. */
  manager?: CrmUserFilter | null | undefined;
  /** User who is responsible for the territory. */
  managerId?: IdFilter | null | undefined;
  /** Name of the record: Territory. */
  name?: StringFilter | null | undefined;
  /** This does not hold; passed over when it says nothing. */
  not?: TerritoryFilter | null | undefined;
  /** At least one of these holds; those that say nothing are passed over. */
  or?: Array<TerritoryFilter> | null | undefined;
  /** User who owns the record, or the queue it waits in. */
  ownerId?: IdFilter | null | undefined;
  /** What the record behind Parent_Territory__r has to be like. */
  parentTerritory?: TerritoryFilter | null | undefined;
  /** Territory this one is a part of. */
  parentTerritoryId?: IdFilter | null | undefined;
  /** Sales target for the year. */
  quota?: FloatFilter | null | undefined;
  /** Region of the world. */
  region?: StringFilter | null | undefined;
  /** When a user or an automated process last changed the record. */
  systemModstamp?: DateTimeFilter | null | undefined;
};

/** Which Territory__c records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM. */
export type TerritoryRelationFilter = {
  /** None of them is so; an empty filter asks for there being none. */
  none?: TerritoryFilter | null | undefined;
  /** At least one of them is so; an empty filter asks for any. */
  some?: TerritoryFilter | null | undefined;
};

export type AccountDealsFragment = { opportunities: { totalCount: number | null, nodes: Array<{ upstreamId: string, name: string | null, stageName: string | null, amount: number | null, closeDate: string | null, nextStep: string | null, isClosed: boolean | null, isWon: boolean | null } | null> } | null } & { ' $fragmentName'?: 'AccountDealsFragment' };

export type AccountFilesFragment = { contentDocumentLinks: { nodes: Array<{ contentDocument: { upstreamId: string, title: string | null, latestPublishedVersion: { fileExtension: string | null, contentSize: number | null, downloadUrl: string | null } | null } | null } | null>, pageInfo: { hasNextPage: boolean } } | null, attachments: { nodes: Array<{ upstreamId: string, name: string | null, bodyLength: number | null, downloadUrl: string | null } | null>, pageInfo: { hasNextPage: boolean } } | null } & { ' $fragmentName'?: 'AccountFilesFragment' };

export type AccountHeadFragment = { name: string | null, industry: string | null, type: string | null, website: string | null, phone: string | null, billingCity: string | null, billingCountry: string | null, annualRevenue: number | null, numberOfEmployees: number | null, rating: string | null, lastActivityDate: string | null, owner: { name: string | null } | null } & { ' $fragmentName'?: 'AccountHeadFragment' };

export type AccountPeopleFragment = { contacts: { totalCount: number | null, nodes: Array<{ upstreamId: string, name: string | null, title: string | null, email: string | null, lastCall: { startedAt: string | null, coverage: { completeFrom: string | null, syncedAt: string | null, lastError: string | null } } | null, attended: { startedAt: string | null } | null, invited: { startedAt: string | null } | null } | null> } | null } & { ' $fragmentName'?: 'AccountPeopleFragment' };

export type AccountQueryVariables = Exact<{
  id: string | number;
  yearAgo: string;
  before: string;
  beforeDate: string;
}>;


export type AccountQuery = (
  { account: (
    { name: string | null }
    & { ' $fragmentRefs'?: { 'AccountHeadFragment': AccountHeadFragment;'AccountPeopleFragment': AccountPeopleFragment;'AccountDealsFragment': AccountDealsFragment;'AccountFilesFragment': AccountFilesFragment;'AccountWeeksFragment': AccountWeeksFragment } }
  ) & { ' $fragmentRefs'?: { 'LastCallFragment': Incremental<LastCallFragment> } } & { ' $fragmentRefs'?: { 'AccountTimelineFragment': Incremental<AccountTimelineFragment> } } | null }
  & { ' $fragmentRefs'?: { 'AccountResponsesFragment': AccountResponsesFragment } }
);

export type AccountWeeksFragment = { callsPerPeriod: { coverage: { completeFrom: string | null, syncedAt: string | null, lastError: string | null }, periods: Array<{ startsAt: string, calls: number }> } | null } & { ' $fragmentName'?: 'AccountWeeksFragment' };

export type LastCallFragment = { latest: { coverage: { completeFrom: string | null }, nodes: Array<{ upstreamId: string, title: string | null, startedAt: string | null, durationSeconds: number | null, primaryUser: { name: string | null } | null, content: { brief: string | null, outcome: { name: string | null } | null, highlights: Array<{ title: string | null, items: Array<{ text: string | null } | null> | null } | null> | null } | null } | null> } | null } & { ' $fragmentName'?: 'LastCallFragment' };

export type AccountTimelineFragment = { relatedCalls: { totalCount: number | null, coverage: { completeFrom: string | null, syncedAt: string | null, lastError: string | null }, pageInfo: { hasNextPage: boolean }, edges: Array<{ matches: Array<{ reason: MatchReason }>, node: { upstreamId: string, title: string | null, startedAt: string | null, durationSeconds: number | null, primaryUser: { name: string | null } | null, content: { brief: string | null } | null } | null }> } | null, tasks: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ upstreamId: string, subject: string | null, taskSubtype: string | null, activityDate: string | null, status: string | null, isClosed: boolean | null, owner:
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
        | { recordName: string | null }
       | null } | null> } | null, undated: { totalCount: number | null, nodes: Array<{ upstreamId: string, subject: string | null, status: string | null } | null> } | null, events: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ upstreamId: string, subject: string | null, startDateTime: string | null, location: string | null } | null> } | null, cases: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ upstreamId: string, caseNumber: string | null, subject: string | null, status: string | null, priority: string | null, createdDate: string | null } | null> } | null } & { ' $fragmentName'?: 'AccountTimelineFragment' };

export type AccountResponsesFragment = { responses: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ upstreamId: string, name: string | null, status: string | null, firstRespondedDate: string | null, campaign: { name: string | null } | null } | null> } | null } & { ' $fragmentName'?: 'AccountResponsesFragment' };

export type AccountListFragment = { accounts: { totalCount: number | null, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ upstreamId: string, name: string | null, industry: string | null, billingCity: string | null } | null> } | null } & { ' $fragmentName'?: 'AccountListFragment' };

export type BrowseQueryVariables = Exact<{
  calls?: string | null | undefined;
  accounts?: string | null | undefined;
  contacts?: string | null | undefined;
  leads?: string | null | undefined;
}>;


export type BrowseQuery = { ' $fragmentRefs'?: { 'CallListFragment': CallListFragment;'AccountListFragment': AccountListFragment;'ContactListFragment': ContactListFragment;'LeadListFragment': LeadListFragment } };

export type CallListFragment = { calls: { totalCount: number | null, coverage: { completeFrom: string | null, syncedAt: string | null, lastError: string | null } | null, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ upstreamId: string, title: string | null, startedAt: string | null, durationSeconds: number | null, primaryUser: { name: string | null } | null } | null> } | null } & { ' $fragmentName'?: 'CallListFragment' };

export type ContactListFragment = { contacts: { totalCount: number | null, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ upstreamId: string, name: string | null, title: string | null, account: { name: string | null } | null } | null> } | null } & { ' $fragmentName'?: 'ContactListFragment' };

export type LeadListFragment = { leads: { totalCount: number | null, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ upstreamId: string, name: string | null, title: string | null, company: string | null } | null> } | null } & { ' $fragmentName'?: 'LeadListFragment' };

export type CallCommentsFragment = { comments: Array<{ upstreamId: string | null, startSeconds: number | null, text: string | null, postedAt: string | null, commenter: { name: string | null } | null } | null> | null } & { ' $fragmentName'?: 'CallCommentsFragment' };

export type CallHeadFragment = { title: string | null, startedAt: string | null, scheduledAt: string | null, durationSeconds: number | null, direction: string | null, scope: string | null, system: string | null, isPrivate: boolean | null, url: string | null, primaryUser: { name: string | null } | null, accounts: Array<{ matchedBy: Array<MatchReason>, record: { upstreamId: string, name: string | null } }> | null, opportunities: Array<{ matchedBy: Array<MatchReason>, record: { upstreamId: string, name: string | null, stageName: string | null, account: { upstreamId: string } | null } }> | null } & { ' $fragmentName'?: 'CallHeadFragment' };

export type CallInsightFragment = { content: { brief: string | null, keyPoints: Array<string | null> | null, outcome: { category: string | null, name: string | null } | null, highlights: Array<{ title: string | null, items: Array<{ text: string | null, startSeconds: Array<number | null> | null } | null> | null } | null> | null } | null, interaction: { statistics: Array<{ name: string | null, value: number | null } | null> | null, questions: { companyCount: number | null, nonCompanyCount: number | null } | null } | null } & { ' $fragmentName'?: 'CallInsightFragment' };

export type CallPeopleFragment = { parties: Array<(
    { upstreamId: string | null, speakerId: string | null, affiliation: string | null }
    & { ' $fragmentRefs'?: { 'CallPersonFragment': CallPersonFragment } }
  ) | null> | null } & { ' $fragmentName'?: 'CallPeopleFragment' };

export type CallPersonFragment = { name: string | null, title: string | null, affiliation: string | null, methods: Array<string | null> | null, emailAddress: string | null, phoneNumber: string | null, user: { name: string | null, title: string | null } | null, contactMatches: Array<{ matchedBy: Array<MatchReason>, record: { upstreamId: string, name: string | null, title: string | null, account: { upstreamId: string, name: string | null } | null } }> | null, leadMatches: Array<{ matchedBy: Array<MatchReason>, record: { upstreamId: string, name: string | null, company: string | null, status: string | null } }> | null } & { ' $fragmentName'?: 'CallPersonFragment' };

export type CallQueryVariables = Exact<{
  by: Key;
}>;


export type CallQuery = { call: (
    { id: string, title: string | null, durationSeconds: number | null }
    & { ' $fragmentRefs'?: { 'CallHeadFragment': CallHeadFragment;'PlayerFragment': PlayerFragment;'CallVoicesFragment': CallVoicesFragment;'CallTimelineFragment': CallTimelineFragment;'CallInsightFragment': CallInsightFragment;'CallTrackersFragment': CallTrackersFragment;'CallPeopleFragment': CallPeopleFragment;'CallScorecardsFragment': CallScorecardsFragment;'CallCommentsFragment': CallCommentsFragment } }
  ) & { ' $fragmentRefs'?: { 'CallTranscriptFragment': Incremental<CallTranscriptFragment> } } | null };

export type CallScorecardsFragment = { answeredScorecards: { nodes: Array<{ id: string, scorecardName: string | null, overallScore: number | null, reviewMethod: string | null, reviewedAt: string | null, reviewer: { name: string | null } | null, reviewedUser: { name: string | null } | null, answers: Array<{ questionRevisionId: string | null, answer: string | null, answerText: string | null, score: number | null, isOverall: boolean | null, isNotApplicable: boolean | null, question: { text: string | null, maxRange: string | null } | null } | null> | null } | null>, pageInfo: { hasNextPage: boolean } } | null } & { ' $fragmentName'?: 'CallScorecardsFragment' };

export type CallTimelineFragment = { content: { outline: Array<{ section: string | null, startSeconds: number | null, durationSeconds: number | null } | null> | null, trackers: Array<{ name: string | null, occurrences: Array<{ startSeconds: number | null } | null> | null } | null> | null } | null, comments: Array<{ startSeconds: number | null, text: string | null, commenter: { name: string | null } | null } | null> | null } & { ' $fragmentName'?: 'CallTimelineFragment' };

export type CallTrackersFragment = { content: { topics: Array<{ name: string | null, durationSeconds: number | null } | null> | null, trackers: Array<{ trackerId: string | null, name: string | null, count: number | null, occurrences: Array<{ startSeconds: number | null } | null> | null, phrases: Array<{ phrase: string | null, count: number | null } | null> | null } | null> | null } | null } & { ' $fragmentName'?: 'CallTrackersFragment' };

export type PlayerFragment = { isPrivate: boolean | null, media: { audioUrl: string | null, videoUrl: string | null } | null } & { ' $fragmentName'?: 'PlayerFragment' };

export type CallTranscriptFragment = { transcript: { monologues: Array<{ topic: string | null, speakerId: string | null, sentences: Array<{ startMs: number | null, endMs: number | null, text: string | null } | null> | null } | null> | null } | null } & { ' $fragmentName'?: 'CallTranscriptFragment' };

export type CallVoicesFragment = { parties: Array<{ speakerId: string | null, name: string | null, emailAddress: string | null, phoneNumber: string | null, affiliation: string | null } | null> | null, interaction: { speakers: Array<{ upstreamId: string | null, talkTimeSeconds: number | null } | null> | null } | null } & { ' $fragmentName'?: 'CallVoicesFragment' };

export type DealFragment = (
  { upstreamId: string, name: string | null, stageName: string | null, amount: number | null, closeDate: string | null, nextStep: string | null, owner: { name: string | null } | null, account: { upstreamId: string, name: string | null } | null, tasks: { nodes: Array<{ subject: string | null, taskSubtype: string | null, activityDate: string | null, isClosed: boolean | null } | null>, pageInfo: { hasNextPage: boolean } } | null, events: { nodes: Array<{ subject: string | null, startDateTime: string | null } | null>, pageInfo: { hasNextPage: boolean } } | null, relatedCalls: { coverage: { completeFrom: string | null }, nodes: Array<{ upstreamId: string, title: string | null, startedAt: string | null } | null> } | null, recent: { totalCount: number | null } | null, heard: { nodes: Array<{ content: { trackers: Array<{ name: string | null, count: number | null } | null> | null } | null } | null> } | null }
  & { ' $fragmentRefs'?: { 'SilenceFragment': SilenceFragment } }
) & { ' $fragmentName'?: 'DealFragment' };

export type DealTableFragment = { totalCount: number | null, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ ' $fragmentRefs'?: { 'DealFragment': DealFragment } } | null> } & { ' $fragmentName'?: 'DealTableFragment' };

export type DealsQueryVariables = Exact<{
  filter: OpportunityFilter;
  shown: OpportunityFilter;
  bySilence: boolean;
  silentSince?: string | null | undefined;
  timeZone: string;
  totals: OpportunityFilter;
  order: Array<OpportunityOrder> | OpportunityOrder;
  since: string;
  sinceDate: string;
  after?: string | null | undefined;
}>;


export type DealsQuery = (
  { opportunities?: { ' $fragmentRefs'?: { 'DealTableFragment': DealTableFragment } } | null, bySilence?: { ' $fragmentRefs'?: { 'DealTableFragment': DealTableFragment } } | null, silence: (
    { coverage: { completeFrom: string | null, syncedAt: string | null, lastError: string | null } | null }
    & { ' $fragmentRefs'?: { 'LongestSilenceFragment': LongestSilenceFragment } }
  ) | null }
  & { ' $fragmentRefs'?: { 'StagePlotFragment': StagePlotFragment;'DealOwnersFragment': DealOwnersFragment } }
);

export type DealOwnersFragment = { owners: Array<{ count: number, keys: Array<{ record:
        | { upstreamId: string, name: string | null }
        | Record<PropertyKey, never>
       | null }> }> | null } & { ' $fragmentName'?: 'DealOwnersFragment' };

export type LongestSilenceFragment = { totalCount: number | null, coverage: { completeFrom: string | null, syncedAt: string | null, lastError: string | null } | null, nodes: Array<(
    { upstreamId: string, name: string | null, amount: number | null, account: { upstreamId: string, name: string | null } | null }
    & { ' $fragmentRefs'?: { 'SilenceFragment': SilenceFragment } }
  ) | null> } & { ' $fragmentName'?: 'LongestSilenceFragment' };

export type SilenceFragment = { lastActivityDate: string | null, lastCall: { startedAt: string | null, coverage: { completeFrom: string | null } } | null } & { ' $fragmentName'?: 'SilenceFragment' };

export type StagePlotFragment = { byStage: Array<{ count: number, keys: Array<{ value: string | null }>, sum: { amount: number | null } | null }> | null, opportunityStages: { nodes: Array<{ apiName: string | null } | null> } | null } & { ' $fragmentName'?: 'StagePlotFragment' };

export type ContactHeadFragment = { name: string | null, title: string | null, department: string | null, email: string | null, phone: string | null, account: { upstreamId: string, name: string | null } | null, owner: { name: string | null } | null, reportsTo: { upstreamId: string, name: string | null } | null, lastCall: { startedAt: string | null, coverage: { completeFrom: string | null } } | null, attended: { startedAt: string | null, call: { upstreamId: string, title: string | null } | null } | null, invited: { startedAt: string | null, call: { upstreamId: string, title: string | null } | null } | null, opportunityContactRoles: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, role: string | null, opportunity: { upstreamId: string, name: string | null, stageName: string | null } | null } | null> } | null } & { ' $fragmentName'?: 'ContactHeadFragment' };

export type ContactStoryFragment = { relatedCalls: (
    { coverage: { completeFrom: string | null, syncedAt: string | null, lastError: string | null }, pageInfo: { hasNextPage: boolean } }
    & { ' $fragmentRefs'?: { 'StoryCallsFragment': StoryCallsFragment } }
  ) | null, callsPerPeriod: { ' $fragmentRefs'?: { 'PersonWeeksFragment': PersonWeeksFragment } } | null, peopleSpokenWith: { ' $fragmentRefs'?: { 'SpokenWithFragment': SpokenWithFragment } } | null, tasks: (
    { pageInfo: { hasNextPage: boolean } }
    & { ' $fragmentRefs'?: { 'StoryTasksFragment': StoryTasksFragment } }
  ) | null, events: (
    { pageInfo: { hasNextPage: boolean } }
    & { ' $fragmentRefs'?: { 'StoryEventsFragment': StoryEventsFragment } }
  ) | null, cases: (
    { pageInfo: { hasNextPage: boolean } }
    & { ' $fragmentRefs'?: { 'StoryCasesFragment': StoryCasesFragment } }
  ) | null, campaignMembers: (
    { pageInfo: { hasNextPage: boolean } }
    & { ' $fragmentRefs'?: { 'StoryMembersFragment': StoryMembersFragment } }
  ) | null } & { ' $fragmentName'?: 'ContactStoryFragment' };

export type LeadHeadFragment = { name: string | null, title: string | null, company: string | null, status: string | null, rating: string | null, leadSource: string | null, email: string | null, phone: string | null, isConverted: boolean | null, owner:
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
    | { recordName: string | null }
   | null, lastCall: { startedAt: string | null, coverage: { completeFrom: string | null } } | null, attended: { startedAt: string | null, call: { upstreamId: string, title: string | null } | null } | null, invited: { startedAt: string | null, call: { upstreamId: string, title: string | null } | null } | null, convertedContact: { upstreamId: string, name: string | null } | null, convertedAccount: { upstreamId: string, name: string | null } | null } & { ' $fragmentName'?: 'LeadHeadFragment' };

export type LeadStoryFragment = { relatedCalls: (
    { coverage: { completeFrom: string | null, syncedAt: string | null, lastError: string | null }, pageInfo: { hasNextPage: boolean } }
    & { ' $fragmentRefs'?: { 'StoryCallsFragment': StoryCallsFragment } }
  ) | null, callsPerPeriod: { ' $fragmentRefs'?: { 'PersonWeeksFragment': PersonWeeksFragment } } | null, peopleSpokenWith: { ' $fragmentRefs'?: { 'SpokenWithFragment': SpokenWithFragment } } | null, tasks: (
    { pageInfo: { hasNextPage: boolean } }
    & { ' $fragmentRefs'?: { 'StoryTasksFragment': StoryTasksFragment } }
  ) | null, events: (
    { pageInfo: { hasNextPage: boolean } }
    & { ' $fragmentRefs'?: { 'StoryEventsFragment': StoryEventsFragment } }
  ) | null, campaignMembers: (
    { pageInfo: { hasNextPage: boolean } }
    & { ' $fragmentRefs'?: { 'StoryMembersFragment': StoryMembersFragment } }
  ) | null } & { ' $fragmentName'?: 'LeadStoryFragment' };

export type PersonByEmailQueryVariables = Exact<{
  email: string;
}>;


export type PersonByEmailQuery = { contacts: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ upstreamId: string, name: string | null, account: { name: string | null } | null } | null> } | null, leads: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ upstreamId: string, name: string | null, company: string | null } | null> } | null };

export type PersonQueryVariables = Exact<{
  id: string | number;
  isContact: boolean;
  isLead: boolean;
  first: number;
}>;


export type PersonQuery = { contact?: (
    { name: string | null }
    & { ' $fragmentRefs'?: { 'ContactHeadFragment': ContactHeadFragment;'ContactStoryFragment': ContactStoryFragment } }
  ) | null, lead?: (
    { name: string | null }
    & { ' $fragmentRefs'?: { 'LeadHeadFragment': LeadHeadFragment;'LeadStoryFragment': LeadStoryFragment } }
  ) | null };

export type PersonWeeksFragment = { coverage: { completeFrom: string | null }, periods: Array<{ startsAt: string, calls: number }> } & { ' $fragmentName'?: 'PersonWeeksFragment' };

export type SpokenWithFragment = { people: Array<{ email: string | null, calls: number, lastCallAt: string, crmUsers: Array<{ name: string | null, title: string | null }> | null }> } & { ' $fragmentName'?: 'SpokenWithFragment' };

export type StoryCallsFragment = { edges: Array<{ matches: Array<{ reason: MatchReason, roles: Array<ParticipantRole> }>, node: { upstreamId: string, title: string | null, startedAt: string | null, durationSeconds: number | null, primaryUser: { name: string | null } | null } | null }> } & { ' $fragmentName'?: 'StoryCallsFragment' };

export type StoryTasksFragment = { nodes: Array<{ id: string, subject: string | null, activityDate: string | null, createdDate: string | null, status: string | null, taskSubtype: string | null, owner:
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
      | { recordName: string | null }
     | null } | null> } & { ' $fragmentName'?: 'StoryTasksFragment' };

export type StoryEventsFragment = { nodes: Array<{ id: string, subject: string | null, startDateTime: string | null, activityDate: string | null, location: string | null } | null> } & { ' $fragmentName'?: 'StoryEventsFragment' };

export type StoryCasesFragment = { nodes: Array<{ id: string, caseNumber: string | null, subject: string | null, status: string | null, createdDate: string | null } | null> } & { ' $fragmentName'?: 'StoryCasesFragment' };

export type StoryMembersFragment = { nodes: Array<{ id: string, status: string | null, hasResponded: boolean | null, firstRespondedDate: string | null, createdDate: string | null, campaign: { name: string | null } | null } | null> } & { ' $fragmentName'?: 'StoryMembersFragment' };

export type CallHitsFragment = { calls: { totalCount: number | null, coverage: { completeFrom: string | null, syncedAt: string | null, lastError: string | null } | null, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ upstreamId: string, title: string | null, startedAt: string | null, primaryUser: { name: string | null } | null } | null> } | null } & { ' $fragmentName'?: 'CallHitsFragment' };

export type RecordHitsFragment = { search: Array<
    | { __typename: 'Account', industry: string | null, billingCity: string | null, upstreamId: string, recordName: string | null }
    | { __typename: 'Asset', upstreamId: string, recordName: string | null }
    | { __typename: 'Attachment', upstreamId: string, recordName: string | null }
    | { __typename: 'Campaign', upstreamId: string, recordName: string | null }
    | { __typename: 'CampaignMember', upstreamId: string, recordName: string | null }
    | { __typename: 'CampaignMemberStatus', upstreamId: string, recordName: string | null }
    | { __typename: 'Case', status: string | null, subject: string | null, upstreamId: string, recordName: string | null, account: { upstreamId: string, name: string | null } | null }
    | { __typename: 'CaseComment', upstreamId: string, recordName: string | null }
    | { __typename: 'Contact', title: string | null, email: string | null, upstreamId: string, recordName: string | null, lastCall: { startedAt: string | null } | null, account: { name: string | null } | null }
    | { __typename: 'ContentDocument', upstreamId: string, recordName: string | null }
    | { __typename: 'ContentDocumentLink', upstreamId: string, recordName: string | null }
    | { __typename: 'ContentVersion', upstreamId: string, recordName: string | null }
    | { __typename: 'Contract', upstreamId: string, recordName: string | null }
    | { __typename: 'CrmGroup', upstreamId: string, recordName: string | null }
    | { __typename: 'CrmProfile', upstreamId: string, recordName: string | null }
    | { __typename: 'CrmUser', upstreamId: string, recordName: string | null }
    | { __typename: 'CrmUserRole', upstreamId: string, recordName: string | null }
    | { __typename: 'Event', upstreamId: string, recordName: string | null }
    | { __typename: 'Lead', company: string | null, upstreamId: string, recordName: string | null, leadEmail: string | null, lastCall: { startedAt: string | null } | null }
    | { __typename: 'Note', upstreamId: string, recordName: string | null }
    | { __typename: 'Opportunity', stageName: string | null, amount: number | null, upstreamId: string, recordName: string | null, account: { upstreamId: string, name: string | null } | null }
    | { __typename: 'OpportunityContactRole', upstreamId: string, recordName: string | null }
    | { __typename: 'OpportunityHistory', upstreamId: string, recordName: string | null }
    | { __typename: 'OpportunityLineItem', upstreamId: string, recordName: string | null }
    | { __typename: 'OpportunityStage', upstreamId: string, recordName: string | null }
    | { __typename: 'Pricebook', upstreamId: string, recordName: string | null }
    | { __typename: 'PricebookEntry', upstreamId: string, recordName: string | null }
    | { __typename: 'Product', upstreamId: string, recordName: string | null }
    | { __typename: 'ProductUsage', upstreamId: string, recordName: string | null }
    | { __typename: 'RecordType', upstreamId: string, recordName: string | null }
    | { __typename: 'Task', status: string | null, subject: string | null, upstreamId: string, recordName: string | null, account: { upstreamId: string, name: string | null } | null }
    | { __typename: 'Territory', upstreamId: string, recordName: string | null }
   | null> | null } & { ' $fragmentName'?: 'RecordHitsFragment' };

export type SearchQueryVariables = Exact<{
  term: string;
  after?: string | null | undefined;
  hits: number;
}>;


export type SearchQuery = { ' $fragmentRefs'?: { 'RecordHitsFragment': RecordHitsFragment;'CallHitsFragment': CallHitsFragment } };

export type QuietAccountsFragment = { quiet: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ upstreamId: string, name: string | null, opportunities: { nodes: Array<{ amount: number | null, stageName: string | null } | null> } | null, lastCall: { startedAt: string | null, coverage: { completeFrom: string | null } } | null } | null> } | null } & { ' $fragmentName'?: 'QuietAccountsFragment' };

export type SignalsQueryVariables = Exact<{
  calls: CallFilter;
  quietSince: string;
}>;


export type SignalsQuery = (
  { coverage: { coverage: { completeFrom: string | null, syncedAt: string | null, lastError: string | null } } | null }
  & { ' $fragmentRefs'?: { 'TrackersFragment': TrackersFragment;'TrackerStagesFragment': TrackerStagesFragment;'TopicResultsFragment': TopicResultsFragment;'QuietAccountsFragment': QuietAccountsFragment } }
);

export type TopicResultsFragment = { topics: { totalCount: number, groups: Array<{ count: number, keys: Array<{ value: string | null }> }> } | null, topicResults: { totalCount: number, groups: Array<{ count: number, keys: Array<{ value: string | null }> }> } | null } & { ' $fragmentName'?: 'TopicResultsFragment' };

export type TrackerStagesFragment = { stages: { totalCount: number, groups: Array<{ count: number, keys: Array<{ value: string | null }> }> } | null, heardByStage: { totalCount: number, groups: Array<{ count: number, keys: Array<{ value: string | null }> }> } | null, pipeline: { nodes: Array<{ masterLabel: string | null } | null> } | null } & { ' $fragmentName'?: 'TrackerStagesFragment' };

export type TrackersFragment = { heard: { totalCount: number, groups: Array<{ count: number, keys: Array<{ value: string | null, tracker: { name: string | null } | null }> }> } | null, weeks: { groups: Array<{ count: number, keys: Array<{ startsAt: string | null }> }> } | null, heardByWeek: { totalCount: number, groups: Array<{ count: number, keys: Array<{ value: string | null, startsAt: string | null }> }> } | null } & { ' $fragmentName'?: 'TrackersFragment' };

export type MemberPanelFragment = { name: string | null, manager: { name: string | null } | null, relatedCalls: { nodes: Array<{ upstreamId: string, title: string | null, startedAt: string | null, durationSeconds: number | null } | null> } | null, reviews: { nodes: Array<{ id: string, scorecardName: string | null, overallScore: number | null, answeredAt: string | null, call: { upstreamId: string } | null, reviewer: { name: string | null } | null } | null> } | null } & { ' $fragmentName'?: 'MemberPanelFragment' };

export type TeamMemberFragment = { id: string, name: string | null, title: string | null, crmUsers: Array<{ upstreamId: string }> | null, interaction: { talkRatio: number | null, longestMonologueSeconds: number | null, questionRate: number | null, patienceSeconds: number | null } | null, activity: { callsAsHost: number | null, callsAttended: number | null } | null, dailyActivity: Array<{ startAt: string | null, callsAttended: number | null } | null> | null, scorecardsReceived: { nodes: Array<{ overallScore: number | null } | null>, pageInfo: { hasNextPage: boolean } } | null } & { ' $fragmentName'?: 'TeamMemberFragment' };

export type TeamQueryVariables = Exact<{
  from: string;
  since: string;
  user: string | number;
  withUser: boolean;
}>;


export type TeamQuery = { users: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ ' $fragmentRefs'?: { 'TeamMemberFragment': TeamMemberFragment } } | null> } | null, won: Array<{ count: number, sum: { amount: number | null } | null, keys: Array<{ value: string | null }> }> | null, user?: (
    { id: string }
    & { ' $fragmentRefs'?: { 'MemberPanelFragment': MemberPanelFragment } }
  ) | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const AccountDealsFragmentDoc = new TypedDocumentString(`
    fragment AccountDeals on Account {
  opportunities(
    first: 25
    orderBy: [{field: IS_CLOSED}, {field: CLOSE_DATE, direction: DESC}]
  ) {
    totalCount
    nodes {
      upstreamId
      name
      stageName
      amount
      closeDate
      nextStep
      isClosed
      isWon
    }
  }
}
    `, {"fragmentName":"AccountDeals"}) as unknown as TypedDocumentString<AccountDealsFragment, unknown>;
export const AccountFilesFragmentDoc = new TypedDocumentString(`
    fragment AccountFiles on Account {
  contentDocumentLinks(first: 20) {
    nodes {
      contentDocument {
        upstreamId
        title
        latestPublishedVersion {
          fileExtension
          contentSize
          downloadUrl
        }
      }
    }
    pageInfo {
      hasNextPage
    }
  }
  attachments(first: 20) {
    nodes {
      upstreamId
      name
      bodyLength
      downloadUrl
    }
    pageInfo {
      hasNextPage
    }
  }
}
    `, {"fragmentName":"AccountFiles"}) as unknown as TypedDocumentString<AccountFilesFragment, unknown>;
export const AccountHeadFragmentDoc = new TypedDocumentString(`
    fragment AccountHead on Account {
  name
  industry
  type
  website
  phone
  billingCity
  billingCountry
  annualRevenue
  numberOfEmployees
  rating
  lastActivityDate
  owner {
    name
  }
}
    `, {"fragmentName":"AccountHead"}) as unknown as TypedDocumentString<AccountHeadFragment, unknown>;
export const AccountPeopleFragmentDoc = new TypedDocumentString(`
    fragment AccountPeople on Account {
  contacts(first: 100, orderBy: [{field: LAST_NAME}]) {
    totalCount
    nodes {
      upstreamId
      name
      title
      email
      lastCall {
        startedAt
        coverage {
          completeFrom
          syncedAt
          lastError
        }
      }
      attended: lastCall(role: [ATTENDEE, HOST]) {
        startedAt
      }
      invited: lastCall(role: [INVITEE]) {
        startedAt
      }
    }
  }
}
    `, {"fragmentName":"AccountPeople"}) as unknown as TypedDocumentString<AccountPeopleFragment, unknown>;
export const AccountWeeksFragmentDoc = new TypedDocumentString(`
    fragment AccountWeeks on Account {
  callsPerPeriod(bucket: WEEK, from: $yearAgo) {
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    periods {
      startsAt
      calls
    }
  }
}
    `, {"fragmentName":"AccountWeeks"}) as unknown as TypedDocumentString<AccountWeeksFragment, unknown>;
export const LastCallFragmentDoc = new TypedDocumentString(`
    fragment LastCall on Account {
  latest: relatedCalls(first: 1) {
    coverage {
      completeFrom
    }
    nodes {
      upstreamId
      title
      startedAt
      durationSeconds
      primaryUser {
        name
      }
      content {
        brief
        outcome {
          name
        }
        highlights {
          title
          items {
            text
          }
        }
      }
    }
  }
}
    `, {"fragmentName":"LastCall"}) as unknown as TypedDocumentString<LastCallFragment, unknown>;
export const AccountTimelineFragmentDoc = new TypedDocumentString(`
    fragment AccountTimeline on Account {
  relatedCalls(first: 30, to: $before) {
    totalCount
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    pageInfo {
      hasNextPage
    }
    edges {
      matches {
        reason
      }
      node {
        upstreamId
        title
        startedAt
        durationSeconds
        primaryUser {
          name
        }
        content {
          brief
        }
      }
    }
  }
  tasks(
    first: 30
    filter: {activityDate: {lt: $beforeDate}}
    orderBy: [{field: ACTIVITY_DATE, direction: DESC}]
  ) {
    pageInfo {
      hasNextPage
    }
    nodes {
      upstreamId
      subject
      taskSubtype
      activityDate
      status
      isClosed
      owner {
        recordName
      }
    }
  }
  undated: tasks(first: 10, filter: {activityDate: {isNull: true}}) {
    totalCount
    nodes {
      upstreamId
      subject
      status
    }
  }
  events(
    first: 30
    filter: {startDateTime: {lt: $before}}
    orderBy: [{field: START_DATE_TIME, direction: DESC}]
  ) {
    pageInfo {
      hasNextPage
    }
    nodes {
      upstreamId
      subject
      startDateTime
      location
    }
  }
  cases(
    first: 30
    filter: {createdDate: {lt: $before}}
    orderBy: [{field: CREATED_DATE, direction: DESC}]
  ) {
    pageInfo {
      hasNextPage
    }
    nodes {
      upstreamId
      caseNumber
      subject
      status
      priority
      createdDate
    }
  }
}
    `, {"fragmentName":"AccountTimeline"}) as unknown as TypedDocumentString<AccountTimelineFragment, unknown>;
export const AccountResponsesFragmentDoc = new TypedDocumentString(`
    fragment AccountResponses on Query {
  responses: campaignMembers(
    first: 30
    filter: {contact: {accountId: {eq: $id}}, hasResponded: {eq: true}, firstRespondedDate: {lt: $beforeDate}}
    orderBy: [{field: FIRST_RESPONDED_DATE, direction: DESC}]
  ) {
    pageInfo {
      hasNextPage
    }
    nodes {
      upstreamId
      name
      status
      firstRespondedDate
      campaign {
        name
      }
    }
  }
}
    `, {"fragmentName":"AccountResponses"}) as unknown as TypedDocumentString<AccountResponsesFragment, unknown>;
export const AccountListFragmentDoc = new TypedDocumentString(`
    fragment AccountList on Query {
  accounts(first: 15, after: $accounts, orderBy: [{field: NAME}]) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      upstreamId
      name
      industry
      billingCity
    }
  }
}
    `, {"fragmentName":"AccountList"}) as unknown as TypedDocumentString<AccountListFragment, unknown>;
export const CallListFragmentDoc = new TypedDocumentString(`
    fragment CallList on Query {
  calls(first: 15, after: $calls, order: NEWEST, filter: {about: {}}) {
    totalCount
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      upstreamId
      title
      startedAt
      durationSeconds
      primaryUser {
        name
      }
    }
  }
}
    `, {"fragmentName":"CallList"}) as unknown as TypedDocumentString<CallListFragment, unknown>;
export const ContactListFragmentDoc = new TypedDocumentString(`
    fragment ContactList on Query {
  contacts(
    first: 15
    after: $contacts
    orderBy: [{field: LAST_NAME}, {field: FIRST_NAME}]
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      upstreamId
      name
      title
      account {
        name
      }
    }
  }
}
    `, {"fragmentName":"ContactList"}) as unknown as TypedDocumentString<ContactListFragment, unknown>;
export const LeadListFragmentDoc = new TypedDocumentString(`
    fragment LeadList on Query {
  leads(
    first: 15
    after: $leads
    orderBy: [{field: LAST_NAME}, {field: FIRST_NAME}]
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      upstreamId
      name
      title
      company
    }
  }
}
    `, {"fragmentName":"LeadList"}) as unknown as TypedDocumentString<LeadListFragment, unknown>;
export const CallCommentsFragmentDoc = new TypedDocumentString(`
    fragment CallComments on Call {
  comments {
    upstreamId
    startSeconds
    text
    postedAt
    commenter {
      name
    }
  }
}
    `, {"fragmentName":"CallComments"}) as unknown as TypedDocumentString<CallCommentsFragment, unknown>;
export const CallHeadFragmentDoc = new TypedDocumentString(`
    fragment CallHead on Call {
  title
  startedAt
  scheduledAt
  durationSeconds
  direction
  scope
  system
  isPrivate
  url
  primaryUser {
    name
  }
  accounts {
    matchedBy
    record {
      upstreamId
      name
    }
  }
  opportunities {
    matchedBy
    record {
      upstreamId
      name
      stageName
      account {
        upstreamId
      }
    }
  }
}
    `, {"fragmentName":"CallHead"}) as unknown as TypedDocumentString<CallHeadFragment, unknown>;
export const CallInsightFragmentDoc = new TypedDocumentString(`
    fragment CallInsight on Call {
  content {
    brief
    keyPoints
    outcome {
      category
      name
    }
    highlights {
      title
      items {
        text
        startSeconds
      }
    }
  }
  interaction {
    statistics {
      name
      value
    }
    questions {
      companyCount
      nonCompanyCount
    }
  }
}
    `, {"fragmentName":"CallInsight"}) as unknown as TypedDocumentString<CallInsightFragment, unknown>;
export const CallPersonFragmentDoc = new TypedDocumentString(`
    fragment CallPerson on Party {
  name
  title
  affiliation
  methods
  emailAddress
  phoneNumber
  user {
    name
    title
  }
  contactMatches {
    matchedBy
    record {
      upstreamId
      name
      title
      account {
        upstreamId
        name
      }
    }
  }
  leadMatches {
    matchedBy
    record {
      upstreamId
      name
      company
      status
    }
  }
}
    `, {"fragmentName":"CallPerson"}) as unknown as TypedDocumentString<CallPersonFragment, unknown>;
export const CallPeopleFragmentDoc = new TypedDocumentString(`
    fragment CallPeople on Call {
  parties {
    upstreamId
    speakerId
    affiliation
    ...CallPerson
  }
}
    fragment CallPerson on Party {
  name
  title
  affiliation
  methods
  emailAddress
  phoneNumber
  user {
    name
    title
  }
  contactMatches {
    matchedBy
    record {
      upstreamId
      name
      title
      account {
        upstreamId
        name
      }
    }
  }
  leadMatches {
    matchedBy
    record {
      upstreamId
      name
      company
      status
    }
  }
}`, {"fragmentName":"CallPeople"}) as unknown as TypedDocumentString<CallPeopleFragment, unknown>;
export const CallScorecardsFragmentDoc = new TypedDocumentString(`
    fragment CallScorecards on Call {
  answeredScorecards(first: 10) {
    nodes {
      id
      scorecardName
      overallScore
      reviewMethod
      reviewedAt
      reviewer {
        name
      }
      reviewedUser {
        name
      }
      answers {
        questionRevisionId
        answer
        answerText
        score
        isOverall
        isNotApplicable
        question {
          text
          maxRange
        }
      }
    }
    pageInfo {
      hasNextPage
    }
  }
}
    `, {"fragmentName":"CallScorecards"}) as unknown as TypedDocumentString<CallScorecardsFragment, unknown>;
export const CallTimelineFragmentDoc = new TypedDocumentString(`
    fragment CallTimeline on Call {
  content {
    outline {
      section
      startSeconds
      durationSeconds
    }
    trackers {
      name
      occurrences {
        startSeconds
      }
    }
  }
  comments {
    startSeconds
    text
    commenter {
      name
    }
  }
}
    `, {"fragmentName":"CallTimeline"}) as unknown as TypedDocumentString<CallTimelineFragment, unknown>;
export const CallTrackersFragmentDoc = new TypedDocumentString(`
    fragment CallTrackers on Call {
  content {
    topics {
      name
      durationSeconds
    }
    trackers {
      trackerId
      name
      count
      occurrences {
        startSeconds
      }
      phrases {
        phrase
        count
      }
    }
  }
}
    `, {"fragmentName":"CallTrackers"}) as unknown as TypedDocumentString<CallTrackersFragment, unknown>;
export const PlayerFragmentDoc = new TypedDocumentString(`
    fragment Player on Call {
  isPrivate
  media {
    audioUrl
    videoUrl
  }
}
    `, {"fragmentName":"Player"}) as unknown as TypedDocumentString<PlayerFragment, unknown>;
export const CallTranscriptFragmentDoc = new TypedDocumentString(`
    fragment CallTranscript on Call {
  transcript {
    monologues {
      topic
      speakerId
      sentences {
        startMs
        endMs
        text
      }
    }
  }
}
    `, {"fragmentName":"CallTranscript"}) as unknown as TypedDocumentString<CallTranscriptFragment, unknown>;
export const CallVoicesFragmentDoc = new TypedDocumentString(`
    fragment CallVoices on Call {
  parties {
    speakerId
    name
    emailAddress
    phoneNumber
    affiliation
  }
  interaction {
    speakers {
      upstreamId
      talkTimeSeconds
    }
  }
}
    `, {"fragmentName":"CallVoices"}) as unknown as TypedDocumentString<CallVoicesFragment, unknown>;
export const SilenceFragmentDoc = new TypedDocumentString(`
    fragment Silence on Opportunity {
  lastActivityDate
  lastCall(viaContactRoles: true) {
    startedAt
    coverage {
      completeFrom
    }
  }
}
    `, {"fragmentName":"Silence"}) as unknown as TypedDocumentString<SilenceFragment, unknown>;
export const DealFragmentDoc = new TypedDocumentString(`
    fragment Deal on Opportunity {
  upstreamId
  name
  stageName
  amount
  closeDate
  nextStep
  owner {
    name
  }
  account {
    upstreamId
    name
  }
  tasks(
    first: 20
    filter: {activityDate: {gte: $sinceDate}}
    orderBy: [{field: ACTIVITY_DATE, direction: DESC}]
  ) {
    nodes {
      subject
      taskSubtype
      activityDate
      isClosed
    }
    pageInfo {
      hasNextPage
    }
  }
  events(
    first: 20
    filter: {startDateTime: {gte: $since}}
    orderBy: [{field: START_DATE_TIME, direction: DESC}]
  ) {
    nodes {
      subject
      startDateTime
    }
    pageInfo {
      hasNextPage
    }
  }
  relatedCalls(first: 6, viaContactRoles: true) {
    coverage {
      completeFrom
    }
    nodes {
      upstreamId
      title
      startedAt
    }
  }
  recent: relatedCalls(first: 0, from: $since, viaContactRoles: true) {
    totalCount
  }
  ...Silence
  heard: relatedCalls(first: 3, viaContactRoles: true) {
    nodes {
      content {
        trackers {
          name
          count
        }
      }
    }
  }
}
    fragment Silence on Opportunity {
  lastActivityDate
  lastCall(viaContactRoles: true) {
    startedAt
    coverage {
      completeFrom
    }
  }
}`, {"fragmentName":"Deal"}) as unknown as TypedDocumentString<DealFragment, unknown>;
export const DealTableFragmentDoc = new TypedDocumentString(`
    fragment DealTable on OpportunityConnection {
  totalCount
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    ...Deal
  }
}
    fragment Deal on Opportunity {
  upstreamId
  name
  stageName
  amount
  closeDate
  nextStep
  owner {
    name
  }
  account {
    upstreamId
    name
  }
  tasks(
    first: 20
    filter: {activityDate: {gte: $sinceDate}}
    orderBy: [{field: ACTIVITY_DATE, direction: DESC}]
  ) {
    nodes {
      subject
      taskSubtype
      activityDate
      isClosed
    }
    pageInfo {
      hasNextPage
    }
  }
  events(
    first: 20
    filter: {startDateTime: {gte: $since}}
    orderBy: [{field: START_DATE_TIME, direction: DESC}]
  ) {
    nodes {
      subject
      startDateTime
    }
    pageInfo {
      hasNextPage
    }
  }
  relatedCalls(first: 6, viaContactRoles: true) {
    coverage {
      completeFrom
    }
    nodes {
      upstreamId
      title
      startedAt
    }
  }
  recent: relatedCalls(first: 0, from: $since, viaContactRoles: true) {
    totalCount
  }
  ...Silence
  heard: relatedCalls(first: 3, viaContactRoles: true) {
    nodes {
      content {
        trackers {
          name
          count
        }
      }
    }
  }
}
fragment Silence on Opportunity {
  lastActivityDate
  lastCall(viaContactRoles: true) {
    startedAt
    coverage {
      completeFrom
    }
  }
}`, {"fragmentName":"DealTable"}) as unknown as TypedDocumentString<DealTableFragment, unknown>;
export const DealOwnersFragmentDoc = new TypedDocumentString(`
    fragment DealOwners on Query {
  owners: opportunitiesAggregate(
    filter: {isClosed: {eq: false}}
    groupBy: [{field: OWNER_ID}]
    first: 200
  ) {
    keys {
      record {
        ... on CrmUser {
          upstreamId
          name
        }
      }
    }
    count
  }
}
    `, {"fragmentName":"DealOwners"}) as unknown as TypedDocumentString<DealOwnersFragment, unknown>;
export const LongestSilenceFragmentDoc = new TypedDocumentString(`
    fragment LongestSilence on OpportunityConnection {
  totalCount
  coverage {
    completeFrom
    syncedAt
    lastError
  }
  nodes {
    upstreamId
    name
    amount
    account {
      upstreamId
      name
    }
    ...Silence
  }
}
    fragment Silence on Opportunity {
  lastActivityDate
  lastCall(viaContactRoles: true) {
    startedAt
    coverage {
      completeFrom
    }
  }
}`, {"fragmentName":"LongestSilence"}) as unknown as TypedDocumentString<LongestSilenceFragment, unknown>;
export const StagePlotFragmentDoc = new TypedDocumentString(`
    fragment StagePlot on Query {
  byStage: opportunitiesAggregate(filter: $totals, groupBy: [{field: STAGE_NAME}]) {
    keys {
      value
    }
    count
    sum {
      amount
    }
  }
  opportunityStages(
    first: 50
    filter: {isActive: {eq: true}, isClosed: {eq: false}}
    orderBy: [{field: SORT_ORDER}]
  ) {
    nodes {
      apiName
    }
  }
}
    `, {"fragmentName":"StagePlot"}) as unknown as TypedDocumentString<StagePlotFragment, unknown>;
export const ContactHeadFragmentDoc = new TypedDocumentString(`
    fragment ContactHead on Contact {
  name
  title
  department
  email
  phone
  account {
    upstreamId
    name
  }
  owner {
    name
  }
  reportsTo {
    upstreamId
    name
  }
  lastCall {
    startedAt
    coverage {
      completeFrom
    }
  }
  attended: lastCall(role: [ATTENDEE, HOST]) {
    startedAt
    call {
      upstreamId
      title
    }
  }
  invited: lastCall(role: [INVITEE]) {
    startedAt
    call {
      upstreamId
      title
    }
  }
  opportunityContactRoles(first: 5) {
    pageInfo {
      hasNextPage
    }
    nodes {
      id
      role
      opportunity {
        upstreamId
        name
        stageName
      }
    }
  }
}
    `, {"fragmentName":"ContactHead"}) as unknown as TypedDocumentString<ContactHeadFragment, unknown>;
export const StoryCallsFragmentDoc = new TypedDocumentString(`
    fragment StoryCalls on RelatedCallConnection {
  edges {
    matches {
      reason
      roles
    }
    node {
      upstreamId
      title
      startedAt
      durationSeconds
      primaryUser {
        name
      }
    }
  }
}
    `, {"fragmentName":"StoryCalls"}) as unknown as TypedDocumentString<StoryCallsFragment, unknown>;
export const PersonWeeksFragmentDoc = new TypedDocumentString(`
    fragment PersonWeeks on CallsPerPeriod {
  coverage {
    completeFrom
  }
  periods {
    startsAt
    calls
  }
}
    `, {"fragmentName":"PersonWeeks"}) as unknown as TypedDocumentString<PersonWeeksFragment, unknown>;
export const SpokenWithFragmentDoc = new TypedDocumentString(`
    fragment SpokenWith on PeopleSpokenWith {
  people {
    email
    calls
    lastCallAt
    crmUsers {
      name
      title
    }
  }
}
    `, {"fragmentName":"SpokenWith"}) as unknown as TypedDocumentString<SpokenWithFragment, unknown>;
export const StoryTasksFragmentDoc = new TypedDocumentString(`
    fragment StoryTasks on TaskConnection {
  nodes {
    id
    subject
    activityDate
    createdDate
    status
    taskSubtype
    owner {
      recordName
    }
  }
}
    `, {"fragmentName":"StoryTasks"}) as unknown as TypedDocumentString<StoryTasksFragment, unknown>;
export const StoryEventsFragmentDoc = new TypedDocumentString(`
    fragment StoryEvents on EventConnection {
  nodes {
    id
    subject
    startDateTime
    activityDate
    location
  }
}
    `, {"fragmentName":"StoryEvents"}) as unknown as TypedDocumentString<StoryEventsFragment, unknown>;
export const StoryCasesFragmentDoc = new TypedDocumentString(`
    fragment StoryCases on CaseConnection {
  nodes {
    id
    caseNumber
    subject
    status
    createdDate
  }
}
    `, {"fragmentName":"StoryCases"}) as unknown as TypedDocumentString<StoryCasesFragment, unknown>;
export const StoryMembersFragmentDoc = new TypedDocumentString(`
    fragment StoryMembers on CampaignMemberConnection {
  nodes {
    id
    status
    hasResponded
    firstRespondedDate
    createdDate
    campaign {
      name
    }
  }
}
    `, {"fragmentName":"StoryMembers"}) as unknown as TypedDocumentString<StoryMembersFragment, unknown>;
export const ContactStoryFragmentDoc = new TypedDocumentString(`
    fragment ContactStory on Contact {
  relatedCalls(first: $first) {
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    pageInfo {
      hasNextPage
    }
    ...StoryCalls
  }
  callsPerPeriod(bucket: WEEK, during: {period: LAST_N_DAYS, n: 364}) {
    ...PersonWeeks
  }
  peopleSpokenWith(affiliations: ["Internal"], first: 9) {
    ...SpokenWith
  }
  tasks(
    first: $first
    orderBy: [{field: ACTIVITY_DATE, direction: DESC, nulls: LAST}]
  ) {
    pageInfo {
      hasNextPage
    }
    ...StoryTasks
  }
  events(
    first: $first
    orderBy: [{field: START_DATE_TIME, direction: DESC, nulls: LAST}]
  ) {
    pageInfo {
      hasNextPage
    }
    ...StoryEvents
  }
  cases(first: $first, orderBy: [{field: CREATED_DATE, direction: DESC}]) {
    pageInfo {
      hasNextPage
    }
    ...StoryCases
  }
  campaignMembers(first: $first) {
    pageInfo {
      hasNextPage
    }
    ...StoryMembers
  }
}
    fragment PersonWeeks on CallsPerPeriod {
  coverage {
    completeFrom
  }
  periods {
    startsAt
    calls
  }
}
fragment SpokenWith on PeopleSpokenWith {
  people {
    email
    calls
    lastCallAt
    crmUsers {
      name
      title
    }
  }
}
fragment StoryCalls on RelatedCallConnection {
  edges {
    matches {
      reason
      roles
    }
    node {
      upstreamId
      title
      startedAt
      durationSeconds
      primaryUser {
        name
      }
    }
  }
}
fragment StoryTasks on TaskConnection {
  nodes {
    id
    subject
    activityDate
    createdDate
    status
    taskSubtype
    owner {
      recordName
    }
  }
}
fragment StoryEvents on EventConnection {
  nodes {
    id
    subject
    startDateTime
    activityDate
    location
  }
}
fragment StoryCases on CaseConnection {
  nodes {
    id
    caseNumber
    subject
    status
    createdDate
  }
}
fragment StoryMembers on CampaignMemberConnection {
  nodes {
    id
    status
    hasResponded
    firstRespondedDate
    createdDate
    campaign {
      name
    }
  }
}`, {"fragmentName":"ContactStory"}) as unknown as TypedDocumentString<ContactStoryFragment, unknown>;
export const LeadHeadFragmentDoc = new TypedDocumentString(`
    fragment LeadHead on Lead {
  name
  title
  company
  status
  rating
  leadSource
  email
  phone
  owner {
    recordName
  }
  lastCall {
    startedAt
    coverage {
      completeFrom
    }
  }
  attended: lastCall(role: [ATTENDEE, HOST]) {
    startedAt
    call {
      upstreamId
      title
    }
  }
  invited: lastCall(role: [INVITEE]) {
    startedAt
    call {
      upstreamId
      title
    }
  }
  isConverted
  convertedContact {
    upstreamId
    name
  }
  convertedAccount {
    upstreamId
    name
  }
}
    `, {"fragmentName":"LeadHead"}) as unknown as TypedDocumentString<LeadHeadFragment, unknown>;
export const LeadStoryFragmentDoc = new TypedDocumentString(`
    fragment LeadStory on Lead {
  relatedCalls(first: $first) {
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    pageInfo {
      hasNextPage
    }
    ...StoryCalls
  }
  callsPerPeriod(bucket: WEEK, during: {period: LAST_N_DAYS, n: 364}) {
    ...PersonWeeks
  }
  peopleSpokenWith(affiliations: ["Internal"], first: 9) {
    ...SpokenWith
  }
  tasks(
    first: $first
    orderBy: [{field: ACTIVITY_DATE, direction: DESC, nulls: LAST}]
  ) {
    pageInfo {
      hasNextPage
    }
    ...StoryTasks
  }
  events(
    first: $first
    orderBy: [{field: START_DATE_TIME, direction: DESC, nulls: LAST}]
  ) {
    pageInfo {
      hasNextPage
    }
    ...StoryEvents
  }
  campaignMembers(first: $first) {
    pageInfo {
      hasNextPage
    }
    ...StoryMembers
  }
}
    fragment PersonWeeks on CallsPerPeriod {
  coverage {
    completeFrom
  }
  periods {
    startsAt
    calls
  }
}
fragment SpokenWith on PeopleSpokenWith {
  people {
    email
    calls
    lastCallAt
    crmUsers {
      name
      title
    }
  }
}
fragment StoryCalls on RelatedCallConnection {
  edges {
    matches {
      reason
      roles
    }
    node {
      upstreamId
      title
      startedAt
      durationSeconds
      primaryUser {
        name
      }
    }
  }
}
fragment StoryTasks on TaskConnection {
  nodes {
    id
    subject
    activityDate
    createdDate
    status
    taskSubtype
    owner {
      recordName
    }
  }
}
fragment StoryEvents on EventConnection {
  nodes {
    id
    subject
    startDateTime
    activityDate
    location
  }
}
fragment StoryMembers on CampaignMemberConnection {
  nodes {
    id
    status
    hasResponded
    firstRespondedDate
    createdDate
    campaign {
      name
    }
  }
}`, {"fragmentName":"LeadStory"}) as unknown as TypedDocumentString<LeadStoryFragment, unknown>;
export const CallHitsFragmentDoc = new TypedDocumentString(`
    fragment CallHits on Query {
  calls(first: 20, after: $after, order: NEWEST, filter: {about: {title: $term}}) {
    totalCount
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      upstreamId
      title
      startedAt
      primaryUser {
        name
      }
    }
  }
}
    `, {"fragmentName":"CallHits"}) as unknown as TypedDocumentString<CallHitsFragment, unknown>;
export const RecordHitsFragmentDoc = new TypedDocumentString(`
    fragment RecordHits on Query {
  search(
    term: $term
    types: [ACCOUNT, CONTACT, LEAD, OPPORTUNITY, CASE, TASK]
    first: $hits
  ) {
    __typename
    upstreamId
    recordName
    ... on Account {
      industry
      billingCity
    }
    ... on Contact {
      title
      email
      lastCall {
        startedAt
      }
      account {
        name
      }
    }
    ... on Lead {
      company
      leadEmail: email
      lastCall {
        startedAt
      }
    }
    ... on Opportunity {
      stageName
      amount
      account {
        upstreamId
        name
      }
    }
    ... on Case {
      status
      subject
      account {
        upstreamId
        name
      }
    }
    ... on Task {
      status
      subject
      account {
        upstreamId
        name
      }
    }
  }
}
    `, {"fragmentName":"RecordHits"}) as unknown as TypedDocumentString<RecordHitsFragment, unknown>;
export const QuietAccountsFragmentDoc = new TypedDocumentString(`
    fragment QuietAccounts on Query {
  quiet: accounts(
    first: 8
    filter: {lastCall: {before: $quietSince}, opportunities: {some: {isClosed: {eq: false}}}}
    orderBy: [{field: ANNUAL_REVENUE, direction: DESC, nulls: LAST}]
  ) {
    pageInfo {
      hasNextPage
    }
    nodes {
      upstreamId
      name
      opportunities(first: 4, filter: {isClosed: {eq: false}}) {
        nodes {
          amount
          stageName
        }
      }
      lastCall {
        startedAt
        coverage {
          completeFrom
        }
      }
    }
  }
}
    `, {"fragmentName":"QuietAccounts"}) as unknown as TypedDocumentString<QuietAccountsFragment, unknown>;
export const TopicResultsFragmentDoc = new TypedDocumentString(`
    fragment TopicResults on Query {
  topics: callsAggregate(filter: $calls, groupBy: [TOPIC], first: 40) {
    totalCount
    groups {
      count
      keys {
        value
      }
    }
  }
  topicResults: callsAggregate(
    filter: $calls
    groupBy: [TOPIC, RESULT]
    first: 10000
  ) {
    totalCount
    groups {
      count
      keys {
        value
      }
    }
  }
}
    `, {"fragmentName":"TopicResults"}) as unknown as TypedDocumentString<TopicResultsFragment, unknown>;
export const TrackerStagesFragmentDoc = new TypedDocumentString(`
    fragment TrackerStages on Query {
  stages: callsAggregate(filter: $calls, groupBy: [STAGE], first: 50) {
    totalCount
    groups {
      count
      keys {
        value
      }
    }
  }
  heardByStage: callsAggregate(
    filter: $calls
    groupBy: [TRACKER, STAGE]
    first: 10000
  ) {
    totalCount
    groups {
      count
      keys {
        value
      }
    }
  }
  pipeline: opportunityStages(first: 50, orderBy: [{field: SORT_ORDER}]) {
    nodes {
      masterLabel
    }
  }
}
    `, {"fragmentName":"TrackerStages"}) as unknown as TypedDocumentString<TrackerStagesFragment, unknown>;
export const TrackersFragmentDoc = new TypedDocumentString(`
    fragment Trackers on Query {
  heard: callsAggregate(filter: $calls, groupBy: [TRACKER], first: 100) {
    totalCount
    groups {
      count
      keys {
        value
        tracker {
          name
        }
      }
    }
  }
  weeks: callsAggregate(
    filter: $calls
    groupBy: [WEEK]
    first: 60
    timeZone: "UTC"
  ) {
    groups {
      count
      keys {
        startsAt
      }
    }
  }
  heardByWeek: callsAggregate(
    filter: $calls
    groupBy: [TRACKER, WEEK]
    first: 10000
    timeZone: "UTC"
  ) {
    totalCount
    groups {
      count
      keys {
        value
        startsAt
      }
    }
  }
}
    `, {"fragmentName":"Trackers"}) as unknown as TypedDocumentString<TrackersFragment, unknown>;
export const MemberPanelFragmentDoc = new TypedDocumentString(`
    fragment MemberPanel on User {
  name
  manager {
    name
  }
  relatedCalls(first: 6) {
    nodes {
      upstreamId
      title
      startedAt
      durationSeconds
    }
  }
  reviews: scorecardsReceived(last: 6) {
    nodes {
      id
      scorecardName
      overallScore
      answeredAt
      call {
        upstreamId
      }
      reviewer {
        name
      }
    }
  }
}
    `, {"fragmentName":"MemberPanel"}) as unknown as TypedDocumentString<MemberPanelFragment, unknown>;
export const TeamMemberFragmentDoc = new TypedDocumentString(`
    fragment TeamMember on User {
  id
  name
  title
  crmUsers {
    upstreamId
  }
  interaction(from: $from) {
    talkRatio
    longestMonologueSeconds
    questionRate
    patienceSeconds
  }
  activity(from: $from) {
    callsAsHost
    callsAttended
  }
  dailyActivity(from: $from) {
    startAt
    callsAttended
  }
  scorecardsReceived(first: 20, from: $since) {
    nodes {
      overallScore
    }
    pageInfo {
      hasNextPage
    }
  }
}
    `, {"fragmentName":"TeamMember"}) as unknown as TypedDocumentString<TeamMemberFragment, unknown>;
export const AccountDocument = new TypedDocumentString(`
    query Account($id: ID!, $yearAgo: DateTime!, $before: DateTime!, $beforeDate: Date!) {
  account(by: {upstreamId: $id}) {
    name
    ...AccountHead
    ...AccountPeople
    ...AccountDeals
    ...AccountFiles
    ...AccountWeeks
    ...LastCall @defer
    ...AccountTimeline @defer
  }
  ...AccountResponses
}
    fragment AccountDeals on Account {
  opportunities(
    first: 25
    orderBy: [{field: IS_CLOSED}, {field: CLOSE_DATE, direction: DESC}]
  ) {
    totalCount
    nodes {
      upstreamId
      name
      stageName
      amount
      closeDate
      nextStep
      isClosed
      isWon
    }
  }
}
fragment AccountFiles on Account {
  contentDocumentLinks(first: 20) {
    nodes {
      contentDocument {
        upstreamId
        title
        latestPublishedVersion {
          fileExtension
          contentSize
          downloadUrl
        }
      }
    }
    pageInfo {
      hasNextPage
    }
  }
  attachments(first: 20) {
    nodes {
      upstreamId
      name
      bodyLength
      downloadUrl
    }
    pageInfo {
      hasNextPage
    }
  }
}
fragment AccountHead on Account {
  name
  industry
  type
  website
  phone
  billingCity
  billingCountry
  annualRevenue
  numberOfEmployees
  rating
  lastActivityDate
  owner {
    name
  }
}
fragment AccountPeople on Account {
  contacts(first: 100, orderBy: [{field: LAST_NAME}]) {
    totalCount
    nodes {
      upstreamId
      name
      title
      email
      lastCall {
        startedAt
        coverage {
          completeFrom
          syncedAt
          lastError
        }
      }
      attended: lastCall(role: [ATTENDEE, HOST]) {
        startedAt
      }
      invited: lastCall(role: [INVITEE]) {
        startedAt
      }
    }
  }
}
fragment AccountWeeks on Account {
  callsPerPeriod(bucket: WEEK, from: $yearAgo) {
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    periods {
      startsAt
      calls
    }
  }
}
fragment LastCall on Account {
  latest: relatedCalls(first: 1) {
    coverage {
      completeFrom
    }
    nodes {
      upstreamId
      title
      startedAt
      durationSeconds
      primaryUser {
        name
      }
      content {
        brief
        outcome {
          name
        }
        highlights {
          title
          items {
            text
          }
        }
      }
    }
  }
}
fragment AccountTimeline on Account {
  relatedCalls(first: 30, to: $before) {
    totalCount
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    pageInfo {
      hasNextPage
    }
    edges {
      matches {
        reason
      }
      node {
        upstreamId
        title
        startedAt
        durationSeconds
        primaryUser {
          name
        }
        content {
          brief
        }
      }
    }
  }
  tasks(
    first: 30
    filter: {activityDate: {lt: $beforeDate}}
    orderBy: [{field: ACTIVITY_DATE, direction: DESC}]
  ) {
    pageInfo {
      hasNextPage
    }
    nodes {
      upstreamId
      subject
      taskSubtype
      activityDate
      status
      isClosed
      owner {
        recordName
      }
    }
  }
  undated: tasks(first: 10, filter: {activityDate: {isNull: true}}) {
    totalCount
    nodes {
      upstreamId
      subject
      status
    }
  }
  events(
    first: 30
    filter: {startDateTime: {lt: $before}}
    orderBy: [{field: START_DATE_TIME, direction: DESC}]
  ) {
    pageInfo {
      hasNextPage
    }
    nodes {
      upstreamId
      subject
      startDateTime
      location
    }
  }
  cases(
    first: 30
    filter: {createdDate: {lt: $before}}
    orderBy: [{field: CREATED_DATE, direction: DESC}]
  ) {
    pageInfo {
      hasNextPage
    }
    nodes {
      upstreamId
      caseNumber
      subject
      status
      priority
      createdDate
    }
  }
}
fragment AccountResponses on Query {
  responses: campaignMembers(
    first: 30
    filter: {contact: {accountId: {eq: $id}}, hasResponded: {eq: true}, firstRespondedDate: {lt: $beforeDate}}
    orderBy: [{field: FIRST_RESPONDED_DATE, direction: DESC}]
  ) {
    pageInfo {
      hasNextPage
    }
    nodes {
      upstreamId
      name
      status
      firstRespondedDate
      campaign {
        name
      }
    }
  }
}`, {"hash":"sha256:548325a698aa6e28a77a46454cfc661ace5e5352d816bca154ce08e9cabf7a6d","deferredFields":{"LastCall":["relatedCalls"],"AccountTimeline":["relatedCalls","tasks","tasks","events","cases"]}}) as unknown as TypedDocumentString<AccountQuery, AccountQueryVariables>;
export const BrowseDocument = new TypedDocumentString(`
    query Browse($calls: String, $accounts: String, $contacts: String, $leads: String) {
  ...CallList
  ...AccountList
  ...ContactList
  ...LeadList
}
    fragment AccountList on Query {
  accounts(first: 15, after: $accounts, orderBy: [{field: NAME}]) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      upstreamId
      name
      industry
      billingCity
    }
  }
}
fragment CallList on Query {
  calls(first: 15, after: $calls, order: NEWEST, filter: {about: {}}) {
    totalCount
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      upstreamId
      title
      startedAt
      durationSeconds
      primaryUser {
        name
      }
    }
  }
}
fragment ContactList on Query {
  contacts(
    first: 15
    after: $contacts
    orderBy: [{field: LAST_NAME}, {field: FIRST_NAME}]
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      upstreamId
      name
      title
      account {
        name
      }
    }
  }
}
fragment LeadList on Query {
  leads(
    first: 15
    after: $leads
    orderBy: [{field: LAST_NAME}, {field: FIRST_NAME}]
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      upstreamId
      name
      title
      company
    }
  }
}`, {"hash":"sha256:ad15230d08d3e40ef608286ef43871168e0c401c365f89ec4fe2c6e0fdaadf54"}) as unknown as TypedDocumentString<BrowseQuery, BrowseQueryVariables>;
export const CallDocument = new TypedDocumentString(`
    query Call($by: Key!) {
  call(by: $by) {
    id
    title
    durationSeconds
    ...CallHead
    ...Player
    ...CallVoices
    ...CallTimeline
    ...CallInsight
    ...CallTrackers
    ...CallPeople
    ...CallScorecards
    ...CallComments
    ...CallTranscript @defer
  }
}
    fragment CallComments on Call {
  comments {
    upstreamId
    startSeconds
    text
    postedAt
    commenter {
      name
    }
  }
}
fragment CallHead on Call {
  title
  startedAt
  scheduledAt
  durationSeconds
  direction
  scope
  system
  isPrivate
  url
  primaryUser {
    name
  }
  accounts {
    matchedBy
    record {
      upstreamId
      name
    }
  }
  opportunities {
    matchedBy
    record {
      upstreamId
      name
      stageName
      account {
        upstreamId
      }
    }
  }
}
fragment CallInsight on Call {
  content {
    brief
    keyPoints
    outcome {
      category
      name
    }
    highlights {
      title
      items {
        text
        startSeconds
      }
    }
  }
  interaction {
    statistics {
      name
      value
    }
    questions {
      companyCount
      nonCompanyCount
    }
  }
}
fragment CallPeople on Call {
  parties {
    upstreamId
    speakerId
    affiliation
    ...CallPerson
  }
}
fragment CallPerson on Party {
  name
  title
  affiliation
  methods
  emailAddress
  phoneNumber
  user {
    name
    title
  }
  contactMatches {
    matchedBy
    record {
      upstreamId
      name
      title
      account {
        upstreamId
        name
      }
    }
  }
  leadMatches {
    matchedBy
    record {
      upstreamId
      name
      company
      status
    }
  }
}
fragment CallScorecards on Call {
  answeredScorecards(first: 10) {
    nodes {
      id
      scorecardName
      overallScore
      reviewMethod
      reviewedAt
      reviewer {
        name
      }
      reviewedUser {
        name
      }
      answers {
        questionRevisionId
        answer
        answerText
        score
        isOverall
        isNotApplicable
        question {
          text
          maxRange
        }
      }
    }
    pageInfo {
      hasNextPage
    }
  }
}
fragment CallTimeline on Call {
  content {
    outline {
      section
      startSeconds
      durationSeconds
    }
    trackers {
      name
      occurrences {
        startSeconds
      }
    }
  }
  comments {
    startSeconds
    text
    commenter {
      name
    }
  }
}
fragment CallTrackers on Call {
  content {
    topics {
      name
      durationSeconds
    }
    trackers {
      trackerId
      name
      count
      occurrences {
        startSeconds
      }
      phrases {
        phrase
        count
      }
    }
  }
}
fragment Player on Call {
  isPrivate
  media {
    audioUrl
    videoUrl
  }
}
fragment CallTranscript on Call {
  transcript {
    monologues {
      topic
      speakerId
      sentences {
        startMs
        endMs
        text
      }
    }
  }
}
fragment CallVoices on Call {
  parties {
    speakerId
    name
    emailAddress
    phoneNumber
    affiliation
  }
  interaction {
    speakers {
      upstreamId
      talkTimeSeconds
    }
  }
}`, {"hash":"sha256:fc9ef28dd060c69f74b6bc8074c456b0b83a6145008417318f73e4b87b33aa0e","deferredFields":{"CallTranscript":["transcript"]}}) as unknown as TypedDocumentString<CallQuery, CallQueryVariables>;
export const DealsDocument = new TypedDocumentString(`
    query Deals($filter: OpportunityFilter!, $shown: OpportunityFilter!, $bySilence: Boolean!, $silentSince: DateTime, $timeZone: String!, $totals: OpportunityFilter!, $order: [OpportunityOrder!]!, $since: DateTime!, $sinceDate: Date!, $after: String) {
  opportunities(first: 40, after: $after, filter: $filter, orderBy: $order) @skip(if: $bySilence) {
    ...DealTable
  }
  bySilence: opportunitiesBySilence(
    first: 40
    after: $after
    filter: $shown
    since: $silentSince
    timeZone: $timeZone
  ) @include(if: $bySilence) {
    ...DealTable
  }
  silence: opportunitiesBySilence(
    first: 8
    filter: $shown
    since: $silentSince
    timeZone: $timeZone
  ) {
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    ...LongestSilence
  }
  ...StagePlot
  ...DealOwners
}
    fragment Deal on Opportunity {
  upstreamId
  name
  stageName
  amount
  closeDate
  nextStep
  owner {
    name
  }
  account {
    upstreamId
    name
  }
  tasks(
    first: 20
    filter: {activityDate: {gte: $sinceDate}}
    orderBy: [{field: ACTIVITY_DATE, direction: DESC}]
  ) {
    nodes {
      subject
      taskSubtype
      activityDate
      isClosed
    }
    pageInfo {
      hasNextPage
    }
  }
  events(
    first: 20
    filter: {startDateTime: {gte: $since}}
    orderBy: [{field: START_DATE_TIME, direction: DESC}]
  ) {
    nodes {
      subject
      startDateTime
    }
    pageInfo {
      hasNextPage
    }
  }
  relatedCalls(first: 6, viaContactRoles: true) {
    coverage {
      completeFrom
    }
    nodes {
      upstreamId
      title
      startedAt
    }
  }
  recent: relatedCalls(first: 0, from: $since, viaContactRoles: true) {
    totalCount
  }
  ...Silence
  heard: relatedCalls(first: 3, viaContactRoles: true) {
    nodes {
      content {
        trackers {
          name
          count
        }
      }
    }
  }
}
fragment DealTable on OpportunityConnection {
  totalCount
  pageInfo {
    hasNextPage
    endCursor
  }
  nodes {
    ...Deal
  }
}
fragment DealOwners on Query {
  owners: opportunitiesAggregate(
    filter: {isClosed: {eq: false}}
    groupBy: [{field: OWNER_ID}]
    first: 200
  ) {
    keys {
      record {
        ... on CrmUser {
          upstreamId
          name
        }
      }
    }
    count
  }
}
fragment LongestSilence on OpportunityConnection {
  totalCount
  coverage {
    completeFrom
    syncedAt
    lastError
  }
  nodes {
    upstreamId
    name
    amount
    account {
      upstreamId
      name
    }
    ...Silence
  }
}
fragment Silence on Opportunity {
  lastActivityDate
  lastCall(viaContactRoles: true) {
    startedAt
    coverage {
      completeFrom
    }
  }
}
fragment StagePlot on Query {
  byStage: opportunitiesAggregate(filter: $totals, groupBy: [{field: STAGE_NAME}]) {
    keys {
      value
    }
    count
    sum {
      amount
    }
  }
  opportunityStages(
    first: 50
    filter: {isActive: {eq: true}, isClosed: {eq: false}}
    orderBy: [{field: SORT_ORDER}]
  ) {
    nodes {
      apiName
    }
  }
}`, {"hash":"sha256:a6dfeab5987beb0a0107e92f2e98eefcb904139d8e1f28500af498ae967c4a86"}) as unknown as TypedDocumentString<DealsQuery, DealsQueryVariables>;
export const PersonByEmailDocument = new TypedDocumentString(`
    query PersonByEmail($email: String!) {
  contacts(first: 20, filter: {email: {eq: $email}}) {
    pageInfo {
      hasNextPage
    }
    nodes {
      upstreamId
      name
      account {
        name
      }
    }
  }
  leads(first: 20, filter: {email: {eq: $email}}) {
    pageInfo {
      hasNextPage
    }
    nodes {
      upstreamId
      name
      company
    }
  }
}
    `, {"hash":"sha256:0961dfaa18733d673e93c76f200c37ee797577ce682d18a09c9e1a834f80d089"}) as unknown as TypedDocumentString<PersonByEmailQuery, PersonByEmailQueryVariables>;
export const PersonDocument = new TypedDocumentString(`
    query Person($id: ID!, $isContact: Boolean!, $isLead: Boolean!, $first: Int!) {
  contact(by: {upstreamId: $id}) @include(if: $isContact) {
    name
    ...ContactHead
    ...ContactStory
  }
  lead(by: {upstreamId: $id}) @include(if: $isLead) {
    name
    ...LeadHead
    ...LeadStory
  }
}
    fragment ContactHead on Contact {
  name
  title
  department
  email
  phone
  account {
    upstreamId
    name
  }
  owner {
    name
  }
  reportsTo {
    upstreamId
    name
  }
  lastCall {
    startedAt
    coverage {
      completeFrom
    }
  }
  attended: lastCall(role: [ATTENDEE, HOST]) {
    startedAt
    call {
      upstreamId
      title
    }
  }
  invited: lastCall(role: [INVITEE]) {
    startedAt
    call {
      upstreamId
      title
    }
  }
  opportunityContactRoles(first: 5) {
    pageInfo {
      hasNextPage
    }
    nodes {
      id
      role
      opportunity {
        upstreamId
        name
        stageName
      }
    }
  }
}
fragment ContactStory on Contact {
  relatedCalls(first: $first) {
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    pageInfo {
      hasNextPage
    }
    ...StoryCalls
  }
  callsPerPeriod(bucket: WEEK, during: {period: LAST_N_DAYS, n: 364}) {
    ...PersonWeeks
  }
  peopleSpokenWith(affiliations: ["Internal"], first: 9) {
    ...SpokenWith
  }
  tasks(
    first: $first
    orderBy: [{field: ACTIVITY_DATE, direction: DESC, nulls: LAST}]
  ) {
    pageInfo {
      hasNextPage
    }
    ...StoryTasks
  }
  events(
    first: $first
    orderBy: [{field: START_DATE_TIME, direction: DESC, nulls: LAST}]
  ) {
    pageInfo {
      hasNextPage
    }
    ...StoryEvents
  }
  cases(first: $first, orderBy: [{field: CREATED_DATE, direction: DESC}]) {
    pageInfo {
      hasNextPage
    }
    ...StoryCases
  }
  campaignMembers(first: $first) {
    pageInfo {
      hasNextPage
    }
    ...StoryMembers
  }
}
fragment LeadHead on Lead {
  name
  title
  company
  status
  rating
  leadSource
  email
  phone
  owner {
    recordName
  }
  lastCall {
    startedAt
    coverage {
      completeFrom
    }
  }
  attended: lastCall(role: [ATTENDEE, HOST]) {
    startedAt
    call {
      upstreamId
      title
    }
  }
  invited: lastCall(role: [INVITEE]) {
    startedAt
    call {
      upstreamId
      title
    }
  }
  isConverted
  convertedContact {
    upstreamId
    name
  }
  convertedAccount {
    upstreamId
    name
  }
}
fragment LeadStory on Lead {
  relatedCalls(first: $first) {
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    pageInfo {
      hasNextPage
    }
    ...StoryCalls
  }
  callsPerPeriod(bucket: WEEK, during: {period: LAST_N_DAYS, n: 364}) {
    ...PersonWeeks
  }
  peopleSpokenWith(affiliations: ["Internal"], first: 9) {
    ...SpokenWith
  }
  tasks(
    first: $first
    orderBy: [{field: ACTIVITY_DATE, direction: DESC, nulls: LAST}]
  ) {
    pageInfo {
      hasNextPage
    }
    ...StoryTasks
  }
  events(
    first: $first
    orderBy: [{field: START_DATE_TIME, direction: DESC, nulls: LAST}]
  ) {
    pageInfo {
      hasNextPage
    }
    ...StoryEvents
  }
  campaignMembers(first: $first) {
    pageInfo {
      hasNextPage
    }
    ...StoryMembers
  }
}
fragment PersonWeeks on CallsPerPeriod {
  coverage {
    completeFrom
  }
  periods {
    startsAt
    calls
  }
}
fragment SpokenWith on PeopleSpokenWith {
  people {
    email
    calls
    lastCallAt
    crmUsers {
      name
      title
    }
  }
}
fragment StoryCalls on RelatedCallConnection {
  edges {
    matches {
      reason
      roles
    }
    node {
      upstreamId
      title
      startedAt
      durationSeconds
      primaryUser {
        name
      }
    }
  }
}
fragment StoryTasks on TaskConnection {
  nodes {
    id
    subject
    activityDate
    createdDate
    status
    taskSubtype
    owner {
      recordName
    }
  }
}
fragment StoryEvents on EventConnection {
  nodes {
    id
    subject
    startDateTime
    activityDate
    location
  }
}
fragment StoryCases on CaseConnection {
  nodes {
    id
    caseNumber
    subject
    status
    createdDate
  }
}
fragment StoryMembers on CampaignMemberConnection {
  nodes {
    id
    status
    hasResponded
    firstRespondedDate
    createdDate
    campaign {
      name
    }
  }
}`, {"hash":"sha256:f57fd08a4df1a665c4d7c5eaaa70a9b2567c65a3dafa6fc2bfec41c7293fd5df"}) as unknown as TypedDocumentString<PersonQuery, PersonQueryVariables>;
export const SearchDocument = new TypedDocumentString(`
    query Search($term: String!, $after: String, $hits: Int!) {
  ...RecordHits
  ...CallHits
}
    fragment CallHits on Query {
  calls(first: 20, after: $after, order: NEWEST, filter: {about: {title: $term}}) {
    totalCount
    coverage {
      completeFrom
      syncedAt
      lastError
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      upstreamId
      title
      startedAt
      primaryUser {
        name
      }
    }
  }
}
fragment RecordHits on Query {
  search(
    term: $term
    types: [ACCOUNT, CONTACT, LEAD, OPPORTUNITY, CASE, TASK]
    first: $hits
  ) {
    __typename
    upstreamId
    recordName
    ... on Account {
      industry
      billingCity
    }
    ... on Contact {
      title
      email
      lastCall {
        startedAt
      }
      account {
        name
      }
    }
    ... on Lead {
      company
      leadEmail: email
      lastCall {
        startedAt
      }
    }
    ... on Opportunity {
      stageName
      amount
      account {
        upstreamId
        name
      }
    }
    ... on Case {
      status
      subject
      account {
        upstreamId
        name
      }
    }
    ... on Task {
      status
      subject
      account {
        upstreamId
        name
      }
    }
  }
}`, {"hash":"sha256:5e439b80a781c44f0ec296a60ba1cef0151722d81ef1b128f99aa9d332cc3d71"}) as unknown as TypedDocumentString<SearchQuery, SearchQueryVariables>;
export const SignalsDocument = new TypedDocumentString(`
    query Signals($calls: CallFilter!, $quietSince: DateTime!) {
  coverage: callsAggregate(filter: $calls) {
    coverage {
      completeFrom
      syncedAt
      lastError
    }
  }
  ...Trackers
  ...TrackerStages
  ...TopicResults
  ...QuietAccounts
}
    fragment QuietAccounts on Query {
  quiet: accounts(
    first: 8
    filter: {lastCall: {before: $quietSince}, opportunities: {some: {isClosed: {eq: false}}}}
    orderBy: [{field: ANNUAL_REVENUE, direction: DESC, nulls: LAST}]
  ) {
    pageInfo {
      hasNextPage
    }
    nodes {
      upstreamId
      name
      opportunities(first: 4, filter: {isClosed: {eq: false}}) {
        nodes {
          amount
          stageName
        }
      }
      lastCall {
        startedAt
        coverage {
          completeFrom
        }
      }
    }
  }
}
fragment TopicResults on Query {
  topics: callsAggregate(filter: $calls, groupBy: [TOPIC], first: 40) {
    totalCount
    groups {
      count
      keys {
        value
      }
    }
  }
  topicResults: callsAggregate(
    filter: $calls
    groupBy: [TOPIC, RESULT]
    first: 10000
  ) {
    totalCount
    groups {
      count
      keys {
        value
      }
    }
  }
}
fragment TrackerStages on Query {
  stages: callsAggregate(filter: $calls, groupBy: [STAGE], first: 50) {
    totalCount
    groups {
      count
      keys {
        value
      }
    }
  }
  heardByStage: callsAggregate(
    filter: $calls
    groupBy: [TRACKER, STAGE]
    first: 10000
  ) {
    totalCount
    groups {
      count
      keys {
        value
      }
    }
  }
  pipeline: opportunityStages(first: 50, orderBy: [{field: SORT_ORDER}]) {
    nodes {
      masterLabel
    }
  }
}
fragment Trackers on Query {
  heard: callsAggregate(filter: $calls, groupBy: [TRACKER], first: 100) {
    totalCount
    groups {
      count
      keys {
        value
        tracker {
          name
        }
      }
    }
  }
  weeks: callsAggregate(
    filter: $calls
    groupBy: [WEEK]
    first: 60
    timeZone: "UTC"
  ) {
    groups {
      count
      keys {
        startsAt
      }
    }
  }
  heardByWeek: callsAggregate(
    filter: $calls
    groupBy: [TRACKER, WEEK]
    first: 10000
    timeZone: "UTC"
  ) {
    totalCount
    groups {
      count
      keys {
        value
        startsAt
      }
    }
  }
}`, {"hash":"sha256:c246d8ca5fd47846b2bc7b8f40336a393a607f101b853631992afab0b8a69337"}) as unknown as TypedDocumentString<SignalsQuery, SignalsQueryVariables>;
export const TeamDocument = new TypedDocumentString(`
    query Team($from: Date!, $since: DateTime!, $user: ID!, $withUser: Boolean!) {
  users(first: 100) {
    pageInfo {
      hasNextPage
    }
    nodes {
      ...TeamMember
    }
  }
  won: opportunitiesAggregate(
    filter: {isWon: {eq: true}, closeDate: {gte: $from}}
    groupBy: [{field: OWNER_ID}]
    first: 200
  ) {
    count
    sum {
      amount
    }
    keys {
      value
    }
  }
  user(by: {id: $user}) @include(if: $withUser) {
    id
    ...MemberPanel
  }
}
    fragment MemberPanel on User {
  name
  manager {
    name
  }
  relatedCalls(first: 6) {
    nodes {
      upstreamId
      title
      startedAt
      durationSeconds
    }
  }
  reviews: scorecardsReceived(last: 6) {
    nodes {
      id
      scorecardName
      overallScore
      answeredAt
      call {
        upstreamId
      }
      reviewer {
        name
      }
    }
  }
}
fragment TeamMember on User {
  id
  name
  title
  crmUsers {
    upstreamId
  }
  interaction(from: $from) {
    talkRatio
    longestMonologueSeconds
    questionRate
    patienceSeconds
  }
  activity(from: $from) {
    callsAsHost
    callsAttended
  }
  dailyActivity(from: $from) {
    startAt
    callsAttended
  }
  scorecardsReceived(first: 20, from: $since) {
    nodes {
      overallScore
    }
    pageInfo {
      hasNextPage
    }
  }
}`, {"hash":"sha256:bbeff5b68621994cca99407bd4f0cee58ef2afe85fb0ad3b4818e46a09d6f90d"}) as unknown as TypedDocumentString<TeamQuery, TeamQueryVariables>;