/** Hidden model: the CRM as a user knows it who may not read some of its objects and fields. */

import type { CrmModel, CrmObject } from '../../contract/crm/model.ts';

/**
 * What is hidden does not exist, as in the CRM: a reference goes with its field, a child list with
 * its object or the field that names the parent.
 * @param hidden objects (`Case`) and fields (`Account.AnnualRevenue`), in any case.
 */
export function modelWithout(model: CrmModel, hidden: readonly string[]): CrmModel {
  const names = new Set(hidden.map((name) => name.toLowerCase()));
  const isHidden = (...path: readonly string[]): boolean => names.has(path.join('.').toLowerCase());
  const visible = (object: CrmObject): CrmObject => ({
    ...object,
    fields: object.fields.filter(({ name }) => !isHidden(object.name, name)),
    relationships: object.relationships.flatMap((relationship) => {
      const [target, ...others] = relationship.targets.filter((name) => !isHidden(name));
      const isGone = target === undefined || isHidden(object.name, relationship.field.name);
      return isGone ? [] : [{ ...relationship, targets: [target, ...others] }];
    }),
    children: object.children.filter(
      (child) => !isHidden(child.object) && !isHidden(child.object, child.field),
    ),
  });
  // Hidden objects keep their place in the list, by which the search index numbers its rows.
  const objects = model.objects.map(visible);
  const objectOf = (name: string): CrmObject | undefined => {
    const object = isHidden(name) ? undefined : model.object(name);
    return object && objects[model.objects.indexOf(object)];
  };
  const member = <T extends { readonly name: string }>(
    members: readonly T[] | undefined,
    name: string,
  ): T | undefined => members?.find((member) => member.name.toLowerCase() === name.toLowerCase());
  return {
    objects,
    object: objectOf,
    declaredObject(name) {
      const object = objectOf(name);
      if (object === undefined)
        throw new Error(`Expected an object that is not hidden; got ${name}`);
      return object;
    },
    objectOfType: (name) => objectOf(model.objectOfType(name)?.name ?? ''),
    objectOfId: (id) => objectOf(model.objectOfId(id)?.name ?? ''),
    field: (object, name) => member(objectOf(object)?.fields, name),
    relationship: (object, name) => member(objectOf(object)?.relationships, name),
    child: (object, name) => member(objectOf(object)?.children, name),
  };
}
