/** Picklist values of the CRM's fields, asked for once per object when somebody is about to write one. */

import { useEffect, useState } from 'react';
import { ask } from '../graph/ask.ts';
import { settings } from '../settings.ts';

interface PicklistWord {
  readonly value: string;
  readonly label: string;
}

type Picklists = ReadonlyMap<string, readonly PicklistWord[]>;

const query = `query Picklists($name: String!) {
  crmObject(name: $name) { fields { graphName picklistValues { value label isActive } } }
}`;

const picklistsByObject = new Map<string, Promise<Picklists>>();

async function askPicklists(name: string): Promise<Picklists> {
  const { answer } = await ask({ query, variables: { name }, operationName: 'Picklists' });
  const object = answer.data?.crmObject as {
    readonly fields: readonly {
      readonly graphName: string | null;
      readonly picklistValues: readonly (PicklistWord & { readonly isActive: boolean })[] | null;
    }[];
  } | null;
  // Asked again when it is needed again.
  if (!object) picklistsByObject.delete(name);
  return new Map(
    (object?.fields ?? []).flatMap(({ graphName, picklistValues }) =>
      graphName === null || picklistValues === null
        ? []
        : [[graphName, picklistValues.filter(({ isActive }) => isActive)] as const],
    ),
  );
}

/** Words of a field; none until they are there, and where it has no list. */
export function usePicklist(
  object: string | null,
  field: string,
  isWanted: boolean,
): readonly PicklistWord[] {
  const [words, setWords] = useState<readonly PicklistWord[]>([]);
  useEffect(() => {
    if (object === null || !isWanted || settings.onlyTrusted) return;
    let isGone = false;
    const picklists = picklistsByObject.get(object) ?? askPicklists(object);
    picklistsByObject.set(object, picklists);
    void picklists.then((byField) => isGone || setWords(byField.get(field) ?? []));
    return () => {
      isGone = true;
    };
  }, [object, field, isWanted]);
  return words;
}
