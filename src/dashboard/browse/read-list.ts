/** All pages of one of the lists, without the others. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { useClient } from 'urql';
import { type Page, type Rows, readPages } from '../data/pages.ts';
import { browseQuestion } from './browse-question.ts';

export type BrowseAnswer = ResultOf<typeof browseQuestion.document>;

const lists = {
  accounts: 'asksAccounts',
  contacts: 'asksContacts',
  leads: 'asksLeads',
} as const;
export type ListName = keyof typeof lists;

const none = {
  ...{ accounts: null, asksAccounts: false, contacts: null, asksContacts: false },
  ...{ leads: null, asksLeads: false },
};

/** @param pageOf the list in an answer */
export function useReadList<Node>(
  list: ListName,
  pageOf: (answer: BrowseAnswer) => Page<Node> | null,
): () => Promise<Rows<Node>> {
  const client = useClient();
  return () =>
    readPages(
      client,
      browseQuestion.document,
      (after) => ({ rows: 100, ...none, [lists[list]]: true, [list]: after }),
      pageOf,
    );
}
