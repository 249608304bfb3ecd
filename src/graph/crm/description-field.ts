/** The root field `crmObject`, which tells an object's fields, picklist values and record types as they are now, and what a record type allows. */

import type { CrmObject } from '../../contract/crm/model.ts';
import { filledTextOf } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { listSize, single, times } from '../../engine/plan/cost-sum.ts';
import type { Cost, FieldPlace } from '../../engine/plan/field-cost.ts';
import { beginningOf, UserInputError } from '../../errors.ts';
import type { Builder, Ref } from '../builder.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { fieldOf } from './crm-row.ts';
import {
  allowedPicklists,
  describedFields,
  describedRecordTypes,
  type FieldDescription,
  isCustomField,
  objectLabel,
  type Picklist,
  type PicklistValue,
  picklistValues,
  type RecordTypeDescription,
} from './object-description.ts';
import { reads } from './record-plan.ts';
import { crmType } from './type-reference.ts';

const solid = { list: false, items: false } as const;
const requiredItems = { list: true, items: false } as const;

export function defineDescriptions(graph: TypeRegistry): void {
  const { builder, crm } = graph;
  const value = defineValue(builder);
  const picklist = definePicklist(builder, value);
  const description = builder.objectRef<CrmObject>('CrmObjectDescription').implement({
    description: 'An object of the CRM, as the CRM describes it to the connected user.',
    fields: (t) => ({
      name: t.string({
        nullable: false,
        description: 'API name.',
        resolve: ({ name }) => name,
      }),
      typeName: t.string({
        nullable: false,
        description: 'The type of its records in this graph.',
        resolve: (object) => object.typeName,
      }),
      label: t.string({
        cost: describedBy('label'),
        description: 'What people call it, in the language of the connected user.',
        resolve: (object, _args, context) => objectLabel(context, object),
      }),
      fields: t.field({
        type: [defineField(builder, value)],
        cost: (fieldPlace) => times(describedBy('fields')(fieldPlace), listSize),
        nullable: requiredItems,
        description: 'Its fields, as far as the connected user may read them.',
        args: {
          names: t.arg.stringList({
            description: 'Only these, by API name. One that is not there is left out.',
          }),
        },
        resolve: async (object, { names }, context) => {
          const fields = await describedFields(context, object);
          return names ? fields.filter(({ name }) => names.includes(name)) : fields;
        },
      }),
      recordTypes: t.field({
        type: [defineRecordType(builder, picklist)],
        cost: (fieldPlace) => times(describedBy('recordTypes')(fieldPlace), listSize),
        nullable: requiredItems,
        description: 'The kinds that its records are of.',
        resolve: (object, _args, context) => describedRecordTypes(context, object),
      }),
    }),
  });
  builder.queryField('crmObject', (t) =>
    t.field({
      type: description,
      // A flow of its own: what is selected of one object is paid for once.
      cost: () => ({ ...single }),
      description:
        'How the CRM describes one of the objects of this graph now: its fields with their picklist values, and its record types. At most some minutes old.',
      args: {
        name: t.arg.string({ required: true, description: 'API name, for example Account.' }),
      },
      resolve: (_root, { name }, context) => {
        const object = context.model.object(name);
        if (object !== undefined) return object;
        throw new UserInputError(
          `Expected the API name of an object in this graph, such as Account; got ${JSON.stringify(beginningOf(name, 60))}.`,
        );
      },
    }),
  );
  builder.objectField(crmType(crm, 'RecordType').row, 'picklists', (t) =>
    t.field({
      type: [picklist],
      cost: allowedCost,
      nullable: requiredItems,
      description: allowedWords,
      args: { fields: t.arg.stringList({ description: fieldsWords }) },
      ...reads('SobjectType'),
      resolve: async (row, { fields }, context) => {
        const object = filledTextOf(fieldOf(row, 'SobjectType'));
        return object === null ? null : chosen(context, object, row.id, fields);
      },
    }),
  );
}

const allowedWords =
  'What a record of the type may have in each picklist. Over own accounts alone.';
const fieldsWords = 'Only the picklists of these fields, by API name.';

async function chosen(
  context: GraphContext,
  object: string,
  id: string,
  fields: readonly string[] | null | undefined,
): Promise<readonly Picklist[]> {
  const lists = await allowedPicklists(context, object, id);
  return fields ? lists.filter(({ field }) => fields.includes(field)) : lists;
}

const isDescribed = (fieldPlace: FieldPlace): boolean =>
  fieldPlace.given('isDescribed', (_args, { connector }) => connector.describesFields());

/** Over own accounts one call tells all of an object; elsewhere fields and record types are a statement each. */
const describedBy =
  (part: 'label' | 'fields' | 'recordTypes'): Cost =>
  (fieldPlace) => {
    const shared = isDescribed(fieldPlace) || part !== 'recordTypes' ? 'description' : part;
    if (fieldPlace.estimate.mark(fieldPlace.fanout, shared))
      fieldPlace.estimate.add('crm', fieldPlace.fanout.rows);
    return fieldPlace.fanout;
  };

/** A call for each record type; they are fewer than records. */
const allowedCost: Cost = (fieldPlace) => {
  if (isDescribed(fieldPlace))
    fieldPlace.estimate.add('crm', Math.min(fieldPlace.fanout.rows, listSize));
  return times(fieldPlace.fanout, listSize);
};

/** Statements of picklist values: two have room for all of most objects. */
const valuesCost: Cost = (fieldPlace) => {
  if (!isDescribed(fieldPlace)) fieldPlace.estimate.add('crm', 2 * fieldPlace.fanout.batches);
  return times(fieldPlace.fanout, listSize);
};

const defineValue = (builder: Builder): Ref<PicklistValue> =>
  builder.objectRef<PicklistValue>('CrmPicklistValue').implement({
    description: 'A value of a picklist.',
    fields: (t) => ({
      value: t.string({
        nullable: false,
        description: 'As it stands in records and in filters.',
        resolve: (entry) => entry.value,
      }),
      label: t.string({
        nullable: false,
        description: 'As people see it, in the language of the connected user.',
        resolve: (entry) => entry.label,
      }),
      isActive: t.boolean({
        nullable: false,
        description: 'Whether it can still be chosen; older records may have one that cannot.',
        resolve: (entry) => entry.isActive,
      }),
      isDefault: t.boolean({
        nullable: false,
        description: 'Whether new records have it unless another is chosen.',
        resolve: (entry) => entry.isDefault,
      }),
    }),
  });

const definePicklist = (builder: Builder, value: Ref<PicklistValue>): Ref<Picklist> =>
  builder.objectRef<Picklist>('CrmPicklist').implement({
    description: 'A picklist as a record type allows it.',
    fields: (t) => ({
      field: t.string({
        nullable: false,
        description: 'API name of its field.',
        resolve: (list) => list.field,
      }),
      values: t.field({
        type: [value],
        nullable: solid,
        description: 'The values that a record of the type may have.',
        resolve: (list) => list.values,
      }),
    }),
  });

const defineField = (builder: Builder, value: Ref<PicklistValue>): Ref<FieldDescription> =>
  builder.objectRef<FieldDescription>('CrmFieldDescription').implement({
    description: 'A field of an object of the CRM.',
    fields: (t) => ({
      name: t.string({
        nullable: false,
        description: 'API name.',
        resolve: (field) => field.name,
      }),
      graphName: t.string({
        description: 'Its name in this graph; null where the graph does not have it.',
        resolve: ({ object, name }, _args, { model }) => model.field(object.name, name)?.graphName,
      }),
      label: t.string({
        description: 'What people call it, in the language of the connected user.',
        resolve: (field) => field.label,
      }),
      type: t.string({
        nullable: false,
        description: 'Its type, as the CRM names it: picklist, currency, reference …',
        resolve: (field) => field.type,
      }),
      isCustom: t.boolean({
        nullable: false,
        description: 'Whether it is the organisation’s own.',
        resolve: isCustomField,
      }),
      isNillable: t.boolean({
        description: 'Whether records may lack it.',
        resolve: (field) => field.isNillable,
      }),
      picklistValues: t.field({
        type: [value],
        cost: valuesCost,
        nullable: requiredItems,
        description:
          'All its values, those among them that cannot be chosen any more; null for a field without a list.',
        resolve: (field, _args, context) => picklistValues(context, field),
      }),
    }),
  });

const defineRecordType = (builder: Builder, picklist: Ref<Picklist>): Ref<RecordTypeDescription> =>
  builder.objectRef<RecordTypeDescription>('CrmRecordTypeDescription').implement({
    description: 'A kind of an object’s records, as the connected user may see it.',
    fields: (t) => ({
      upstreamId: t.id({
        nullable: false,
        description: 'Id of the record type in the CRM.',
        resolve: (type) => type.id,
      }),
      name: t.string({ description: 'What people call it.', resolve: (type) => type.name }),
      developerName: t.string({
        description: 'Its name in interfaces, which stays.',
        resolve: (type) => type.developerName,
      }),
      isActive: t.boolean({
        description: 'Whether new records may have it.',
        resolve: (type) => type.isActive,
      }),
      isAvailable: t.boolean({
        description:
          'Whether the connected user may make records of it; null where it is not told: it is over own accounts alone.',
        resolve: (type) => type.isAvailable,
      }),
      isDefault: t.boolean({
        description:
          'Whether records that the connected user makes are of it unless another is chosen; null where it is not told: it is over own accounts alone.',
        resolve: (type) => type.isDefault,
      }),
      isMaster: t.boolean({
        nullable: false,
        description: 'Whether it is the type of records that have none.',
        resolve: (type) => type.isMaster,
      }),
      picklists: t.field({
        type: [picklist],
        cost: allowedCost,
        nullable: requiredItems,
        description: allowedWords,
        args: { fields: t.arg.stringList({ description: fieldsWords }) },
        resolve: ({ object, id }, { fields }, context) => chosen(context, object, id, fields),
      }),
    }),
  });
