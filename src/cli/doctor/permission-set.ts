/**
 * Permission set for the CRM's user (metadata XML): reading what the dashboard, the showcase, the saved
 * questions and the declared custom schema ask for, and nothing else.
 */

import type { CrmModel } from '../../contract/crm/model.ts';
import type { UsedObject } from '../../main/crm-usage.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Standard objects with a permission of their own, and those that theirs depends on. The others follow their records. */
const objects: Readonly<Record<string, readonly string[]>> = {
  Account: [],
  Campaign: [],
  Case: ['Account', 'Contact'],
  Contact: ['Account'],
  Lead: [],
  Opportunity: ['Account'],
  Pricebook2: [],
  Product2: [],
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

/** Parts of an address have the permission of the whole: `BillingCity` → `BillingAddress`. */
function permissionOf(object: string, field: string): string {
  const [, kind] =
    /^(Billing|Shipping|Mailing|Other|)(?:Street|City|State|PostalCode|Country|StateCode|CountryCode|Latitude|Longitude)$/.exec(
      field,
    ) ?? [];
  const isAddress = kind !== undefined && ['Account', 'Contact', 'Lead'].includes(object);
  return isAddress ? `${kind}Address` : field;
}

const isCustom = (name: string): boolean => name.endsWith('__c');

/** Custom fields that their declaration requires are readable with their object. */
function grantedFields({ object, fields: used }: UsedObject): readonly string[] {
  const custom = object.fields.filter(({ name }) => isCustom(name)).map(({ name }) => name);
  const required = new Set(
    object.fields.filter(({ spec }) => spec.required === true).map(({ name }) => name),
  );
  const names = [...used.keys(), ...custom].map((field) => permissionOf(object.name, field));
  return [...new Set(names)]
    .filter((field) =>
      isCustom(field) ? !required.has(field) : fields[object.name]?.has(field) === true,
    )
    .sort();
}

/** @param usage objects that are used. What the model declares of the organisation's own is granted, too. */
export function permissionSet(used: readonly UsedObject[], model: CrmModel): string {
  const usage = withDeclared(used, model);
  const names = usage.map(({ object }) => object.name);
  const readable = new Set(
    names.flatMap((name) =>
      isCustom(name) ? [name] : name in objects ? [name, ...objects[name]!] : [],
    ),
  );
  const rights = ['ApiEnabled', ...(names.some(isActivity) ? ['ActivitiesAccess'] : [])];
  const element = (name: string, members: Readonly<Record<string, string | boolean>>): string => {
    const lines = Object.entries(members).map(
      ([key, value]) => `        <${key}>${value}</${key}>`,
    );
    return `    <${name}>\n${lines.join('\n')}\n    </${name}>\n`;
  };
  const fieldElements = usage.flatMap((one) =>
    grantedFields(one).map((field) =>
      element('fieldPermissions', {
        editable: false,
        field: `${one.object.name}.${field}`,
        readable: true,
      }),
    ),
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
      !used.some((one) => one.object.name === object.name) &&
      (object.custom || object.fields.some(({ name }) => isCustom(name))),
  );
  return [
    ...used,
    ...others.map((object) => ({ object, by: new Set<string>(), fields: new Map() })),
  ];
}

const isActivity = (name: string): boolean => name === 'Task' || name === 'Event';
