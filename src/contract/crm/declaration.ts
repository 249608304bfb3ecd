/** Declaration language for CRM objects. A declaration gives the GraphQL type with its filter and ordering, the SOQL that reads it, and the synthetic company's table. */

/** The CRM's field types, as its own describe call names them. */
export type FieldType =
  | 'id'
  | 'reference'
  | 'string'
  | 'textarea'
  | 'picklist'
  | 'multipicklist'
  | 'combobox'
  | 'boolean'
  | 'int'
  | 'double'
  | 'currency'
  | 'percent'
  | 'date'
  | 'datetime'
  | 'email'
  | 'phone'
  | 'url'
  | 'address'
  | 'base64';

export interface CrmFieldSpec {
  readonly type: FieldType;
  /** One sentence for the schema's readers. */
  readonly description: string;
  /** Never null on a readable record. */
  readonly required?: boolean | undefined;
  /** Longest value, in characters. */
  readonly length?: number | undefined;
  /** Usual values of a picklist; an organisation may have others, so nothing may depend on the list being closed. */
  readonly values?: readonly string[] | undefined;
  /**
   * Target of a reference: the relationship's name in SOQL paths, and the possible objects.
   * `relationship: null` where the CRM offers no path, only the id.
   */
  readonly reference?:
    | {
        readonly relationship: string | null;
        readonly to: readonly string[];
        /** Name of the record in the graph, where the one that follows from the relationship won't do. */
        readonly graphName?: string | undefined;
        /** The child relationship that a custom reference gives its target. */
        readonly child?: { readonly name: string; readonly description: string } | undefined;
      }
    | undefined;
  /** For an address: the prefix of its part fields, e.g. `Billing` for BillingStreet, BillingCity … */
  readonly parts?: string;
  /** An address of the person that the record is: by these a call's people are found. */
  readonly ofPerson?: boolean | undefined;
  /** The synthetic company has plausible values for it, though none of its generators speaks of the field. */
  readonly filled?: boolean | undefined;
  /** A field of this organisation, from configuration. */
  readonly custom?: boolean | undefined;
  /** There only in an organisation with several currencies: elsewhere the CRM does not know its name. */
  readonly severalCurrencies?: boolean | undefined;
  /** Name in the graph, where the one that follows from the API name won't do. */
  readonly graphName?: string | undefined;
}

/** Longer text can be read, but neither filtered, sorted nor grouped by. */
const longestSearchedText = 255;

export function isLongText({ type, length = 0 }: Pick<CrmFieldSpec, 'type' | 'length'>): boolean {
  return type === 'textarea' || length > longestSearchedText;
}

/** A child relationship: the records of `object` whose `field` references the parent. */
export interface ChildSpec {
  readonly object: string;
  readonly field: string;
  readonly description: string;
}

export interface CrmObjectSpec {
  /** API name, e.g. `Account`, `Product_Usage__c`. */
  readonly object: string;
  /** Entity of the execute endpoint that reads it; `query` for objects without one of their own. */
  readonly entity: string;
  /** First three characters of its ids, case-sensitive. */
  readonly keyPrefix: string;
  /** Field that names a record to a person. */
  readonly nameField: string;
  readonly description: string;
  /** Every field but Id, which all objects have. Order is the order in the schema. */
  readonly fields: Readonly<Record<string, CrmFieldSpec>>;
  /** By relationship name, as a child subquery spells it. */
  readonly children: Readonly<Record<string, ChildSpec>>;
  /** False where `FIELDS(STANDARD)` is refused. */
  readonly fieldsSelector?: false;
  /** GraphQL type name, where it differs from `object` (CrmUser). */
  readonly typeName?: string | undefined;
  /** False where SOSL does not search it. */
  readonly searchable?: boolean | undefined;
  /** Tasks and events may concern records of a custom object, notes and legacy attachments belong to them. */
  readonly activities?: boolean | undefined;
  readonly attachments?: boolean | undefined;
  /** An object of this organisation, from configuration. */
  readonly custom?: boolean | undefined;
}

export function defineObject<const O extends CrmObjectSpec>(spec: O): O {
  return spec;
}

/** The longest value in characters, or what else holds of the field: `string('Name.', 80, 'required')`. */
type Option = number | 'required' | 'ofPerson' | 'filled';

const specOf = (
  type: FieldType,
  description: string,
  options: readonly Option[],
  more: Partial<CrmFieldSpec> = {},
): CrmFieldSpec => ({
  type,
  description,
  ...more,
  ...Object.fromEntries(
    options.map((option) => (typeof option === 'number' ? ['length', option] : [option, true])),
  ),
});

const field =
  (type: FieldType) =>
  (description: string, ...options: readonly Option[]): CrmFieldSpec =>
    specOf(type, description, options);

/** Values or names: `'Hot | Warm | Cold'`, over several lines where it must be. */
export function list(text: string): readonly string[] {
  return text === '' ? [] : text.split('|').map((entry) => entry.trim());
}

type List = string | readonly string[];

const listed = (names: List): readonly string[] =>
  typeof names === 'string' ? list(names) : names;

const choice =
  (type: 'picklist' | 'combobox') =>
  (description: string, values: List = [], ...options: readonly Option[]): CrmFieldSpec =>
    specOf(type, description, options, { values: listed(values) });

export const string = field('string');
export const textarea = field('textarea');
export const boolean = field('boolean');
export const int = field('int');
export const double = field('double');
export const currency = field('currency');
export const percent = field('percent');
export const date = field('date');
export const datetime = field('datetime');
export const email = field('email');
export const phone = field('phone');
export const url = field('url');
export const base64 = field('base64');
export const picklist = choice('picklist');
export const combobox = choice('combobox');

/** A compound, read-only address; `parts` is the prefix of the fields it is made of. */
export const address = (description: string, parts: string): CrmFieldSpec =>
  specOf('address', description, [], { parts });

/** A reference; `to` names one object, or several when it is polymorphic. */
export const reference = (
  relationship: string | null,
  to: List,
  description: string,
  ...options: readonly Option[]
): CrmFieldSpec =>
  specOf('reference', description, options, { reference: { relationship, to: listed(to) } });

/** A child relationship: records of `object` whose `field` names the parent. */
export const children = (object: string, field: string, description: string): ChildSpec => ({
  object,
  field,
  description,
});

/** Tasks and events by their reference: `activities('WhoId', 'with the lead')`. */
export const activities = (field: 'WhoId' | 'WhatId', which: string) => ({
  Tasks: children('Task', field, `Tasks ${which}.`),
  Events: children('Event', field, `Events ${which}.`),
});

/** Legacy attachments and links to files of a record: `attached('the deal')`. */
export const attached = (what: string) => ({
  Attachments: children('Attachment', 'ParentId', `Legacy files attached to ${what}.`),
  ContentDocumentLinks: children(
    'ContentDocumentLink',
    'LinkedEntityId',
    `Links to files shared with ${what}.`,
  ),
});
