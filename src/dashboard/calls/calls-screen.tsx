/** Calls: one list, the newest first, of all that bars, marks and counts of other screens lead to. */

import { useState } from 'react';
import { useClient } from 'urql';
import { readPages } from '../data/pages.ts';
import { useQuestion } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { readFragment } from '../graphql/index.ts';
import { useRowKeys } from '../shared/row-keys.ts';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { CallFigures } from './call-figures.tsx';
import { CallFilters } from './call-filters.tsx';
import { CallTable, callTableFragment } from './call-table.tsx';
import { callsFilterOf } from './calls-filter.ts';
import { callsQuestion } from './calls-question.ts';
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
      ({ calls }) => readFragment(callTableFragment, calls),
    );
  return (
    <Screen title="Calls" answer={answer} skeleton={<CallsSkeleton />}>
      {(data) => (
        <>
          <div className="screen-head">
            <h1>Calls</h1>
            <CallFigures query={data} />
          </div>
          <CallFilters query={data} filter={filter} />
          <CallTable calls={data.calls} filter={filter} readAll={readAll} />
        </>
      )}
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
