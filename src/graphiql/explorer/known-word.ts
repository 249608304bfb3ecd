/** Words that a value may be: picklist values of the CRM, names of trackers. Asked for once, when somebody is about to write one. */

import { useEffect, useState } from 'react';
import type { ComparedField } from '../../questions/compared-field.ts';
import { ask } from '../graph/ask.ts';
import { settings } from '../settings.ts';

interface KnownWord {
  readonly value: string;
  readonly label: string;
}

type WordsByField = ReadonlyMap<string, readonly KnownWord[]>;

const picklists = `query Picklists($name: String!) {
  crmObject(name: $name) { fields { graphName picklistValues { value label isActive } } }
}`;

// A page: more can be typed.
const trackers = 'query TrackerNames { trackers(first: 100) { nodes { name } } }';

const wordsByType = new Map<string, Promise<WordsByField>>();

async function askPicklists(name: string): Promise<WordsByField> {
  const { answer } = await ask({
    query: picklists,
    variables: { name },
    operationName: 'Picklists',
  });
  const object = answer.data?.crmObject as {
    readonly fields: readonly {
      readonly graphName: string | null;
      readonly picklistValues: readonly (KnownWord & { readonly isActive: boolean })[] | null;
    }[];
  } | null;
  // Asked again when it is needed again.
  if (!object) wordsByType.delete(name);
  return new Map(
    (object?.fields ?? []).flatMap(({ graphName, picklistValues }) =>
      graphName === null || picklistValues === null
        ? []
        : [[graphName, picklistValues.filter(({ isActive }) => isActive)] as const],
    ),
  );
}

async function askTrackers(): Promise<WordsByField> {
  const { answer } = await ask({ query: trackers, operationName: 'TrackerNames' });
  const list = answer.data?.trackers as {
    readonly nodes: readonly ({ readonly name: string | null } | null)[];
  } | null;
  if (!list) wordsByType.delete('Tracker');
  const names = new Set((list?.nodes ?? []).flatMap((tracker) => tracker?.name ?? []));
  return new Map([['name', [...names].map((name) => ({ value: name, label: name }))]]);
}

/** None until they are there, and where there is no list of them. */
export function useKnownWords(
  compared: ComparedField | null,
  isWanted: boolean,
): readonly KnownWord[] {
  const [words, setWords] = useState<readonly KnownWord[]>([]);
  const { type, field } = compared ?? { type: '', field: '' };
  useEffect(() => {
    if (type === '' || !isWanted || settings.onlyTrusted) return;
    let isGone = false;
    const answered =
      wordsByType.get(type) ?? (type === 'Tracker' ? askTrackers() : askPicklists(type));
    wordsByType.set(type, answered);
    void answered.then((byField) => isGone || setWords(byField.get(field) ?? []));
    return () => {
      isGone = true;
    };
  }, [type, field, isWanted]);
  return words;
}
