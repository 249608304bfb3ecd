/** Colleagues beyond the first page: the pages that follow it are read once it is there. */

import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { readPages } from '../data/pages.ts';
import type { Answer } from '../data/screen.tsx';
import type { TeamQuery } from '../graphql/graphql.ts';
import { teamQuestion } from './team-question.ts';

/** With the first page a thousand colleagues. */
const mostPages = 9;

type Users = NonNullable<TeamQuery['users']>['nodes'];
type Variables = NonNullable<ReturnType<typeof teamQuestion.variablesAt>>;

export interface OtherUsers {
  readonly users: Users;
  /** No more follow them, and none is missing. */
  readonly isWhole: boolean;
}

const none: OtherUsers = { users: [], isWhole: true };

/** @returns null while they are being read */
export function useOtherUsers({ data, isLoading, meta }: Answer<TeamQuery>): OtherUsers | null {
  const client = useClient();
  const { hasNextPage = false, endCursor = null } = data?.users?.pageInfo ?? {};
  const hasOthers = hasNextPage && endCursor !== null;
  /** Variables of the page that follows the first, as text that changes with them alone. */
  const next = hasOthers && !isLoading ? textOf(meta.variables, endCursor) : null;
  const [read, setRead] = useState<{ of: string; others: OtherUsers } | null>(null);
  useEffect(() => {
    if (next === null) return;
    let isCurrent = true;
    const keep = (others: OtherUsers): void => {
      if (isCurrent) setRead({ of: next, others });
    };
    const variables: Variables = JSON.parse(next);
    readPages(
      client,
      teamQuestion.document,
      (after) => (after === null ? variables : { ...variables, ...{ after } }),
      ({ users }) => users,
      mostPages,
    ).then(
      ({ rows, isWhole }) => keep({ users: [...rows], isWhole }),
      () => keep({ users: [], isWhole: false }),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, next]);
  if (!hasOthers) return none;
  return next !== null && read?.of === next ? read.others : null;
}

const textOf = (variables: unknown, after: string): string =>
  JSON.stringify({
    ...(variables as Variables),
    ...{ user: '', withUser: false, onlyUsers: true, after },
  });
