/** Rules of visibility: by object of the CRM, what makes a row one of the viewer's people. `own` and `team` differ in the people alone. */

import type { CrmModel, CrmObject } from '../contract/crm/model.ts';

/** What opens a row; any of it does. */
export interface CrmRule {
  /** Whether its owner does. */
  readonly owner: boolean;
  /** Whether the owner may be a queue, whose rows are hidden whatever they refer to. */
  readonly hasQueues: boolean;
  /** References that do where they lead to an anchor; `Id` where the row may be one itself. */
  readonly anchors: readonly string[];
  /** References that do where they lead to one of the people. */
  readonly people: readonly string[];
  /** Relationships that do where their row is visible. */
  readonly through: readonly string[];
  /** The field with the id of a file, which is visible by its links. */
  readonly file: string | null;
  /** Relationships whose row is visible whenever this one is. */
  readonly implied: readonly string[];
  /** Figures about rows of others, which are null. */
  readonly figures: ReadonlySet<string>;
  /** Whether the rows belong to nobody, and everybody sees them. */
  readonly isOpen: boolean;
}

const nothing: CrmRule = {
  ...{ owner: false, hasQueues: false, file: null, isOpen: false },
  ...{ anchors: [], people: [], through: [], implied: [], figures: new Set<string>() },
};

const rule = (parts: Partial<CrmRule>): CrmRule => ({ ...nothing, ...parts });
const owned = (parts: Partial<CrmRule> = {}): CrmRule => rule({ ...parts, owner: true });
const openToAll = rule({ isOpen: true });
const ofDeal = rule({ anchors: ['OpportunityId'], implied: ['Opportunity'] });
const activity = owned({ anchors: ['WhatId', 'AccountId'] });
const attached = owned({ anchors: ['ParentId'] });

const campaign = rule({
  isOpen: true,
  figures: new Set([
    ...['NumberOfLeads', 'NumberOfConvertedLeads', 'NumberOfContacts', 'NumberOfResponses'],
    ...['NumberOfOpportunities', 'NumberOfWonOpportunities'],
    ...['AmountAllOpportunities', 'AmountWonOpportunities'],
  ]),
});

/** Standard objects. One that is missing here is shown to nobody. */
const standardRules: Readonly<Record<string, CrmRule>> = {
  Account: owned({ anchors: ['Id'] }),
  Opportunity: owned({ anchors: ['Id', 'AccountId'] }),
  Contact: owned({ anchors: ['AccountId'], implied: ['Account'] }),
  Case: owned({ anchors: ['AccountId'], implied: ['Account'] }),
  Contract: owned({ anchors: ['AccountId'] }),
  Asset: owned({ anchors: ['AccountId'] }),
  Lead: owned(),
  Task: activity,
  Event: activity,
  Note: attached,
  Attachment: attached,
  OpportunityContactRole: ofDeal,
  OpportunityHistory: ofDeal,
  OpportunityLineItem: ofDeal,
  CaseComment: rule({ through: ['Parent'], implied: ['Parent'] }),
  CampaignMember: rule({ anchors: ['AccountId'], through: ['Contact', 'Lead'] }),
  ContentDocument: rule({ file: 'Id', implied: ['LatestPublishedVersion'] }),
  ContentVersion: rule({ file: 'ContentDocumentId', implied: ['ContentDocument'] }),
  ContentDocumentLink: rule({
    anchors: ['LinkedEntityId'],
    people: ['LinkedEntityId'],
    implied: ['ContentDocument'],
  }),
  Campaign: campaign,
  CampaignMemberStatus: openToAll,
  OpportunityStage: openToAll,
  Product2: openToAll,
  Pricebook2: openToAll,
  PricebookEntry: openToAll,
  User: openToAll,
  UserRole: openToAll,
  Profile: openToAll,
  Group: openToAll,
  RecordType: openToAll,
};

/** Objects whose records are anchors. */
export const anchored: readonly string[] = ['Account', 'Opportunity'];

/** Custom objects: their owner, and each of their references that may lead to an anchor. */
const customRule = ({ fields }: CrmObject): CrmRule =>
  rule({
    owner: fields.some(({ name }) => name === 'OwnerId'),
    anchors: fields
      .filter(({ spec }) => spec.reference?.to.some((target) => anchored.includes(target)))
      .map(({ name }) => name),
  });

const rulesOf = new WeakMap<CrmModel, Map<string, CrmRule>>();

export function ruleOf(model: CrmModel, object: CrmObject): CrmRule {
  let rules = rulesOf.get(model);
  if (rules === undefined) {
    rules = new Map();
    rulesOf.set(model, rules);
  }
  let made = rules.get(object.name);
  if (made === undefined) {
    const plain = object.custom ? customRule(object) : (standardRules[object.name] ?? nothing);
    const owners = model.field(object.name, 'OwnerId')?.spec.reference?.to ?? [];
    made = { ...plain, hasQueues: plain.owner && owners.includes('Group') };
    rules.set(object.name, made);
  }
  return made;
}

/** Whether every row of the object is shown to everybody, with all of its fields. */
export function isShownToAll(model: CrmModel, object: CrmObject): boolean {
  const { isOpen, figures } = ruleOf(model, object);
  return isOpen && figures.size === 0;
}
