/** What a variable of a question is compared with, so that a form can offer the words there are. */

import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** A field of a type: a CRM object's (`Opportunity`, `stageName`), or the name of a `Tracker`. */
export interface ComparedField {
  readonly type: string;
  readonly field: string;
}

/** A member of an input object, such as `gte` of `DateFilter`. */
export interface Member {
  readonly input: string;
  readonly name: string;
}

/** By the variable's name; one that is compared with several fields has the first. */
export function comparedFields(
  schema: GraphQLSchema,
  document: DocumentNode,
): ReadonlyMap<string, ComparedField> {
  const found = new Map<string, ComparedField>();
  const typeInfo = new TypeInfo(schema);
  const members: Member[] = [];
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      ObjectField: {
        enter({ name }) {
          const input = getNamedType(typeInfo.getParentInputType())?.name ?? '';
          members.push({ input, name: name.value });
        },
        leave() {
          members.pop();
        },
      },
      Variable({ name }) {
        const compared = comparedBy(members.at(-1), members.at(-2));
        if (compared !== null && !found.has(name.value)) found.set(name.value, compared);
      },
    }),
  );
  return found;
}

/** @param member whose value the variable is @param outer the member around it */
export function comparedBy(
  member: Member | undefined,
  outer: Member | undefined,
): ComparedField | null {
  if (member?.input === 'CallTrackerFilter' && member.name === 'name')
    return { type: 'Tracker', field: 'name' };
  if (member?.input === 'CallAbout' && member.name === 'stage')
    return { type: 'Opportunity', field: 'stageName' };
  const [, type] = /^(\w+)Filter$/.exec(outer?.input ?? '') ?? [];
  const isCompared = /^(?:String|MultiPicklist)Filter$/.test(member?.input ?? '');
  return isCompared && type !== undefined && outer !== undefined
    ? { type, field: outer.name }
    : null;
}
