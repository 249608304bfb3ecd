/** The form in which configuration states custom fields and objects, and the faults it may have. */

import { z } from 'zod';

/** One thing wrong with the configuration of custom fields and objects. */
export interface SchemaFault {
  /** Where, e.g. `objects.Account.fields.ARR__c.type`. */
  readonly path: string;
  /** What was expected, and what came. */
  readonly message: string;
}

/** Everything wrong with a custom schema at once, so that one edit can mend it. */
export class CustomSchemaError extends Error {
  readonly faults: readonly SchemaFault[];

  constructor(faults: readonly SchemaFault[]) {
    const lines = faults.map(({ path, message }) => `  ${path}: ${message}`);
    super(`The custom schema has ${faults.length} fault(s):\n${lines.join('\n')}`);
    this.name = 'CustomSchemaError';
    this.faults = faults;
  }
}

const customTypes = [
  'string',
  'textarea',
  'picklist',
  'multipicklist',
  'boolean',
  'int',
  'double',
  'currency',
  'percent',
  'date',
  'datetime',
  'email',
  'phone',
  'url',
  'reference',
] as const;

type CustomType = (typeof customTypes)[number];

/** Options that only some types take. */
const optionTypes: Readonly<Record<string, readonly CustomType[]>> = {
  length: ['string', 'textarea', 'email', 'phone', 'url'],
  ofPerson: ['email'],
  values: ['picklist', 'multipicklist'],
  to: ['reference'],
  relationship: ['reference'],
  childRelationship: ['reference'],
  childDescription: ['reference'],
};

const objectName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'expected the API name of an object, such as Account');
const relationshipName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*__r$/, 'expected a relationship name that ends in __r');
const graphName = z
  .string()
  .regex(
    /^(?!__)[a-z][A-Za-z0-9_]*$/,
    'expected a GraphQL field name that starts with a small letter',
  );
const typeName = z
  .string()
  .regex(/^[A-Z][A-Za-z0-9]*$/, 'expected a GraphQL type name that starts with a capital');
const text = z.string().trim().min(1, 'expected some text');

export const fieldConfig = z
  .strictObject({
    type: z.enum(customTypes),
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
    if (field.type === 'reference' && field.to === undefined) {
      const message = 'expected the object that the reference points to, and nothing came';
      context.addIssue({ code: 'custom', path: ['to'], message });
    }
  });

export type FieldConfig = z.infer<typeof fieldConfig>;

const fields = z.record(z.string(), z.unknown());

/** What may be added to an object that exists without configuration. */
export const extensionConfig = z.strictObject({ fields });

export const objectConfig = z.strictObject({
  keyPrefix: z
    .string()
    .regex(/^[a-z][A-Za-z0-9]{2}$/, 'expected three characters, the first a small letter: a01'),
  nameField: z.string().optional(),
  label: text.optional(),
  description: text.optional(),
  typeName: typeName.optional(),
  /** Tasks and events may concern its records. */
  activities: z.boolean().optional(),
  /** Notes and legacy attachments may belong to its records. */
  attachments: z.boolean().optional(),
  searchable: z.boolean().optional(),
  fields,
});

/** Zod's issues as faults below `path`, each saying what came where that is not plain. */
export function faultsOf(error: z.ZodError, path: string, input: unknown): SchemaFault[] {
  return error.issues.map((issue) => {
    const at = [path, ...issue.path.map(String)].filter((part) => part !== '').join('.');
    const came = describe(valueAt(input, issue.path));
    const plain = issue.code === 'custom' || issue.code === 'unrecognized_keys';
    return { path: at, message: plain ? issue.message : `${issue.message}; ${came} came` };
  });
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  );
}

/** A value in an error message: short ones as they are, the rest by kind. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const shown = JSON.stringify(value);
  return shown.length <= 60 ? shown : `a text of ${shown.length} characters`;
}
