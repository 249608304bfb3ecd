/** Calls: one list, the newest first, of all that bars, marks and counts of other screens lead to. */

import { useState } from 'react';
import { useClient } from 'urql';
import { hasCome } from '../data/deferred.ts';
import { readPages } from '../data/pages.ts';
import { useQuestion } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { readFragment } from '../graphql/index.ts';
import { NoRecord } from '../shared/no-record.tsx';
import { useRowKeys } from '../shared/row-keys.ts';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { callChoicesFragment } from './call-choices.ts';
import { CallFigures } from './call-figures.tsx';
import { CallFilters } from './call-filters.tsx';
import { pageOf, relatedRecord } from './call-page.ts';
import { CallTable } from './call-table.tsx';
import { callsFilterOf } from './calls-filter.ts';
import { callsQuestion } from './calls-question.ts';
import { readLinkedAccounts } from './linked-account.ts';
import { OfRecord } from './of-record.tsx';
import './calls.css';

export default function CallsScreen() {
  useRowKeys();
  const address = useAddress();
  const [now] = useState(() => new Date());
  const filter = callsFilterOf(address, now);
  const answer = useQuestion(callsQuestion);
  const client = useClient();
  const readAll = () =>
    readPages(
      client,
      callsQuestion.document,
      (after) => ({
        ...callsQuestion.variablesAt({ ...address, id: '' }, now)!,
        ...{ after, rows: 100, onlyTable: true },
      }),
      pageOf,
    );
  return (
    <Screen title="Calls" answer={answer} skeleton={<CallsSkeleton />}>
      {(data) => {
        const record = relatedRecord(data);
        if (record === null)
          return (
            <NoRecord what="record" paths={['related']}>
              The CRM has no {filter.isOfPeople ? 'deal' : 'account, person or deal'} of this id: it
              was deleted, or merged with another.
            </NoRecord>
          );
        const page = pageOf(data);
        const choices = hasCome(callChoicesFragment, 'owners', data)
          ? readFragment(callChoicesFragment, data)
          : null;
        return (
          <>
            <div className="screen-head">
              <h1>Calls</h1>
              <CallFigures
                query={data}
                page={page}
                days={filter.days}
                linked={choices && readLinkedAccounts(choices)}
              />
            </div>
            {record !== undefined && <OfRecord record={record} isOfPeople={filter.isOfPeople} />}
            <CallFilters query={data} choices={choices} filter={filter} />
            <CallTable page={page} filter={filter} readAll={readAll} />
          </>
        );
      }}
    </Screen>
  );
}

function CallsSkeleton() {
  return (
    <>
      <h1>Calls</h1>
      <Skeleton rows={2} height="line" />
      <Skeleton rows={12} height="row" />
    </>
  );
}
