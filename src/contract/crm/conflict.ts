/** Names and prefixes that custom fields and objects may not share with others. */

import type { SchemaFault } from './custom-config.ts';
import type { ObjectSpec } from './define.ts';
import {
  fieldName,
  memberName,
  reservedMemberNames,
  reservedTypeNames,
  typeName,
} from './naming.ts';

/** Objects that share a key prefix, an API name but for case, or a type name; and names of records that are no field. */
export function identityFaults(objects: readonly ObjectSpec[]): SchemaFault[] {
  const faults: SchemaFault[] = [];
  const prefixes = new Map<string, string>();
  const names = new Map<string, string>();
  const types = new Map<string, string>();
  for (const spec of objects) {
    const path = `objects.${spec.object}`;
    const claim = (taken: Map<string, string>, key: string, at: string, what: string) => {
      const other = taken.get(key);
      if (other === undefined) taken.set(key, spec.object);
      else faults.push({ path: at, message: `${what} ${key} belongs to ${other} already` });
    };
    claim(prefixes, spec.keyPrefix, `${path}.keyPrefix`, 'key prefix');
    claim(names, spec.object.toLowerCase(), path, 'the name (whatever its case)');
    claim(types, typeName(spec), `${path}.typeName`, 'type name');
    if (reservedTypeNames.has(typeName(spec))) {
      const message = `type name ${typeName(spec)} is taken by the graph; state another`;
      faults.push({ path: `${path}.typeName`, message });
    }
    if (spec.nameField !== 'Id' && !Object.hasOwn(spec.fields, spec.nameField)) {
      const message = `expected a field of the object, ${spec.nameField} came`;
      faults.push({ path: `${path}.nameField`, message });
    }
  }
  return faults;
}

/** A name that a member of an object would have in the graph. */
interface Claim {
  readonly graphName: string;
  readonly what: string;
  readonly path: string;
  readonly custom: boolean;
}

/** Members of an object whose API names differ only in case, or whose graph names are taken. */
export function nameFaults(objects: readonly ObjectSpec[]): SchemaFault[] {
  return objects.flatMap((spec) => [...caseFaults(spec), ...claimFaults(claimsOf(spec))]);
}

function caseFaults(spec: ObjectSpec): SchemaFault[] {
  const seen = new Set<string>();
  return Object.keys(spec.fields).flatMap((name) => {
    const known = seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    const message = `${spec.object} has a field of this name but for case`;
    return known ? [{ path: `objects.${spec.object}.fields.${name}`, message }] : [];
  });
}

function claimFaults(claims: readonly Claim[]): SchemaFault[] {
  const taken = new Map<string, string>();
  return claims.flatMap(({ graphName, what, path, custom }) => {
    const other =
      taken.get(graphName) ??
      (custom && reservedMemberNames.has(graphName) ? 'a member that the graph adds' : undefined);
    if (other === undefined) {
      taken.set(graphName, what);
      return [];
    }
    return [{ path, message: `${what} would be ${graphName} in the graph, as ${other} is` }];
  });
}

function claimsOf(spec: ObjectSpec): readonly Claim[] {
  const fields = Object.entries(spec.fields).flatMap(([name, field]): Claim[] => {
    const path = `objects.${spec.object}.fields.${name}`;
    const custom = field.custom === true;
    const relationship = field.reference?.relationship ?? null;
    const claim = { graphName: fieldName(name, field), what: `field ${name}`, path, custom };
    if (relationship === null) return [claim];
    const graphName = memberName(relationship);
    return [claim, { graphName, what: `relationship ${relationship}`, path, custom }];
  });
  const children = Object.entries(spec.children).map(
    ([name, child]): Claim => ({
      graphName: memberName(name),
      what: `child relationship ${name} of ${spec.object}`,
      path: `objects.${child.object}.fields.${child.field}.childRelationship`,
      custom: name.endsWith('__r'),
    }),
  );
  return [...fields, ...children];
}
