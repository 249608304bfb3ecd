/** Custom fields: the form that their configuration has, and the declaration that it gives. */

import { z } from 'zod';
import { audit } from './common-field.ts';
import type { CrmFieldSpec } from './declaration.ts';
import { standardObjects } from './standard.ts';

const customTypes = [
  ...([
    'string',
    'textarea',
    'picklist',
    'multipicklist',
    'boolean',
    'int',
    'double',
    'currency',
  ] as const),
  ...(['percent', 'date', 'datetime', 'email', 'phone', 'url', 'reference', 'address'] as const),
] as const;

type CustomType = (typeof customTypes)[number];

/** Options that only some types take. */
const optionTypes: Readonly<Record<string, readonly CustomType[]>> = {
  length: ['string', 'textarea', 'email', 'phone', 'url'],
  ofPerson: ['email'],
  values: ['picklist', 'multipicklist'],
  to: ['reference'],
  relationship: ['reference'],
  recordGraphName: ['reference'],
  childRelationship: ['reference'],
  childDescription: ['reference'],
};

export const matching = (pattern: RegExp, expected: string) =>
  z.string().regex(pattern, `expected ${expected}`);
const objectName = matching(
  /^[A-Za-z][A-Za-z0-9_]*$/,
  'the API name of an object, such as Account',
);
const relationshipName = matching(/^[A-Za-z][A-Za-z0-9_]*$/, 'the name of a relationship');
const customRelationship = /__p?r$/;
const graphName = matching(
  /^(?!__)[a-z][A-Za-z0-9_]*$/,
  'a GraphQL field name that starts with a small letter',
);
export const text = z.string().trim().min(1, 'expected some text');

export const fieldConfig = z
  .strictObject({
    type: z.enum(customTypes),
    /** A field of the CRM itself that not every organisation has: `RecordTypeId`, `IsPersonAccount`. */
    standard: z.literal(true).optional(),
    label: text.optional(),
    description: text.optional(),
    required: z.boolean().optional(),
    graphName: graphName.optional(),
    length: z.int().min(1).max(131_072).optional(),
    /** Whether people of calls are found by it, as by the standard address. */
    ofPerson: z.boolean().optional(),
    values: z.array(text).optional(),
    to: objectName.optional(),
    relationship: relationshipName.optional(),
    /** Name in the graph of the record that it leads to. */
    recordGraphName: graphName.optional(),
    /** Null where the parent has no child relationship. */
    childRelationship: relationshipName.nullable().optional(),
    childDescription: text.optional(),
  })
  .superRefine((field, context) => {
    for (const [option, types] of Object.entries(optionTypes)) {
      if (option in field && !types.includes(field.type)) {
        const message = `goes with ${types.join(', ')} only, and the type is ${field.type}`;
        context.addIssue({ code: 'custom', path: [option], message });
      }
    }
    for (const option of ['relationship', 'childRelationship'] as const) {
      const name = field[option];
      if (field.standard || typeof name !== 'string' || customRelationship.test(name)) continue;
      const message = `expected a relationship name that ends in __r; ${shownInput(name)} came`;
      context.addIssue({ code: 'custom', path: [option], message });
    }
    if (field.type === 'address' && field.standard !== true) {
      const message = 'address is a type of standard fields alone';
      context.addIssue({ code: 'custom', path: ['type'], message });
    }
    if (field.type === 'reference' && field.to === undefined) {
      const message = 'expected the object that the reference points to, and nothing came';
      context.addIssue({ code: 'custom', path: ['to'], message });
    }
  });

const customFieldName = /^[A-Za-z]([A-Za-z0-9_]*[A-Za-z0-9])?__(?:c|pc|s)$/;
const standardFieldName = /^[A-Z][A-Za-z0-9]*$/;

/** What is wrong with the name of a field; null for one that may be. */
export function fieldNameIssue(object: string, name: string, isStandard: boolean): string | null {
  return isStandard ? standardNameIssue(object, name) : customNameIssue(name);
}

const customNameIssue = (name: string): string | null =>
  customFieldName.test(name)
    ? null
    : 'expected a field name that ends in __c; a field of the CRM itself has "standard": true';

function standardNameIssue(object: string, name: string): string | null {
  if (!standardFieldName.test(name)) return 'expected the name of a standard field: no underscore';
  return usualFields(object).has(name.toLowerCase())
    ? 'the graph has this field already; leave it out'
    : null;
}

/** Names of the fields that an object has in every organisation, in small letters. */
export function usualFields(object: string): ReadonlySet<string> {
  const spec = standardObjects.find((standard) => standard.object === object);
  const names = Object.keys(spec?.fields ?? { Name: null, OwnerId: null, ...audit });
  return new Set(['Id', ...names].map((name) => name.toLowerCase()));
}

export function customFieldSpec(
  object: string,
  name: string,
  config: z.infer<typeof fieldConfig>,
): CrmFieldSpec {
  const { label = name, description = label, to, relationship, ...others } = config;
  const {
    childRelationship,
    childDescription,
    recordGraphName,
    standard = false,
    ...field
  } = others;
  const usualChild = standard ? null : `${object.replace(/__c$/, '')}s__r`;
  const child = childRelationship === undefined ? usualChild : childRelationship;
  return {
    ...field,
    ...(field.type === 'address' && { parts: name.replace(/Address$/, '') }),
    description,
    custom: true,
    reference:
      to === undefined
        ? undefined
        : {
            relationship:
              relationship ?? (standard ? name.replace(/Id$/, '') : name.replace(/c$/, 'r')),
            to: [to],
            graphName: recordGraphName,
            child:
              child === null
                ? undefined
                : {
                    name: child,
                    description: childDescription ?? `Records of ${object} that name this one.`,
                  },
          },
  };
}

/** A value in an error message: short ones as they are, the rest by kind. */
export function shownInput(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `a text of ${text.length} characters`;
}
