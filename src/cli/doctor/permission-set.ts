/**
 * Permission set for the CRM's user (metadata XML): reading what the dashboard, the showcase, the saved
 * questions and the declared custom schema ask for, and nothing else.
 */

import type { CrmField, CrmModel } from '../../contract/crm/model.ts';
import { isCustomName } from '../../contract/crm/naming.ts';
import { memberAt } from '../../contract/member-at.ts';
import type { UsedObject } from '../../main/crm-usage.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Standard objects with a permission of their own, and those that theirs depends on. */
const objects: Readonly<Record<string, readonly string[]>> = {
  Account: [],
  Asset: ['Account', 'Contact'],
  Campaign: [],
  Case: ['Account', 'Contact'],
  Contact: ['Account'],
  Contract: ['Account'],
  Lead: [],
  Opportunity: ['Account'],
  Pricebook2: [],
  Product2: [],
};

/** Standard objects without one, which are read by whoever reads these. Activities and files have a right, or go by their sharing. */
const parents: Readonly<Record<string, readonly string[]>> = {
  CampaignMember: ['Campaign', 'Contact', 'Lead'],
  CampaignMemberStatus: ['Campaign'],
  CaseComment: ['Case'],
  OpportunityContactRole: ['Contact', 'Opportunity'],
  OpportunityHistory: ['Opportunity'],
  OpportunityLineItem: ['Opportunity', 'Product2'],
  PricebookEntry: ['Pricebook2', 'Product2'],
};

/**
 * Standard fields that field-level security can hide. Any other is readable with its object, or can't be
 * named in a permission set, which would be refused as a whole: a required or a system field.
 */
const fields: Readonly<Record<string, ReadonlySet<string>>> = {
  Account: new Set(
    words(`AccountNumber AccountSource AnnualRevenue BillingAddress Description Fax Industry
      NumberOfEmployees Ownership ParentId Phone Rating ShippingAddress Sic SicDesc Site TickerSymbol
      Type Website`),
  ),
  Campaign: new Set(
    words(`ActualCost BudgetedCost Description EndDate ExpectedResponse ExpectedRevenue IsActive
      NumberSent ParentId StartDate Status Type`),
  ),
  Case: new Set(
    words(`AccountId AssetId ContactEmail ContactFax ContactId ContactMobile ContactPhone Description
      Origin ParentId Priority Reason Subject SuppliedCompany SuppliedEmail SuppliedName SuppliedPhone
      Type`),
  ),
  Contact: new Set(
    words(`AccountId AssistantName AssistantPhone Birthdate Department Description DoNotCall Email Fax
      HasOptedOutOfEmail HomePhone LeadSource MailingAddress MobilePhone OtherAddress OtherPhone Phone
      ReportsToId Title`),
  ),
  Lead: new Set(
    words(`Address AnnualRevenue Description DoNotCall Email Fax HasOptedOutOfEmail Industry LeadSource
      MobilePhone NumberOfEmployees Phone Rating Title Website`),
  ),
  Opportunity: new Set(
    words(`AccountId Amount CampaignId Description ExpectedRevenue LeadSource NextStep Probability
      TotalOpportunityQuantity Type`),
  ),
};

const part =
  'Street|City|State|PostalCode|Country|StateCode|CountryCode|Latitude|Longitude|GeocodeAccuracy';
const addressPart = new RegExp(`^(Billing|Shipping|Mailing|Other|)(?:${part})$`);
const placePart = new RegExp(`__(?:${part})__s$`);

/**
 * The field whose permission decides: a compound field's for its parts, a contact's for a person account's.
 * @example BillingCity → Account.BillingAddress; Seat__Latitude__s → Account.Seat__c; Loyalty__pc → Contact.Loyalty__c
 */
function permissionOf(object: string, field: string): string {
  if (object === 'Account') {
    const ofPerson = /^(.+)__pc$/.exec(field);
    if (ofPerson) return `Contact.${ofPerson[1]}__c`;
    const [, standard] = /^Person([A-Z]\w*)$/.exec(field) ?? [];
    if (standard !== undefined) return permissionOf('Contact', standard);
  }
  if (placePart.test(field)) return `${object}.${field.replace(placePart, '__c')}`;
  const [, kind] = addressPart.exec(field) ?? [];
  const isAddress = kind !== undefined && ['Account', 'Contact', 'Lead'].includes(object);
  return `${object}.${isAddress ? `${kind}Address` : field}`;
}

const isCustom = (name: string): boolean => name.endsWith('__c');

/** Whether a field that is required has no permission of its own; a checkbox, which is never null, has one. */
const isOpenWithObject = ({ spec }: CrmField): boolean =>
  spec.required === true && spec.type !== 'boolean';

/** Fields with their objects. */
function grantedFields({ object, fields: used }: UsedObject): readonly string[] {
  const declared = object.fields.filter(({ spec }) => spec.custom === true).map(({ name }) => name);
  const open = new Set(object.fields.filter(isOpenWithObject).map(({ name }) => name));
  return [...used.keys(), ...declared]
    .filter((field) => !isCustomName(field) || !open.has(field))
    .map((field) => permissionOf(object.name, field))
    .filter((name) => {
      const [of = '', field = ''] = name.split('.');
      return isCustom(field) || fields[of]?.has(field) === true;
    });
}

/** Adds the objects that reading an object needs, itself among them: those the CRM demands, and the masters of its records. */
function addNeeded(model: CrmModel, name: string, readable: Set<string>): void {
  if (readable.has(name)) return;
  if (isCustom(name) || name in objects) readable.add(name);
  const masters = (model.object(name)?.relationships ?? [])
    .filter(({ field, targets }) => targets.length === 1 && field.spec.required === true)
    .flatMap(({ targets }) => targets);
  const demanded = objects[name] ?? parents[name] ?? [];
  for (const above of [...demanded, ...(isCustom(name) ? masters : [])])
    addNeeded(model, above, readable);
}

/** @param usage objects that are used. What the model declares of the organisation's own is granted, too. */
export function permissionSet(used: readonly UsedObject[], model: CrmModel): string {
  const usage = withDeclared(used, model);
  const names = usage.map(({ object }) => object.name);
  const granted = [...new Set(usage.flatMap(grantedFields))].sort();
  // A person account is read with its contact.
  const holders = granted.map((field) => memberAt(field.split('.'), 0));
  const readable = new Set<string>();
  for (const name of [...names, ...holders]) addNeeded(model, name, readable);
  const rights = ['ApiEnabled', ...(names.some(isActivity) ? ['ActivitiesAccess'] : [])];
  const element = (name: string, members: Readonly<Record<string, string | boolean>>): string => {
    const lines = Object.entries(members).map(
      ([key, value]) => `        <${key}>${value}</${key}>`,
    );
    return `    <${name}>\n${lines.join('\n')}\n    </${name}>\n`;
  };
  const fieldElements = granted.map((field) =>
    element('fieldPermissions', { editable: false, field, readable: true }),
  );
  const objectElements = [...readable].sort().map((object) =>
    element('objectPermissions', {
      allowCreate: false,
      allowDelete: false,
      allowEdit: false,
      allowRead: true,
      modifyAllRecords: false,
      object,
      viewAllRecords: false,
    }),
  );
  const rightElements = rights.map((name) => element('userPermissions', { enabled: true, name }));
  return `<?xml version="1.0" encoding="UTF-8"?>
<PermissionSet xmlns="http://soap.sforce.com/2006/04/metadata">
    <description>Reads what Switchboard asks for, and writes nothing. Sharing decides which records.</description>
${fieldElements.join('')}    <hasActivationRequired>false</hasActivationRequired>
    <label>Switchboard reads</label>
${objectElements.join('')}${rightElements.join('')}</PermissionSet>
`;
}

/** The organisation's own objects, and standard ones with fields of its own, were declared to be read. */
function withDeclared(used: readonly UsedObject[], { objects }: CrmModel): readonly UsedObject[] {
  const others = objects.filter(
    (object) =>
      !used.some((use) => use.object.name === object.name) &&
      (object.custom || object.fields.some(({ spec }) => spec.custom === true)),
  );
  return [
    ...used,
    ...others.map((object) => ({ object, by: new Set<string>(), fields: new Map() })),
  ];
}

const isActivity = (name: string): boolean => name === 'Task' || name === 'Event';
