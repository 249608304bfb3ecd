/** CRM usage: which objects and fields of the CRM the dashboard's screens, the showcase and the saved questions ask for. */

import {
  type GraphQLSchema,
  getNamedType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { CrmModel, CrmObject } from '../contract/crm/model.ts';
import type { CrmRequirement } from '../graph/crm/record-plan.ts';

/** An object that documents use. */
export interface UsedObject {
  readonly object: CrmObject;
  /** Names of the documents that use it. */
  readonly by: Set<string>;
  /** Documents by field (API name), Id and currencies left out. */
  readonly fields: Map<string, Set<string>>;
}

/** A document and its name for a reader. */
export interface NamedDocument {
  readonly name: string;
  readonly query: string;
}

/**
 * Used objects by API name, in the order of the model. What variables alone name is not among them, nor are
 * currencies: they are not there in an organisation with one, and no right hides them.
 */
export function crmUsage(
  schema: GraphQLSchema,
  model: CrmModel,
  documents: readonly NamedDocument[],
): readonly UsedObject[] {
  const usage = new Map<string, UsedObject>();
  for (const { name, query } of documents) {
    const use = (object: CrmObject | undefined, ...fields: readonly string[]): void => {
      if (object === undefined) return;
      const used: UsedObject = usage.get(object.name) ?? {
        object,
        by: new Set(),
        fields: new Map(),
      };
      usage.set(object.name, used.by.add(name) && used);
      for (const field of fields)
        if (field !== 'Id' && model.field(object.name, field)?.spec.severalCurrencies !== true)
          used.fields.set(field, (used.fields.get(field) ?? new Set()).add(name));
    };
    walk(schema, model, query, use);
  }
  return model.objects.flatMap((object) => usage.get(object.name) ?? []);
}

type Use = (object: CrmObject | undefined, ...fields: readonly string[]) => void;

function walk(schema: GraphQLSchema, model: CrmModel, query: string, use: Use): void {
  const info = new TypeInfo(schema);
  /** The object whose filter or order an input type is. */
  const ofInput = (suffix: RegExp, typeName = ''): CrmObject | undefined =>
    suffix.test(typeName) ? model.objectOfType(typeName.replace(suffix, '')) : undefined;
  const named = (object: CrmObject | undefined, graphName: string): void => {
    const field = object?.fields.find((member) => member.graphName === graphName);
    const relationship = object?.relationships.find((member) => member.graphName === graphName);
    const used = field ?? relationship?.field;
    if (used) use(object, used.name);
  };
  visit(
    parse(query),
    visitWithTypeInfo(info, {
      Field() {
        const definition = info.getFieldDef();
        if (!definition) return;
        const object = model.objectOfType(info.getParentType()?.name ?? '');
        const below = model.objectOfType(getNamedType(definition.type).name);
        // People are found by their addresses from wherever they are no part of a record.
        use(below, ...(object === undefined ? (below?.addresses ?? []) : []));
        if (object) useNeeded(model, object, definition.extensions.crm, use);
      },
      ObjectField(node) {
        named(ofInput(/Filter$/, getNamedType(info.getParentInputType())?.name), node.name.value);
      },
      EnumValue(node) {
        const value = getNamedType(info.getInputType());
        const object = ofInput(/OrderField$/, value?.name);
        named(
          object,
          node.value.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        );
      },
    }),
  );
}

/** What a field of an object needs of its record and of those below it. */
function useNeeded(model: CrmModel, object: CrmObject, extension: unknown, use: Use): void {
  const need = extension as CrmRequirement | undefined;
  use(object);
  if (need?.kind === 'fields' || need?.kind === 'windows') use(object, ...need.fields);
  else if (need?.kind === 'parent') use(object, need.relationship.field.name);
  else if (need?.kind === 'children') use(model.object(need.child.object), need.child.field);
}
