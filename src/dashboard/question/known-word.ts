/** Words that a variable of a question may be: picklist values of the CRM, names of trackers. */

import { useQuery } from 'urql';
import { documentOf } from '../data/document.ts';
import type { ComparedField } from '../data/saved-question.ts';
import { graphql } from '../graphql/index.ts';

const picklists = graphql(`
  query Picklists($object: String!) {
    crmObject(name: $object) {
      fields {
        graphName
        picklistValues {
          value
          isActive
        }
      }
    }
  }
`);

// A page: more can be typed.
const trackers = graphql(`
  query TrackerNames {
    trackers(first: 100) {
      nodes {
        name
      }
    }
  }
`);

export interface KnownWords {
  /** None where the field has no list. */
  readonly words: readonly string[];
  readonly isAsking: boolean;
}

export function useKnownWords(compared: ComparedField | null): KnownWords {
  const isOfTrackers = compared?.type === 'Tracker';
  const [ofObject] = useQuery({
    query: documentOf(picklists),
    variables: { object: compared?.type ?? '' },
    pause: compared === null || isOfTrackers,
  });
  const [ofTrackers] = useQuery({
    query: documentOf(trackers),
    variables: {},
    pause: !isOfTrackers,
  });
  const isAsking = ofObject.fetching || ofTrackers.fetching;
  const names = ofTrackers.data?.trackers?.nodes.flatMap((node) => node?.name ?? []) ?? [];
  const fields = ofObject.data?.crmObject?.fields ?? [];
  const field = fields.find(({ graphName }) => graphName === compared?.field);
  const values = field?.picklistValues ?? [];
  return {
    words: isOfTrackers
      ? [...new Set(names)]
      : values.flatMap(({ value, isActive }) => (isActive ? value : [])),
    isAsking,
  };
}
