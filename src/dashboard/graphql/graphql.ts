/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AccountFilter = {
  accountNumber?: StringFilter | null | undefined;
  accountSource?: StringFilter | null | undefined;
  and?: Array<AccountFilter> | null | undefined;
  annualRevenue?: FloatFilter | null | undefined;
  arr?: FloatFilter | null | undefined;
  assets?: AssetRelationFilter | null | undefined;
  billingCity?: StringFilter | null | undefined;
  billingCountry?: StringFilter | null | undefined;
  billingCountryCode?: StringFilter | null | undefined;
  billingGeocodeAccuracy?: StringFilter | null | undefined;
  billingLatitude?: FloatFilter | null | undefined;
  billingLongitude?: FloatFilter | null | undefined;
  billingPostalCode?: StringFilter | null | undefined;
  billingState?: StringFilter | null | undefined;
  billingStateCode?: StringFilter | null | undefined;
  callCount?: CallCountFilter | null | undefined;
  cases?: CaseRelationFilter | null | undefined;
  cleanStatus?: StringFilter | null | undefined;
  contacts?: ContactRelationFilter | null | undefined;
  contracts?: ContractRelationFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  currencyIsoCode?: StringFilter | null | undefined;
  dandbCompanyId?: IdFilter | null | undefined;
  dunsNumber?: StringFilter | null | undefined;
  fax?: StringFilter | null | undefined;
  healthScore?: FloatFilter | null | undefined;
  id?: IdFilter | null | undefined;
  industry?: StringFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  isReference?: BooleanFilter | null | undefined;
  jigsaw?: StringFilter | null | undefined;
  jigsawCompanyId?: StringFilter | null | undefined;
  lastActivityDate?: DateFilter | null | undefined;
  lastCall?: LastCallFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  masterRecord?: AccountFilter | null | undefined;
  masterRecordId?: IdFilter | null | undefined;
  naicsCode?: StringFilter | null | undefined;
  naicsDesc?: StringFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: AccountFilter | null | undefined;
  numberOfEmployees?: IntFilter | null | undefined;
  operatingHoursId?: IdFilter | null | undefined;
  opportunities?: OpportunityRelationFilter | null | undefined;
  or?: Array<AccountFilter> | null | undefined;
  owner?: CrmUserFilter | null | undefined;
  ownerId?: IdFilter | null | undefined;
  ownership?: StringFilter | null | undefined;
  parent?: AccountFilter | null | undefined;
  parentId?: IdFilter | null | undefined;
  phone?: StringFilter | null | undefined;
  photoUrl?: StringFilter | null | undefined;
  productUsages?: ProductUsageRelationFilter | null | undefined;
  rating?: StringFilter | null | undefined;
  renewalDate?: DateFilter | null | undefined;
  segment?: StringFilter | null | undefined;
  shippingCity?: StringFilter | null | undefined;
  shippingCountry?: StringFilter | null | undefined;
  shippingCountryCode?: StringFilter | null | undefined;
  shippingGeocodeAccuracy?: StringFilter | null | undefined;
  shippingLatitude?: FloatFilter | null | undefined;
  shippingLongitude?: FloatFilter | null | undefined;
  shippingPostalCode?: StringFilter | null | undefined;
  shippingState?: StringFilter | null | undefined;
  shippingStateCode?: StringFilter | null | undefined;
  sic?: StringFilter | null | undefined;
  sicDesc?: StringFilter | null | undefined;
  site?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  territory?: TerritoryFilter | null | undefined;
  territoryId?: IdFilter | null | undefined;
  tickerSymbol?: StringFilter | null | undefined;
  tradestyle?: StringFilter | null | undefined;
  type?: StringFilter | null | undefined;
  users?: CrmUserRelationFilter | null | undefined;
  website?: StringFilter | null | undefined;
  yearStarted?: StringFilter | null | undefined;
};

export type AccountRelationFilter = {
  none?: AccountFilter | null | undefined;
  some?: AccountFilter | null | undefined;
};

export type AssetFilter = {
  account?: AccountFilter | null | undefined;
  accountId?: IdFilter | null | undefined;
  and?: Array<AssetFilter> | null | undefined;
  cases?: CaseRelationFilter | null | undefined;
  contact?: ContactFilter | null | undefined;
  contactId?: IdFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  currencyIsoCode?: StringFilter | null | undefined;
  id?: IdFilter | null | undefined;
  installDate?: DateFilter | null | undefined;
  isCompetitorProduct?: BooleanFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: AssetFilter | null | undefined;
  or?: Array<AssetFilter> | null | undefined;
  owner?: CrmUserFilter | null | undefined;
  ownerId?: IdFilter | null | undefined;
  parent?: AssetFilter | null | undefined;
  parentId?: IdFilter | null | undefined;
  price?: FloatFilter | null | undefined;
  product2?: ProductFilter | null | undefined;
  product2Id?: IdFilter | null | undefined;
  productCode?: StringFilter | null | undefined;
  purchaseDate?: DateFilter | null | undefined;
  quantity?: FloatFilter | null | undefined;
  rootAsset?: AssetFilter | null | undefined;
  rootAssetId?: IdFilter | null | undefined;
  serialNumber?: StringFilter | null | undefined;
  status?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  usageEndDate?: DateFilter | null | undefined;
};

export type AssetRelationFilter = {
  none?: AssetFilter | null | undefined;
  some?: AssetFilter | null | undefined;
};

export type BooleanFilter = {
  eq?: boolean | null | undefined;
};

export type CallAbout = {
  account?: AccountFilter | null | undefined;
  externalDomain?: Array<string> | null | undefined;
  linkedField?: Array<CallLinkedFieldFilter> | null | undefined;
  opportunity?: OpportunityFilter | null | undefined;
  outcome?: Array<string> | null | undefined;
  scorecard?: Array<CallScorecardFilter> | null | undefined;
  stage?: Array<string> | null | undefined;
  title?: string | null | undefined;
  topic?: Array<CallTopicFilter> | null | undefined;
  tracker?: Array<CallTrackerFilter> | null | undefined;
};

export type CallCountFilter = {
  about?: CallAbout | null | undefined;
  atLeast?: number | null | undefined;
  atMost?: number | null | undefined;
  direction?: Array<string> | null | undefined;
  during?: RelativePeriod | null | undefined;
  from?: string | null | undefined;
  minDurationSeconds?: number | null | undefined;
  scope?: Array<string> | null | undefined;
  to?: string | null | undefined;
  viaContactRoles?: boolean | null | undefined;
};

export type CallCountOrder = {
  about?: CallAbout | null | undefined;
  direction?: Array<string> | null | undefined;
  during?: RelativePeriod | null | undefined;
  from?: string | null | undefined;
  minDurationSeconds?: number | null | undefined;
  scope?: Array<string> | null | undefined;
  to?: string | null | undefined;
  viaContactRoles?: boolean | null | undefined;
};

export type CallFilter = {
  about?: CallAbout | null | undefined;
  direction?: Array<string> | null | undefined;
  during?: RelativePeriod | null | undefined;
  from?: string | null | undefined;
  language?: Array<string> | null | undefined;
  lastDays?: number | null | undefined;
  maxDurationSeconds?: number | null | undefined;
  minDurationSeconds?: number | null | undefined;
  primaryUser?: Array<string | number> | null | undefined;
  scope?: Array<string> | null | undefined;
  system?: Array<string> | null | undefined;
  titleContains?: string | null | undefined;
  to?: string | null | undefined;
  workspace?: string | number | null | undefined;
};

export type CallLinkedFieldFilter = {
  field: string;
  in: Array<string>;
  object: string;
};

export type CallScorecardFilter = {
  atLeast?: number | null | undefined;
  atMost?: number | null | undefined;
  id?: Array<string | number> | null | undefined;
  name?: Array<string> | null | undefined;
};

export type CallTopicFilter = {
  atLeastSeconds?: number | null | undefined;
  name: Array<string>;
};

export type CallTrackerFilter = {
  atLeast?: number | null | undefined;
  id?: Array<string | number> | null | undefined;
  name?: Array<string> | null | undefined;
};

export type CampaignFilter = {
  actualCost?: FloatFilter | null | undefined;
  amountAllOpportunities?: FloatFilter | null | undefined;
  amountWonOpportunities?: FloatFilter | null | undefined;
  and?: Array<CampaignFilter> | null | undefined;
  budgetedCost?: FloatFilter | null | undefined;
  campaignMemberRecordType?: RecordTypeFilter | null | undefined;
  campaignMemberRecordTypeId?: IdFilter | null | undefined;
  campaignMemberStatuses?: CampaignMemberStatusRelationFilter | null | undefined;
  campaignMembers?: CampaignMemberRelationFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  currencyIsoCode?: StringFilter | null | undefined;
  endDate?: DateFilter | null | undefined;
  expectedResponse?: FloatFilter | null | undefined;
  expectedRevenue?: FloatFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isActive?: BooleanFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  lastActivityDate?: DateFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: CampaignFilter | null | undefined;
  numberOfContacts?: IntFilter | null | undefined;
  numberOfConvertedLeads?: IntFilter | null | undefined;
  numberOfLeads?: IntFilter | null | undefined;
  numberOfOpportunities?: IntFilter | null | undefined;
  numberOfResponses?: IntFilter | null | undefined;
  numberOfWonOpportunities?: IntFilter | null | undefined;
  numberSent?: FloatFilter | null | undefined;
  opportunities?: OpportunityRelationFilter | null | undefined;
  or?: Array<CampaignFilter> | null | undefined;
  owner?: CrmUserFilter | null | undefined;
  ownerId?: IdFilter | null | undefined;
  parent?: CampaignFilter | null | undefined;
  parentId?: IdFilter | null | undefined;
  startDate?: DateFilter | null | undefined;
  status?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  type?: StringFilter | null | undefined;
};

export type CampaignMemberFilter = {
  account?: AccountFilter | null | undefined;
  accountId?: IdFilter | null | undefined;
  and?: Array<CampaignMemberFilter> | null | undefined;
  campaign?: CampaignFilter | null | undefined;
  campaignId?: IdFilter | null | undefined;
  city?: StringFilter | null | undefined;
  companyOrAccount?: StringFilter | null | undefined;
  contact?: ContactFilter | null | undefined;
  contactId?: IdFilter | null | undefined;
  country?: StringFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  doNotCall?: BooleanFilter | null | undefined;
  email?: StringFilter | null | undefined;
  fax?: StringFilter | null | undefined;
  firstName?: StringFilter | null | undefined;
  firstRespondedDate?: DateFilter | null | undefined;
  hasOptedOutOfEmail?: BooleanFilter | null | undefined;
  hasOptedOutOfFax?: BooleanFilter | null | undefined;
  hasResponded?: BooleanFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastName?: StringFilter | null | undefined;
  lead?: LeadFilter | null | undefined;
  leadId?: IdFilter | null | undefined;
  leadOrContactId?: IdFilter | null | undefined;
  leadOrContactOwnerId?: IdFilter | null | undefined;
  leadSource?: StringFilter | null | undefined;
  mobilePhone?: StringFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: CampaignMemberFilter | null | undefined;
  or?: Array<CampaignMemberFilter> | null | undefined;
  phone?: StringFilter | null | undefined;
  postalCode?: StringFilter | null | undefined;
  salutation?: StringFilter | null | undefined;
  state?: StringFilter | null | undefined;
  status?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  title?: StringFilter | null | undefined;
  type?: StringFilter | null | undefined;
};

export type CampaignMemberRelationFilter = {
  none?: CampaignMemberFilter | null | undefined;
  some?: CampaignMemberFilter | null | undefined;
};

export type CampaignMemberStatusFilter = {
  and?: Array<CampaignMemberStatusFilter> | null | undefined;
  campaign?: CampaignFilter | null | undefined;
  campaignId?: IdFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  hasResponded?: BooleanFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isDefault?: BooleanFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  not?: CampaignMemberStatusFilter | null | undefined;
  or?: Array<CampaignMemberStatusFilter> | null | undefined;
  sortOrder?: IntFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
};

export type CampaignMemberStatusRelationFilter = {
  none?: CampaignMemberStatusFilter | null | undefined;
  some?: CampaignMemberStatusFilter | null | undefined;
};

export type CaseCommentFilter = {
  and?: Array<CaseCommentFilter> | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  isPublished?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  not?: CaseCommentFilter | null | undefined;
  or?: Array<CaseCommentFilter> | null | undefined;
  parent?: CaseFilter | null | undefined;
  parentId?: IdFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
};

export type CaseCommentRelationFilter = {
  none?: CaseCommentFilter | null | undefined;
  some?: CaseCommentFilter | null | undefined;
};

export type CaseFilter = {
  account?: AccountFilter | null | undefined;
  accountId?: IdFilter | null | undefined;
  and?: Array<CaseFilter> | null | undefined;
  asset?: AssetFilter | null | undefined;
  assetId?: IdFilter | null | undefined;
  caseComments?: CaseCommentRelationFilter | null | undefined;
  caseNumber?: StringFilter | null | undefined;
  closedDate?: DateTimeFilter | null | undefined;
  contact?: ContactFilter | null | undefined;
  contactEmail?: StringFilter | null | undefined;
  contactFax?: StringFilter | null | undefined;
  contactId?: IdFilter | null | undefined;
  contactMobile?: StringFilter | null | undefined;
  contactPhone?: StringFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isClosed?: BooleanFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  isEscalated?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  masterRecord?: CaseFilter | null | undefined;
  masterRecordId?: IdFilter | null | undefined;
  not?: CaseFilter | null | undefined;
  or?: Array<CaseFilter> | null | undefined;
  origin?: StringFilter | null | undefined;
  ownerId?: IdFilter | null | undefined;
  parent?: CaseFilter | null | undefined;
  parentId?: IdFilter | null | undefined;
  priority?: StringFilter | null | undefined;
  productUsage?: ProductUsageFilter | null | undefined;
  productUsageId?: IdFilter | null | undefined;
  reason?: StringFilter | null | undefined;
  severity?: StringFilter | null | undefined;
  sourceId?: IdFilter | null | undefined;
  status?: StringFilter | null | undefined;
  subject?: StringFilter | null | undefined;
  suppliedCompany?: StringFilter | null | undefined;
  suppliedEmail?: StringFilter | null | undefined;
  suppliedName?: StringFilter | null | undefined;
  suppliedPhone?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  type?: StringFilter | null | undefined;
};

export type CaseRelationFilter = {
  none?: CaseFilter | null | undefined;
  some?: CaseFilter | null | undefined;
};

export type ContactFilter = {
  account?: AccountFilter | null | undefined;
  accountId?: IdFilter | null | undefined;
  and?: Array<ContactFilter> | null | undefined;
  assets?: AssetRelationFilter | null | undefined;
  assistantName?: StringFilter | null | undefined;
  assistantPhone?: StringFilter | null | undefined;
  birthdate?: DateFilter | null | undefined;
  callCount?: CallCountFilter | null | undefined;
  campaignMembers?: CampaignMemberRelationFilter | null | undefined;
  cases?: CaseRelationFilter | null | undefined;
  cleanStatus?: StringFilter | null | undefined;
  contractsSigned?: ContractRelationFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  department?: StringFilter | null | undefined;
  email?: StringFilter | null | undefined;
  emailBouncedDate?: DateTimeFilter | null | undefined;
  emailBouncedReason?: StringFilter | null | undefined;
  fax?: StringFilter | null | undefined;
  firstName?: StringFilter | null | undefined;
  homePhone?: StringFilter | null | undefined;
  id?: IdFilter | null | undefined;
  individualId?: IdFilter | null | undefined;
  interests?: MultiPicklistFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  isEmailBounced?: BooleanFilter | null | undefined;
  jigsaw?: StringFilter | null | undefined;
  jigsawContactId?: StringFilter | null | undefined;
  lastActivityDate?: DateFilter | null | undefined;
  lastCURequestDate?: DateTimeFilter | null | undefined;
  lastCUUpdateDate?: DateTimeFilter | null | undefined;
  lastCall?: LastCallFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastName?: StringFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  leadSource?: StringFilter | null | undefined;
  mailingCity?: StringFilter | null | undefined;
  mailingCountry?: StringFilter | null | undefined;
  mailingGeocodeAccuracy?: StringFilter | null | undefined;
  mailingLatitude?: FloatFilter | null | undefined;
  mailingLongitude?: FloatFilter | null | undefined;
  mailingPostalCode?: StringFilter | null | undefined;
  mailingState?: StringFilter | null | undefined;
  masterRecord?: ContactFilter | null | undefined;
  masterRecordId?: IdFilter | null | undefined;
  mobilePhone?: StringFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: ContactFilter | null | undefined;
  opportunities?: OpportunityRelationFilter | null | undefined;
  opportunityContactRoles?: OpportunityContactRoleRelationFilter | null | undefined;
  or?: Array<ContactFilter> | null | undefined;
  otherCity?: StringFilter | null | undefined;
  otherCountry?: StringFilter | null | undefined;
  otherGeocodeAccuracy?: StringFilter | null | undefined;
  otherLatitude?: FloatFilter | null | undefined;
  otherLongitude?: FloatFilter | null | undefined;
  otherPhone?: StringFilter | null | undefined;
  otherPostalCode?: StringFilter | null | undefined;
  otherState?: StringFilter | null | undefined;
  owner?: CrmUserFilter | null | undefined;
  ownerId?: IdFilter | null | undefined;
  persona?: StringFilter | null | undefined;
  phone?: StringFilter | null | undefined;
  photoUrl?: StringFilter | null | undefined;
  profileUrl?: StringFilter | null | undefined;
  reportsTo?: ContactFilter | null | undefined;
  reportsToId?: IdFilter | null | undefined;
  salutation?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  title?: StringFilter | null | undefined;
  users?: CrmUserRelationFilter | null | undefined;
};

export type ContactRelationFilter = {
  none?: ContactFilter | null | undefined;
  some?: ContactFilter | null | undefined;
};

export type ContentDocumentFilter = {
  and?: Array<ContentDocumentFilter> | null | undefined;
  archivedById?: IdFilter | null | undefined;
  archivedDate?: DateTimeFilter | null | undefined;
  contentDocumentLinks?: ContentDocumentLinkRelationFilter | null | undefined;
  contentModifiedDate?: DateTimeFilter | null | undefined;
  contentSize?: IntFilter | null | undefined;
  contentVersions?: ContentVersionRelationFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  fileExtension?: StringFilter | null | undefined;
  fileType?: StringFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isArchived?: BooleanFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  latestPublishedVersion?: ContentVersionFilter | null | undefined;
  latestPublishedVersionId?: IdFilter | null | undefined;
  not?: ContentDocumentFilter | null | undefined;
  or?: Array<ContentDocumentFilter> | null | undefined;
  owner?: CrmUserFilter | null | undefined;
  ownerId?: IdFilter | null | undefined;
  parentId?: IdFilter | null | undefined;
  publishStatus?: StringFilter | null | undefined;
  sharingOption?: StringFilter | null | undefined;
  sharingPrivacy?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  title?: StringFilter | null | undefined;
};

export type ContentDocumentLinkFilter = {
  and?: Array<ContentDocumentLinkFilter> | null | undefined;
  contentDocument?: ContentDocumentFilter | null | undefined;
  contentDocumentId?: IdFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  linkedEntityId?: IdFilter | null | undefined;
  not?: ContentDocumentLinkFilter | null | undefined;
  or?: Array<ContentDocumentLinkFilter> | null | undefined;
  shareType?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  visibility?: StringFilter | null | undefined;
};

export type ContentDocumentLinkRelationFilter = {
  none?: ContentDocumentLinkFilter | null | undefined;
  some?: ContentDocumentLinkFilter | null | undefined;
};

export type ContentDocumentRelationFilter = {
  none?: ContentDocumentFilter | null | undefined;
  some?: ContentDocumentFilter | null | undefined;
};

export type ContentVersionFilter = {
  and?: Array<ContentVersionFilter> | null | undefined;
  checksum?: StringFilter | null | undefined;
  contentBodyId?: IdFilter | null | undefined;
  contentDocument?: ContentDocumentFilter | null | undefined;
  contentDocumentId?: IdFilter | null | undefined;
  contentLocation?: StringFilter | null | undefined;
  contentModifiedBy?: CrmUserFilter | null | undefined;
  contentModifiedById?: IdFilter | null | undefined;
  contentModifiedDate?: DateTimeFilter | null | undefined;
  contentSize?: IntFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  externalDataSourceId?: IdFilter | null | undefined;
  featuredContentBoost?: IntFilter | null | undefined;
  featuredContentDate?: DateFilter | null | undefined;
  fileExtension?: StringFilter | null | undefined;
  fileType?: StringFilter | null | undefined;
  firstPublishLocationId?: IdFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isAssetEnabled?: BooleanFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  isLatest?: BooleanFilter | null | undefined;
  isMajorVersion?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  negativeRatingCount?: IntFilter | null | undefined;
  not?: ContentVersionFilter | null | undefined;
  or?: Array<ContentVersionFilter> | null | undefined;
  origin?: StringFilter | null | undefined;
  owner?: CrmUserFilter | null | undefined;
  ownerId?: IdFilter | null | undefined;
  positiveRatingCount?: IntFilter | null | undefined;
  publishStatus?: StringFilter | null | undefined;
  ratingCount?: IntFilter | null | undefined;
  sharingOption?: StringFilter | null | undefined;
  sharingPrivacy?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  textPreview?: StringFilter | null | undefined;
  title?: StringFilter | null | undefined;
  versionNumber?: StringFilter | null | undefined;
};

export type ContentVersionRelationFilter = {
  none?: ContentVersionFilter | null | undefined;
  some?: ContentVersionFilter | null | undefined;
};

export type ContractFilter = {
  account?: AccountFilter | null | undefined;
  accountId?: IdFilter | null | undefined;
  activatedBy?: CrmUserFilter | null | undefined;
  activatedById?: IdFilter | null | undefined;
  activatedDate?: DateTimeFilter | null | undefined;
  and?: Array<ContractFilter> | null | undefined;
  billingCity?: StringFilter | null | undefined;
  billingCountry?: StringFilter | null | undefined;
  billingGeocodeAccuracy?: StringFilter | null | undefined;
  billingLatitude?: FloatFilter | null | undefined;
  billingLongitude?: FloatFilter | null | undefined;
  billingPostalCode?: StringFilter | null | undefined;
  billingState?: StringFilter | null | undefined;
  companySigned?: CrmUserFilter | null | undefined;
  companySignedDate?: DateFilter | null | undefined;
  companySignedId?: IdFilter | null | undefined;
  contractNumber?: StringFilter | null | undefined;
  contractTerm?: IntFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  customerSigned?: ContactFilter | null | undefined;
  customerSignedDate?: DateFilter | null | undefined;
  customerSignedId?: IdFilter | null | undefined;
  customerSignedTitle?: StringFilter | null | undefined;
  endDate?: DateFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  lastActivityDate?: DateFilter | null | undefined;
  lastApprovedDate?: DateTimeFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  not?: ContractFilter | null | undefined;
  or?: Array<ContractFilter> | null | undefined;
  owner?: CrmUserFilter | null | undefined;
  ownerExpirationNotice?: StringFilter | null | undefined;
  ownerId?: IdFilter | null | undefined;
  pricebook2?: PricebookFilter | null | undefined;
  pricebook2Id?: IdFilter | null | undefined;
  startDate?: DateFilter | null | undefined;
  status?: StringFilter | null | undefined;
  statusCode?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
};

export type ContractRelationFilter = {
  none?: ContractFilter | null | undefined;
  some?: ContractFilter | null | undefined;
};

export type CrmProfileFilter = {
  and?: Array<CrmProfileFilter> | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  description?: StringFilter | null | undefined;
  id?: IdFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: CrmProfileFilter | null | undefined;
  or?: Array<CrmProfileFilter> | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  userLicenseId?: IdFilter | null | undefined;
  userType?: StringFilter | null | undefined;
  users?: CrmUserRelationFilter | null | undefined;
};

export type CrmUserFilter = {
  account?: AccountFilter | null | undefined;
  accountId?: IdFilter | null | undefined;
  alias?: StringFilter | null | undefined;
  and?: Array<CrmUserFilter> | null | undefined;
  badgeText?: StringFilter | null | undefined;
  callCenterId?: IdFilter | null | undefined;
  city?: StringFilter | null | undefined;
  communityNickname?: StringFilter | null | undefined;
  companyName?: StringFilter | null | undefined;
  contact?: ContactFilter | null | undefined;
  contactId?: IdFilter | null | undefined;
  contractsSigned?: ContractRelationFilter | null | undefined;
  country?: StringFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  currencyIsoCode?: StringFilter | null | undefined;
  defaultGroupNotificationFrequency?: StringFilter | null | undefined;
  delegatedApproverId?: IdFilter | null | undefined;
  department?: StringFilter | null | undefined;
  digestFrequency?: StringFilter | null | undefined;
  division?: StringFilter | null | undefined;
  email?: StringFilter | null | undefined;
  emailEncodingKey?: StringFilter | null | undefined;
  emailPreferencesAutoBcc?: BooleanFilter | null | undefined;
  emailPreferencesAutoBccStayInTouch?: BooleanFilter | null | undefined;
  emailPreferencesStayInTouchReminder?: BooleanFilter | null | undefined;
  employeeNumber?: StringFilter | null | undefined;
  extension?: StringFilter | null | undefined;
  fax?: StringFilter | null | undefined;
  firstName?: StringFilter | null | undefined;
  forecastEnabled?: BooleanFilter | null | undefined;
  geocodeAccuracy?: StringFilter | null | undefined;
  id?: IdFilter | null | undefined;
  individualId?: IdFilter | null | undefined;
  isActive?: BooleanFilter | null | undefined;
  isExtIndicatorVisible?: BooleanFilter | null | undefined;
  isProfilePhotoActive?: BooleanFilter | null | undefined;
  jigsawImportLimitOverride?: IntFilter | null | undefined;
  languageLocaleKey?: StringFilter | null | undefined;
  lastLoginDate?: DateTimeFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastName?: StringFilter | null | undefined;
  lastPasswordChangeDate?: DateTimeFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  latitude?: FloatFilter | null | undefined;
  localeSidKey?: StringFilter | null | undefined;
  longitude?: FloatFilter | null | undefined;
  managedTerritories?: TerritoryRelationFilter | null | undefined;
  manager?: CrmUserFilter | null | undefined;
  managerId?: IdFilter | null | undefined;
  mobilePhone?: StringFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: CrmUserFilter | null | undefined;
  numberOfFailedLogins?: IntFilter | null | undefined;
  offlinePdaTrialExpirationDate?: DateTimeFilter | null | undefined;
  offlineTrialExpirationDate?: DateTimeFilter | null | undefined;
  or?: Array<CrmUserFilter> | null | undefined;
  outOfOfficeMessage?: StringFilter | null | undefined;
  ownedContentDocuments?: ContentDocumentRelationFilter | null | undefined;
  phone?: StringFilter | null | undefined;
  postalCode?: StringFilter | null | undefined;
  profile?: CrmProfileFilter | null | undefined;
  profileId?: IdFilter | null | undefined;
  receivesAdminInfoEmails?: BooleanFilter | null | undefined;
  receivesInfoEmails?: BooleanFilter | null | undefined;
  senderEmail?: StringFilter | null | undefined;
  senderName?: StringFilter | null | undefined;
  state?: StringFilter | null | undefined;
  stayInTouchSubject?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  timeZoneSidKey?: StringFilter | null | undefined;
  title?: StringFilter | null | undefined;
  userRole?: CrmUserRoleFilter | null | undefined;
  userRoleId?: IdFilter | null | undefined;
  userType?: StringFilter | null | undefined;
  username?: StringFilter | null | undefined;
};

export type CrmUserRelationFilter = {
  none?: CrmUserFilter | null | undefined;
  some?: CrmUserFilter | null | undefined;
};

export type CrmUserRoleFilter = {
  and?: Array<CrmUserRoleFilter> | null | undefined;
  caseAccessForAccountOwner?: StringFilter | null | undefined;
  contactAccessForAccountOwner?: StringFilter | null | undefined;
  developerName?: StringFilter | null | undefined;
  forecastUserId?: IdFilter | null | undefined;
  id?: IdFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  mayForecastManagerShare?: BooleanFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: CrmUserRoleFilter | null | undefined;
  opportunityAccessForAccountOwner?: StringFilter | null | undefined;
  or?: Array<CrmUserRoleFilter> | null | undefined;
  parentRoleId?: IdFilter | null | undefined;
  portalType?: StringFilter | null | undefined;
  rollupDescription?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  users?: CrmUserRelationFilter | null | undefined;
};

export type DateFilter = {
  during?: RelativePeriod | null | undefined;
  eq?: string | null | undefined;
  gt?: string | null | undefined;
  gte?: string | null | undefined;
  in?: Array<string> | null | undefined;
  isNull?: boolean | null | undefined;
  lt?: string | null | undefined;
  lte?: string | null | undefined;
  ne?: string | null | undefined;
  nin?: Array<string> | null | undefined;
};

export type DateTimeFilter = {
  during?: RelativePeriod | null | undefined;
  eq?: string | null | undefined;
  gt?: string | null | undefined;
  gte?: string | null | undefined;
  in?: Array<string> | null | undefined;
  isNull?: boolean | null | undefined;
  lt?: string | null | undefined;
  lte?: string | null | undefined;
  ne?: string | null | undefined;
  nin?: Array<string> | null | undefined;
};

export type FloatFilter = {
  currency?: string | null | undefined;
  eq?: number | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<number> | null | undefined;
  isNull?: boolean | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  ne?: number | null | undefined;
  nin?: Array<number> | null | undefined;
};

export type IdFilter = {
  eq?: string | number | null | undefined;
  in?: Array<string | number> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: string | number | null | undefined;
  nin?: Array<string | number> | null | undefined;
};

export type IntFilter = {
  eq?: number | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<number> | null | undefined;
  isNull?: boolean | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  ne?: number | null | undefined;
  nin?: Array<number> | null | undefined;
};

export type Key =
  {   id: string | number; upstreamId?: never; }
  |  { id?: never;   upstreamId: string | number; };

export type LastCallFilter = {
  after?: string | null | undefined;
  before?: string | null | undefined;
  direction?: Array<string> | null | undefined;
  during?: RelativePeriod | null | undefined;
  minDurationSeconds?: number | null | undefined;
  none?: boolean | null | undefined;
  notSince?: RelativePeriod | null | undefined;
  scope?: Array<string> | null | undefined;
};

export type LeadFilter = {
  and?: Array<LeadFilter> | null | undefined;
  annualRevenue?: FloatFilter | null | undefined;
  callCount?: CallCountFilter | null | undefined;
  campaignMembers?: CampaignMemberRelationFilter | null | undefined;
  city?: StringFilter | null | undefined;
  cleanStatus?: StringFilter | null | undefined;
  company?: StringFilter | null | undefined;
  companyDunsNumber?: StringFilter | null | undefined;
  convertedAccount?: AccountFilter | null | undefined;
  convertedAccountId?: IdFilter | null | undefined;
  convertedContact?: ContactFilter | null | undefined;
  convertedContactId?: IdFilter | null | undefined;
  convertedDate?: DateFilter | null | undefined;
  convertedOpportunity?: OpportunityFilter | null | undefined;
  convertedOpportunityId?: IdFilter | null | undefined;
  country?: StringFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  currencyIsoCode?: StringFilter | null | undefined;
  dandbCompanyId?: IdFilter | null | undefined;
  email?: StringFilter | null | undefined;
  emailBouncedDate?: DateTimeFilter | null | undefined;
  emailBouncedReason?: StringFilter | null | undefined;
  fax?: StringFilter | null | undefined;
  firstName?: StringFilter | null | undefined;
  geocodeAccuracy?: StringFilter | null | undefined;
  id?: IdFilter | null | undefined;
  individualId?: IdFilter | null | undefined;
  industry?: StringFilter | null | undefined;
  isConverted?: BooleanFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  isUnreadByOwner?: BooleanFilter | null | undefined;
  jigsaw?: StringFilter | null | undefined;
  jigsawContactId?: StringFilter | null | undefined;
  lastActivityDate?: DateFilter | null | undefined;
  lastCall?: LastCallFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastName?: StringFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  latitude?: FloatFilter | null | undefined;
  leadSource?: StringFilter | null | undefined;
  longitude?: FloatFilter | null | undefined;
  masterRecord?: LeadFilter | null | undefined;
  masterRecordId?: IdFilter | null | undefined;
  mobilePhone?: StringFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: LeadFilter | null | undefined;
  numberOfEmployees?: IntFilter | null | undefined;
  or?: Array<LeadFilter> | null | undefined;
  ownerId?: IdFilter | null | undefined;
  phone?: StringFilter | null | undefined;
  photoUrl?: StringFilter | null | undefined;
  postalCode?: StringFilter | null | undefined;
  rating?: StringFilter | null | undefined;
  salutation?: StringFilter | null | undefined;
  score?: IntFilter | null | undefined;
  state?: StringFilter | null | undefined;
  status?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  title?: StringFilter | null | undefined;
  website?: StringFilter | null | undefined;
};

export type MatchReason =
  | 'CRM_CONTEXT'
  | 'EMAIL'
  | 'USER';

export type MultiPicklistFilter = {
  excludes?: Array<string> | null | undefined;
  includes?: Array<string> | null | undefined;
  includesAll?: Array<string> | null | undefined;
  isNull?: boolean | null | undefined;
};

export type OpportunityContactRoleFilter = {
  and?: Array<OpportunityContactRoleFilter> | null | undefined;
  contact?: ContactFilter | null | undefined;
  contactId?: IdFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  isPrimary?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  not?: OpportunityContactRoleFilter | null | undefined;
  opportunity?: OpportunityFilter | null | undefined;
  opportunityId?: IdFilter | null | undefined;
  or?: Array<OpportunityContactRoleFilter> | null | undefined;
  role?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
};

export type OpportunityContactRoleRelationFilter = {
  none?: OpportunityContactRoleFilter | null | undefined;
  some?: OpportunityContactRoleFilter | null | undefined;
};

export type OpportunityFilter = {
  account?: AccountFilter | null | undefined;
  accountId?: IdFilter | null | undefined;
  amount?: FloatFilter | null | undefined;
  and?: Array<OpportunityFilter> | null | undefined;
  callCount?: CallCountFilter | null | undefined;
  campaign?: CampaignFilter | null | undefined;
  campaignId?: IdFilter | null | undefined;
  closeDate?: DateFilter | null | undefined;
  competitor?: StringFilter | null | undefined;
  contactId?: IdFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  currencyIsoCode?: StringFilter | null | undefined;
  discount?: FloatFilter | null | undefined;
  expectedRevenue?: FloatFilter | null | undefined;
  fiscal?: StringFilter | null | undefined;
  fiscalQuarter?: IntFilter | null | undefined;
  fiscalYear?: IntFilter | null | undefined;
  forecastCategory?: StringFilter | null | undefined;
  forecastCategoryName?: StringFilter | null | undefined;
  hasOpenActivity?: BooleanFilter | null | undefined;
  hasOpportunityLineItem?: BooleanFilter | null | undefined;
  hasOverdueTask?: BooleanFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isClosed?: BooleanFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  isPrivate?: BooleanFilter | null | undefined;
  isWon?: BooleanFilter | null | undefined;
  lastActivityDate?: DateFilter | null | undefined;
  lastAmountChangedHistory?: OpportunityHistoryFilter | null | undefined;
  lastAmountChangedHistoryId?: IdFilter | null | undefined;
  lastCall?: OpportunityLastCallFilter | null | undefined;
  lastCloseDateChangedHistory?: OpportunityHistoryFilter | null | undefined;
  lastCloseDateChangedHistoryId?: IdFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastStageChangeDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  leadSource?: StringFilter | null | undefined;
  name?: StringFilter | null | undefined;
  nextMeeting?: DateTimeFilter | null | undefined;
  nextStep?: StringFilter | null | undefined;
  not?: OpportunityFilter | null | undefined;
  opportunityContactRoles?: OpportunityContactRoleRelationFilter | null | undefined;
  opportunityHistories?: OpportunityHistoryRelationFilter | null | undefined;
  opportunityLineItems?: OpportunityLineItemRelationFilter | null | undefined;
  or?: Array<OpportunityFilter> | null | undefined;
  owner?: CrmUserFilter | null | undefined;
  ownerId?: IdFilter | null | undefined;
  pricebook2?: PricebookFilter | null | undefined;
  pricebook2Id?: IdFilter | null | undefined;
  probability?: FloatFilter | null | undefined;
  pushCount?: IntFilter | null | undefined;
  stageName?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  totalOpportunityQuantity?: FloatFilter | null | undefined;
  type?: StringFilter | null | undefined;
};

export type OpportunityHistoryFilter = {
  amount?: FloatFilter | null | undefined;
  and?: Array<OpportunityHistoryFilter> | null | undefined;
  closeDate?: DateFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  currencyIsoCode?: StringFilter | null | undefined;
  expectedRevenue?: FloatFilter | null | undefined;
  forecastCategory?: StringFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  not?: OpportunityHistoryFilter | null | undefined;
  opportunity?: OpportunityFilter | null | undefined;
  opportunityId?: IdFilter | null | undefined;
  or?: Array<OpportunityHistoryFilter> | null | undefined;
  prevAmount?: FloatFilter | null | undefined;
  prevCloseDate?: DateFilter | null | undefined;
  probability?: FloatFilter | null | undefined;
  stageName?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
};

export type OpportunityHistoryRelationFilter = {
  none?: OpportunityHistoryFilter | null | undefined;
  some?: OpportunityHistoryFilter | null | undefined;
};

export type OpportunityLastCallFilter = {
  after?: string | null | undefined;
  before?: string | null | undefined;
  direction?: Array<string> | null | undefined;
  during?: RelativePeriod | null | undefined;
  minDurationSeconds?: number | null | undefined;
  none?: boolean | null | undefined;
  notSince?: RelativePeriod | null | undefined;
  scope?: Array<string> | null | undefined;
  viaContactRoles?: boolean | null | undefined;
};

export type OpportunityLineItemFilter = {
  and?: Array<OpportunityLineItemFilter> | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  currencyIsoCode?: StringFilter | null | undefined;
  description?: StringFilter | null | undefined;
  discount?: FloatFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  listPrice?: FloatFilter | null | undefined;
  not?: OpportunityLineItemFilter | null | undefined;
  opportunity?: OpportunityFilter | null | undefined;
  opportunityId?: IdFilter | null | undefined;
  or?: Array<OpportunityLineItemFilter> | null | undefined;
  pricebookEntry?: PricebookEntryFilter | null | undefined;
  pricebookEntryId?: IdFilter | null | undefined;
  product2?: ProductFilter | null | undefined;
  product2Id?: IdFilter | null | undefined;
  productCode?: StringFilter | null | undefined;
  quantity?: FloatFilter | null | undefined;
  serviceDate?: DateFilter | null | undefined;
  sortOrder?: IntFilter | null | undefined;
  subtotal?: FloatFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  totalPrice?: FloatFilter | null | undefined;
  unitPrice?: FloatFilter | null | undefined;
};

export type OpportunityLineItemRelationFilter = {
  none?: OpportunityLineItemFilter | null | undefined;
  some?: OpportunityLineItemFilter | null | undefined;
};

export type OpportunityOrder = {
  callCount?: CallCountOrder | null | undefined;
  direction?: OrderDirection | null | undefined;
  field?: OpportunityOrderField | null | undefined;
  nulls?: OrderNulls | null | undefined;
};

export type OpportunityOrderField =
  | 'ACCOUNT_ID'
  | 'AMOUNT'
  | 'CAMPAIGN_ID'
  | 'CLOSE_DATE'
  | 'CONTACT_ID'
  | 'CREATED_BY_ID'
  | 'CREATED_DATE'
  | 'DISCOUNT'
  | 'EXPECTED_REVENUE'
  | 'FISCAL'
  | 'FISCAL_QUARTER'
  | 'FISCAL_YEAR'
  | 'HAS_OPEN_ACTIVITY'
  | 'HAS_OPPORTUNITY_LINE_ITEM'
  | 'HAS_OVERDUE_TASK'
  | 'ID'
  | 'IS_CLOSED'
  | 'IS_DELETED'
  | 'IS_PRIVATE'
  | 'IS_WON'
  | 'LAST_ACTIVITY_DATE'
  | 'LAST_AMOUNT_CHANGED_HISTORY_ID'
  | 'LAST_CLOSE_DATE_CHANGED_HISTORY_ID'
  | 'LAST_MODIFIED_BY_ID'
  | 'LAST_MODIFIED_DATE'
  | 'LAST_REFERENCED_DATE'
  | 'LAST_STAGE_CHANGE_DATE'
  | 'LAST_VIEWED_DATE'
  | 'NAME'
  | 'NEXT_MEETING'
  | 'NEXT_STEP'
  | 'OWNER_ID'
  | 'PRICEBOOK2_ID'
  | 'PROBABILITY'
  | 'PUSH_COUNT'
  | 'SYSTEM_MODSTAMP'
  | 'TOTAL_OPPORTUNITY_QUANTITY';

export type OpportunityRelationFilter = {
  none?: OpportunityFilter | null | undefined;
  some?: OpportunityFilter | null | undefined;
};

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type OrderNulls =
  | 'FIRST'
  | 'LAST';

export type ParticipantRole =
  | 'ATTENDEE'
  | 'HOST'
  | 'INVITEE';

export type PricebookEntryFilter = {
  and?: Array<PricebookEntryFilter> | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  currencyIsoCode?: StringFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isActive?: BooleanFilter | null | undefined;
  isArchived?: BooleanFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: PricebookEntryFilter | null | undefined;
  opportunityLineItems?: OpportunityLineItemRelationFilter | null | undefined;
  or?: Array<PricebookEntryFilter> | null | undefined;
  pricebook2?: PricebookFilter | null | undefined;
  pricebook2Id?: IdFilter | null | undefined;
  product2?: ProductFilter | null | undefined;
  product2Id?: IdFilter | null | undefined;
  productCode?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
  unitPrice?: FloatFilter | null | undefined;
  useStandardPrice?: BooleanFilter | null | undefined;
};

export type PricebookEntryRelationFilter = {
  none?: PricebookEntryFilter | null | undefined;
  some?: PricebookEntryFilter | null | undefined;
};

export type PricebookFilter = {
  and?: Array<PricebookFilter> | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  description?: StringFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isActive?: BooleanFilter | null | undefined;
  isArchived?: BooleanFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  isStandard?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: PricebookFilter | null | undefined;
  opportunities?: OpportunityRelationFilter | null | undefined;
  or?: Array<PricebookFilter> | null | undefined;
  pricebookEntries?: PricebookEntryRelationFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
};

export type ProductFilter = {
  and?: Array<ProductFilter> | null | undefined;
  assets?: AssetRelationFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  externalDataSourceId?: IdFilter | null | undefined;
  externalId?: StringFilter | null | undefined;
  family?: StringFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isActive?: BooleanFilter | null | undefined;
  isArchived?: BooleanFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastReferencedDate?: DateTimeFilter | null | undefined;
  lastViewedDate?: DateTimeFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: ProductFilter | null | undefined;
  or?: Array<ProductFilter> | null | undefined;
  pricebookEntries?: PricebookEntryRelationFilter | null | undefined;
  productCode?: StringFilter | null | undefined;
  quantityUnitOfMeasure?: StringFilter | null | undefined;
  stockKeepingUnit?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
};

export type ProductUsageFilter = {
  account?: AccountFilter | null | undefined;
  accountId?: IdFilter | null | undefined;
  activeUsers?: IntFilter | null | undefined;
  adoption?: FloatFilter | null | undefined;
  and?: Array<ProductUsageFilter> | null | undefined;
  cases?: CaseRelationFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  lastUsed?: DateTimeFilter | null | undefined;
  month?: DateFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: ProductUsageFilter | null | undefined;
  or?: Array<ProductUsageFilter> | null | undefined;
  ownerId?: IdFilter | null | undefined;
  product?: StringFilter | null | undefined;
  sessions?: IntFilter | null | undefined;
  storageGB?: FloatFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
};

export type ProductUsageRelationFilter = {
  none?: ProductUsageFilter | null | undefined;
  some?: ProductUsageFilter | null | undefined;
};

export type RecordTypeFilter = {
  and?: Array<RecordTypeFilter> | null | undefined;
  businessProcessId?: IdFilter | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  description?: StringFilter | null | undefined;
  developerName?: StringFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isActive?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  name?: StringFilter | null | undefined;
  namespacePrefix?: StringFilter | null | undefined;
  not?: RecordTypeFilter | null | undefined;
  or?: Array<RecordTypeFilter> | null | undefined;
  sobjectType?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
};

export type RelativePeriod = {
  n?: number | null | undefined;
  period: RelativePeriodName;
  timeZone?: string | null | undefined;
};

export type RelativePeriodName =
  | 'LAST_90_DAYS'
  | 'LAST_FISCAL_QUARTER'
  | 'LAST_FISCAL_YEAR'
  | 'LAST_MONTH'
  | 'LAST_N_DAYS'
  | 'LAST_N_FISCAL_QUARTERS'
  | 'LAST_N_FISCAL_YEARS'
  | 'LAST_N_MONTHS'
  | 'LAST_N_QUARTERS'
  | 'LAST_N_WEEKS'
  | 'LAST_N_YEARS'
  | 'LAST_QUARTER'
  | 'LAST_WEEK'
  | 'LAST_YEAR'
  | 'NEXT_90_DAYS'
  | 'NEXT_FISCAL_QUARTER'
  | 'NEXT_FISCAL_YEAR'
  | 'NEXT_MONTH'
  | 'NEXT_N_DAYS'
  | 'NEXT_N_FISCAL_QUARTERS'
  | 'NEXT_N_FISCAL_YEARS'
  | 'NEXT_N_MONTHS'
  | 'NEXT_N_QUARTERS'
  | 'NEXT_N_WEEKS'
  | 'NEXT_N_YEARS'
  | 'NEXT_QUARTER'
  | 'NEXT_WEEK'
  | 'NEXT_YEAR'
  | 'N_DAYS_AGO'
  | 'N_FISCAL_QUARTERS_AGO'
  | 'N_FISCAL_YEARS_AGO'
  | 'N_MONTHS_AGO'
  | 'N_QUARTERS_AGO'
  | 'N_WEEKS_AGO'
  | 'N_YEARS_AGO'
  | 'THIS_FISCAL_QUARTER'
  | 'THIS_FISCAL_YEAR'
  | 'THIS_MONTH'
  | 'THIS_QUARTER'
  | 'THIS_WEEK'
  | 'THIS_YEAR'
  | 'TODAY'
  | 'TOMORROW'
  | 'YESTERDAY';

export type StringFilter = {
  contains?: string | null | undefined;
  endsWith?: string | null | undefined;
  eq?: string | null | undefined;
  gt?: string | null | undefined;
  gte?: string | null | undefined;
  in?: Array<string> | null | undefined;
  isNull?: boolean | null | undefined;
  lt?: string | null | undefined;
  lte?: string | null | undefined;
  ne?: string | null | undefined;
  nin?: Array<string> | null | undefined;
  startsWith?: string | null | undefined;
};

export type TerritoryFilter = {
  accounts?: AccountRelationFilter | null | undefined;
  and?: Array<TerritoryFilter> | null | undefined;
  createdBy?: CrmUserFilter | null | undefined;
  createdById?: IdFilter | null | undefined;
  createdDate?: DateTimeFilter | null | undefined;
  currencyIsoCode?: StringFilter | null | undefined;
  id?: IdFilter | null | undefined;
  isDeleted?: BooleanFilter | null | undefined;
  lastModifiedBy?: CrmUserFilter | null | undefined;
  lastModifiedById?: IdFilter | null | undefined;
  lastModifiedDate?: DateTimeFilter | null | undefined;
  manager?: CrmUserFilter | null | undefined;
  managerId?: IdFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: TerritoryFilter | null | undefined;
  or?: Array<TerritoryFilter> | null | undefined;
  ownerId?: IdFilter | null | undefined;
  parentTerritory?: TerritoryFilter | null | undefined;
  parentTerritoryId?: IdFilter | null | undefined;
  quota?: FloatFilter | null | undefined;
  region?: StringFilter | null | undefined;
  systemModstamp?: DateTimeFilter | null | undefined;
};

export type TerritoryRelationFilter = {
  none?: TerritoryFilter | null | undefined;
  some?: TerritoryFilter | null | undefined;
};

export type AccountDealsFragment = { opportunities: { totalCount: number | null, nodes: Array<{ upstreamId: string, name: string | null, stageName: string | null, amount: number | null, currencyIsoCode: string | null, closeDate: string | null, nextStep: string | null, isClosed: boolean | null, isWon: boolean | null } | null> } | null } & { ' $fragmentName'?: 'AccountDealsFragment' };

export type AccountFilesFragment = { contentDocumentLinks: { nodes: Array<{ contentDocument: { upstreamId: string, title: string | null, latestPublishedVersion: { fileExtension: string | null, contentSize: number | null, downloadUrl: string | null } | null } | null } | null>, pageInfo: { hasNextPage: boolean } } | null, attachments: { nodes: Array<{ upstreamId: string, name: string | null, bodyLength: number | null, downloadUrl: string | null } | null>, pageInfo: { hasNextPage: boolean } } | null } & { ' $fragmentName'?: 'AccountFilesFragment' };

export type AccountHeadFragment = { name: string | null, industry: string | null, type: string | null, website: string | null, phone: string | null, billingCity: string | null, billingCountry: string | null, annualRevenue: number | null, currencyIsoCode: string | null, numberOfEmployees: number | null, rating: string | null, lastActivityDate: string | null, owner: { name: string | null } | null } & { ' $fragmentName'?: 'AccountHeadFragment' };

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

export type BrowseQueryVariables = Exact<{
  calls?: string | null | undefined;
  accounts?: string | null | undefined;
  contacts?: string | null | undefined;
  leads?: string | null | undefined;
}>;


export type BrowseQuery = { ' $fragmentRefs'?: { 'CallListFragment': CallListFragment;'AccountListFragment': AccountListFragment;'ContactListFragment': ContactListFragment;'LeadListFragment': LeadListFragment } };

export type CallListFragment = { calls: { totalCount: number | null, coverage: { completeFrom: string | null, syncedAt: string | null, lastError: string | null } | null, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ upstreamId: string, title: string | null, startedAt: string | null, durationSeconds: number | null, primaryUser: { name: string | null } | null } | null> } | null } & { ' $fragmentName'?: 'CallListFragment' };

export type AccountListFragment = { accounts: { totalCount: number | null, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ upstreamId: string, name: string | null, industry: string | null, billingCity: string | null } | null> } | null } & { ' $fragmentName'?: 'AccountListFragment' };

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
    & { ' $fragmentRefs'?: { 'CallHeadFragment': CallHeadFragment;'PlayerFragment': PlayerFragment;'CallVoicesFragment': CallVoicesFragment;'CallTimelineFragment': CallTimelineFragment;'CallInsightFragment': CallInsightFragment;'CallTrackersFragment': CallTrackersFragment;'CallPeopleFragment': CallPeopleFragment;'CallCommentsFragment': CallCommentsFragment } }
  ) & { ' $fragmentRefs'?: { 'CallScorecardsFragment': Incremental<CallScorecardsFragment> } } & { ' $fragmentRefs'?: { 'CallTranscriptFragment': Incremental<CallTranscriptFragment> } } | null };

export type CallScorecardsFragment = { answeredScorecards: { nodes: Array<{ id: string, scorecardName: string | null, overallScore: number | null, reviewMethod: string | null, reviewedAt: string | null, reviewer: { name: string | null } | null, reviewedUser: { name: string | null } | null, answers: Array<{ questionRevisionId: string | null, answer: string | null, answerText: string | null, score: number | null, isOverall: boolean | null, isNotApplicable: boolean | null, question: { text: string | null, maxRange: string | null } | null } | null> | null } | null>, pageInfo: { hasNextPage: boolean } } | null } & { ' $fragmentName'?: 'CallScorecardsFragment' };

export type CallTimelineFragment = { content: { outline: Array<{ section: string | null, startSeconds: number | null, durationSeconds: number | null } | null> | null, trackers: Array<{ name: string | null, occurrences: Array<{ startSeconds: number | null } | null> | null } | null> | null } | null, comments: Array<{ startSeconds: number | null, text: string | null, commenter: { name: string | null } | null } | null> | null } & { ' $fragmentName'?: 'CallTimelineFragment' };

export type CallTrackersFragment = { content: { topics: Array<{ name: string | null, durationSeconds: number | null } | null> | null, trackers: Array<{ trackerId: string | null, name: string | null, count: number | null, occurrences: Array<{ startSeconds: number | null } | null> | null, phrases: Array<{ phrase: string | null, count: number | null } | null> | null } | null> | null } | null } & { ' $fragmentName'?: 'CallTrackersFragment' };

export type PlayerFragment = { isPrivate: boolean | null, media: { audioUrl: string | null, videoUrl: string | null } | null } & { ' $fragmentName'?: 'PlayerFragment' };

export type CallTranscriptFragment = { transcript: { monologues: Array<{ topic: string | null, speakerId: string | null, sentences: Array<{ startMs: number | null, endMs: number | null, text: string | null } | null> | null } | null> | null } | null } & { ' $fragmentName'?: 'CallTranscriptFragment' };

export type CallVoicesFragment = { parties: Array<{ upstreamId: string | null, speakerId: string | null, name: string | null, emailAddress: string | null, phoneNumber: string | null, affiliation: string | null } | null> | null, interaction: { speakers: Array<{ upstreamId: string | null, talkTimeSeconds: number | null, party: { upstreamId: string | null } | null } | null> | null } | null } & { ' $fragmentName'?: 'CallVoicesFragment' };

export type DealFragment = (
  { upstreamId: string, name: string | null, stageName: string | null, amount: number | null, currencyIsoCode: string | null, closeDate: string | null, nextStep: string | null, owner: { name: string | null } | null, account: { upstreamId: string, name: string | null } | null, tasks: { nodes: Array<{ subject: string | null, taskSubtype: string | null, activityDate: string | null, isClosed: boolean | null } | null>, pageInfo: { hasNextPage: boolean } } | null, events: { nodes: Array<{ subject: string | null, startDateTime: string | null } | null>, pageInfo: { hasNextPage: boolean } } | null, relatedCalls: { coverage: { completeFrom: string | null }, nodes: Array<{ upstreamId: string, title: string | null, startedAt: string | null } | null> } | null, recent: { totalCount: number | null } | null, heard: { nodes: Array<{ content: { trackers: Array<{ name: string | null, count: number | null } | null> | null } | null } | null> } | null }
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
       | null }> }> | null, crmCurrencies: { areSeveral: boolean, corporate: string | null } | null } & { ' $fragmentName'?: 'DealOwnersFragment' };

export type LongestSilenceFragment = { totalCount: number | null, coverage: { completeFrom: string | null, syncedAt: string | null, lastError: string | null } | null, nodes: Array<(
    { upstreamId: string, name: string | null, amount: number | null, currencyIsoCode: string | null, account: { upstreamId: string, name: string | null } | null }
    & { ' $fragmentRefs'?: { 'SilenceFragment': SilenceFragment } }
  ) | null> } & { ' $fragmentName'?: 'LongestSilenceFragment' };

export type SilenceFragment = { lastActivityDate: string | null, lastCall: { startedAt: string | null, coverage: { completeFrom: string | null } } | null } & { ' $fragmentName'?: 'SilenceFragment' };

export type StagePlotFragment = { byStage: Array<{ count: number, currencyIsoCode: string | null, keys: Array<{ value: string | null }>, sum: { amount: number | null } | null }> | null, crmCurrencies: { areSeveral: boolean } | null, opportunityStages: { nodes: Array<{ apiName: string | null } | null> } | null } & { ' $fragmentName'?: 'StagePlotFragment' };

export type ContactHeadFragment = { name: string | null, title: string | null, department: string | null, email: string | null, phone: string | null, account: { upstreamId: string, name: string | null } | null, owner: { name: string | null } | null, reportsTo: { upstreamId: string, name: string | null } | null, lastCall: { startedAt: string | null, coverage: { completeFrom: string | null } } | null, attended: { startedAt: string | null, call: { upstreamId: string, title: string | null } | null } | null, invited: { startedAt: string | null, call: { upstreamId: string, title: string | null } | null } | null, opportunityContactRoles: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, role: string | null, opportunity: { upstreamId: string, name: string | null, stageName: string | null } | null } | null> } | null } & { ' $fragmentName'?: 'ContactHeadFragment' };

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
    | { __typename: 'Opportunity', stageName: string | null, amount: number | null, currencyIsoCode: string | null, upstreamId: string, recordName: string | null, account: { upstreamId: string, name: string | null } | null }
    | { __typename: 'OpportunityContactRole', upstreamId: string, recordName: string | null }
    | { __typename: 'OpportunityHistory', upstreamId: string, recordName: string | null }
    | { __typename: 'OpportunityLineItem', upstreamId: string, recordName: string | null }
    | { __typename: 'OpportunityStage', upstreamId: string, recordName: string | null }
    | { __typename: 'Pricebook', upstreamId: string, recordName: string | null }
    | { __typename: 'PricebookEntry', upstreamId: string, recordName: string | null }
    | { __typename: 'Product', upstreamId: string, recordName: string | null }
    | { __typename: 'ProductUsage', upstreamId: string, recordName: string | null }
    | { __typename: 'RecordType', upstreamId: string, recordName: string | null }
    | { __typename: 'Task', status: string | null, subject: string | null, activityDate: string | null, upstreamId: string, recordName: string | null, account: { upstreamId: string, name: string | null } | null }
    | { __typename: 'Territory', upstreamId: string, recordName: string | null }
   | null> | null } & { ' $fragmentName'?: 'RecordHitsFragment' };

export type SearchQueryVariables = Exact<{
  term: string;
  after?: string | null | undefined;
  hits: number;
}>;


export type SearchQuery = { ' $fragmentRefs'?: { 'RecordHitsFragment': RecordHitsFragment;'CallHitsFragment': CallHitsFragment } };

export type FillQueryVariables = Exact<{ [key: string]: never; }>;


export type FillQuery = { indexStatus: { completeShare: number, callsPerMinute: number | null, expectedAt: string | null, lastError: string | null, coverage: { completeFrom: string | null } } | null };

export type QuietAccountsFragment = { quiet: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ upstreamId: string, name: string | null, opportunities: { nodes: Array<{ amount: number | null, currencyIsoCode: string | null, stageName: string | null } | null> } | null, lastCall: { startedAt: string | null, coverage: { completeFrom: string | null } } | null } | null> } | null } & { ' $fragmentName'?: 'QuietAccountsFragment' };

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


export type TeamQuery = { users: { pageInfo: { hasNextPage: boolean }, nodes: Array<{ ' $fragmentRefs'?: { 'TeamMemberFragment': TeamMemberFragment } } | null> } | null, won: Array<{ count: number, currencyIsoCode: string | null, sum: { amount: number | null } | null, keys: Array<{ value: string | null }> }> | null, crmCurrencies: { areSeveral: boolean } | null, user?: (
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
export const AccountDealsFragmentDoc = new TypedDocumentString('', {"fragmentName":"AccountDeals"}) as unknown as TypedDocumentString<AccountDealsFragment, unknown>;
export const AccountFilesFragmentDoc = new TypedDocumentString('', {"fragmentName":"AccountFiles"}) as unknown as TypedDocumentString<AccountFilesFragment, unknown>;
export const AccountHeadFragmentDoc = new TypedDocumentString('', {"fragmentName":"AccountHead"}) as unknown as TypedDocumentString<AccountHeadFragment, unknown>;
export const AccountPeopleFragmentDoc = new TypedDocumentString('', {"fragmentName":"AccountPeople"}) as unknown as TypedDocumentString<AccountPeopleFragment, unknown>;
export const AccountWeeksFragmentDoc = new TypedDocumentString('', {"fragmentName":"AccountWeeks"}) as unknown as TypedDocumentString<AccountWeeksFragment, unknown>;
export const LastCallFragmentDoc = new TypedDocumentString('', {"fragmentName":"LastCall"}) as unknown as TypedDocumentString<LastCallFragment, unknown>;
export const AccountTimelineFragmentDoc = new TypedDocumentString('', {"fragmentName":"AccountTimeline"}) as unknown as TypedDocumentString<AccountTimelineFragment, unknown>;
export const AccountResponsesFragmentDoc = new TypedDocumentString('', {"fragmentName":"AccountResponses"}) as unknown as TypedDocumentString<AccountResponsesFragment, unknown>;
export const CallListFragmentDoc = new TypedDocumentString('', {"fragmentName":"CallList"}) as unknown as TypedDocumentString<CallListFragment, unknown>;
export const AccountListFragmentDoc = new TypedDocumentString('', {"fragmentName":"AccountList"}) as unknown as TypedDocumentString<AccountListFragment, unknown>;
export const ContactListFragmentDoc = new TypedDocumentString('', {"fragmentName":"ContactList"}) as unknown as TypedDocumentString<ContactListFragment, unknown>;
export const LeadListFragmentDoc = new TypedDocumentString('', {"fragmentName":"LeadList"}) as unknown as TypedDocumentString<LeadListFragment, unknown>;
export const CallCommentsFragmentDoc = new TypedDocumentString('', {"fragmentName":"CallComments"}) as unknown as TypedDocumentString<CallCommentsFragment, unknown>;
export const CallHeadFragmentDoc = new TypedDocumentString('', {"fragmentName":"CallHead"}) as unknown as TypedDocumentString<CallHeadFragment, unknown>;
export const CallInsightFragmentDoc = new TypedDocumentString('', {"fragmentName":"CallInsight"}) as unknown as TypedDocumentString<CallInsightFragment, unknown>;
export const CallPersonFragmentDoc = new TypedDocumentString('', {"fragmentName":"CallPerson"}) as unknown as TypedDocumentString<CallPersonFragment, unknown>;
export const CallPeopleFragmentDoc = new TypedDocumentString('', {"fragmentName":"CallPeople"}) as unknown as TypedDocumentString<CallPeopleFragment, unknown>;
export const CallScorecardsFragmentDoc = new TypedDocumentString('', {"fragmentName":"CallScorecards"}) as unknown as TypedDocumentString<CallScorecardsFragment, unknown>;
export const CallTimelineFragmentDoc = new TypedDocumentString('', {"fragmentName":"CallTimeline"}) as unknown as TypedDocumentString<CallTimelineFragment, unknown>;
export const CallTrackersFragmentDoc = new TypedDocumentString('', {"fragmentName":"CallTrackers"}) as unknown as TypedDocumentString<CallTrackersFragment, unknown>;
export const PlayerFragmentDoc = new TypedDocumentString('', {"fragmentName":"Player"}) as unknown as TypedDocumentString<PlayerFragment, unknown>;
export const CallTranscriptFragmentDoc = new TypedDocumentString('', {"fragmentName":"CallTranscript"}) as unknown as TypedDocumentString<CallTranscriptFragment, unknown>;
export const CallVoicesFragmentDoc = new TypedDocumentString('', {"fragmentName":"CallVoices"}) as unknown as TypedDocumentString<CallVoicesFragment, unknown>;
export const SilenceFragmentDoc = new TypedDocumentString('', {"fragmentName":"Silence"}) as unknown as TypedDocumentString<SilenceFragment, unknown>;
export const DealFragmentDoc = new TypedDocumentString('', {"fragmentName":"Deal"}) as unknown as TypedDocumentString<DealFragment, unknown>;
export const DealTableFragmentDoc = new TypedDocumentString('', {"fragmentName":"DealTable"}) as unknown as TypedDocumentString<DealTableFragment, unknown>;
export const DealOwnersFragmentDoc = new TypedDocumentString('', {"fragmentName":"DealOwners"}) as unknown as TypedDocumentString<DealOwnersFragment, unknown>;
export const LongestSilenceFragmentDoc = new TypedDocumentString('', {"fragmentName":"LongestSilence"}) as unknown as TypedDocumentString<LongestSilenceFragment, unknown>;
export const StagePlotFragmentDoc = new TypedDocumentString('', {"fragmentName":"StagePlot"}) as unknown as TypedDocumentString<StagePlotFragment, unknown>;
export const ContactHeadFragmentDoc = new TypedDocumentString('', {"fragmentName":"ContactHead"}) as unknown as TypedDocumentString<ContactHeadFragment, unknown>;
export const LeadHeadFragmentDoc = new TypedDocumentString('', {"fragmentName":"LeadHead"}) as unknown as TypedDocumentString<LeadHeadFragment, unknown>;
export const StoryCallsFragmentDoc = new TypedDocumentString('', {"fragmentName":"StoryCalls"}) as unknown as TypedDocumentString<StoryCallsFragment, unknown>;
export const PersonWeeksFragmentDoc = new TypedDocumentString('', {"fragmentName":"PersonWeeks"}) as unknown as TypedDocumentString<PersonWeeksFragment, unknown>;
export const SpokenWithFragmentDoc = new TypedDocumentString('', {"fragmentName":"SpokenWith"}) as unknown as TypedDocumentString<SpokenWithFragment, unknown>;
export const StoryTasksFragmentDoc = new TypedDocumentString('', {"fragmentName":"StoryTasks"}) as unknown as TypedDocumentString<StoryTasksFragment, unknown>;
export const StoryEventsFragmentDoc = new TypedDocumentString('', {"fragmentName":"StoryEvents"}) as unknown as TypedDocumentString<StoryEventsFragment, unknown>;
export const StoryCasesFragmentDoc = new TypedDocumentString('', {"fragmentName":"StoryCases"}) as unknown as TypedDocumentString<StoryCasesFragment, unknown>;
export const StoryMembersFragmentDoc = new TypedDocumentString('', {"fragmentName":"StoryMembers"}) as unknown as TypedDocumentString<StoryMembersFragment, unknown>;
export const ContactStoryFragmentDoc = new TypedDocumentString('', {"fragmentName":"ContactStory"}) as unknown as TypedDocumentString<ContactStoryFragment, unknown>;
export const LeadStoryFragmentDoc = new TypedDocumentString('', {"fragmentName":"LeadStory"}) as unknown as TypedDocumentString<LeadStoryFragment, unknown>;
export const CallHitsFragmentDoc = new TypedDocumentString('', {"fragmentName":"CallHits"}) as unknown as TypedDocumentString<CallHitsFragment, unknown>;
export const RecordHitsFragmentDoc = new TypedDocumentString('', {"fragmentName":"RecordHits"}) as unknown as TypedDocumentString<RecordHitsFragment, unknown>;
export const QuietAccountsFragmentDoc = new TypedDocumentString('', {"fragmentName":"QuietAccounts"}) as unknown as TypedDocumentString<QuietAccountsFragment, unknown>;
export const TopicResultsFragmentDoc = new TypedDocumentString('', {"fragmentName":"TopicResults"}) as unknown as TypedDocumentString<TopicResultsFragment, unknown>;
export const TrackerStagesFragmentDoc = new TypedDocumentString('', {"fragmentName":"TrackerStages"}) as unknown as TypedDocumentString<TrackerStagesFragment, unknown>;
export const TrackersFragmentDoc = new TypedDocumentString('', {"fragmentName":"Trackers"}) as unknown as TypedDocumentString<TrackersFragment, unknown>;
export const MemberPanelFragmentDoc = new TypedDocumentString('', {"fragmentName":"MemberPanel"}) as unknown as TypedDocumentString<MemberPanelFragment, unknown>;
export const TeamMemberFragmentDoc = new TypedDocumentString('', {"fragmentName":"TeamMember"}) as unknown as TypedDocumentString<TeamMemberFragment, unknown>;
export const AccountDocument = new TypedDocumentString('', {"hash":"sha256:32682bf1c6e2d56dbc33eaf4261542f76de081ec9ecedf4c80b607ce848585e3","deferredFields":{"LastCall":["relatedCalls"],"AccountTimeline":["relatedCalls","tasks","tasks","events","cases"]}}) as unknown as TypedDocumentString<AccountQuery, AccountQueryVariables>;
export const BrowseDocument = new TypedDocumentString('', {"hash":"sha256:ad15230d08d3e40ef608286ef43871168e0c401c365f89ec4fe2c6e0fdaadf54"}) as unknown as TypedDocumentString<BrowseQuery, BrowseQueryVariables>;
export const CallDocument = new TypedDocumentString('', {"hash":"sha256:a3822fc5a12b30e9c9c9194bfd0329b55e3b9fa4e83bcfb06a1a80750b844a89","deferredFields":{"CallScorecards":["answeredScorecards"],"CallTranscript":["transcript"]}}) as unknown as TypedDocumentString<CallQuery, CallQueryVariables>;
export const DealsDocument = new TypedDocumentString('', {"hash":"sha256:11c57ba30caaa2c2a83e84e5c3179e7e9e7c1287cc302e2d2acdb14082ad0142"}) as unknown as TypedDocumentString<DealsQuery, DealsQueryVariables>;
export const PersonByEmailDocument = new TypedDocumentString('', {"hash":"sha256:0961dfaa18733d673e93c76f200c37ee797577ce682d18a09c9e1a834f80d089"}) as unknown as TypedDocumentString<PersonByEmailQuery, PersonByEmailQueryVariables>;
export const PersonDocument = new TypedDocumentString('', {"hash":"sha256:f57fd08a4df1a665c4d7c5eaaa70a9b2567c65a3dafa6fc2bfec41c7293fd5df"}) as unknown as TypedDocumentString<PersonQuery, PersonQueryVariables>;
export const SearchDocument = new TypedDocumentString('', {"hash":"sha256:89db9b3fd9499b554ce7cb86999823e16608cfaf88f4cc47e2dc0c13e5000284"}) as unknown as TypedDocumentString<SearchQuery, SearchQueryVariables>;
export const FillDocument = new TypedDocumentString('', {"hash":"sha256:8c8866df53d675d99c8dd5e3e771dcc81827dcaa0eda45a844f10d27880ea478"}) as unknown as TypedDocumentString<FillQuery, FillQueryVariables>;
export const SignalsDocument = new TypedDocumentString('', {"hash":"sha256:61a3004039f82a0b0d545c33d7bea686323917e3f4540fb2e41c245b07d51639"}) as unknown as TypedDocumentString<SignalsQuery, SignalsQueryVariables>;
export const TeamDocument = new TypedDocumentString('', {"hash":"sha256:53aafae7cb4ac82d9c9236eb3fbef07e9fb10e6190a435f87c0a00a7c6baa835"}) as unknown as TypedDocumentString<TeamQuery, TeamQueryVariables>;