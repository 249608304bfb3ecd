/** Deals: what is open, each with the activity of both systems on one line of time. */

import { useMemo } from 'react';
import { useClient } from 'urql';
import { readPages } from '../data/pages.ts';
import { useScreen } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { readFragment } from '../graphql/index.ts';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { filterOf, variablesOf } from './deal-filter.ts';
import { DealTable, dealTableFragment } from './deal-table.tsx';
import { dealsQuestion } from './deals-question.ts';
import { FilterBar } from './filter-bar.tsx';
import { LongestSilence } from './longest-silence.tsx';
import { readStages, StagePlot } from './stage-plot.tsx';
import { periodOf } from './timeline-period.ts';
import './deal.css';

/** The largest pages, and nothing beside the table. */
const ofFile = { rows: 100, onlyTable: true };

export default function DealsScreen() {
  const filter = filterOf(useAddress());
  const period = useMemo(() => periodOf(new Date()), []);
  const answer = useScreen(dealsQuestion.document, variablesOf(filter, period));
  const client = useClient();
  const readAll = () =>
    readPages(
      client,
      dealsQuestion.document,
      (after) => ({ ...variablesOf({ ...filter, after }, period), ...ofFile }),
      ({ bySilence, opportunities }) => readFragment(dealTableFragment, bySilence ?? opportunities),
    );
  return (
    <Screen title="Deals" answer={answer} skeleton={<DealsSkeleton />}>
      {(data) => {
        const stages = readStages(data);
        const deals = filter.sort === 'silence' ? data.bySilence : data.opportunities;
        const count = readFragment(dealTableFragment, deals)?.totalCount ?? null;
        return (
          <>
            <Head isOpen={filter.moved === null} />
            <div className="two">
              <StagePlot
                stages={stages}
                chosen={filter.stages}
                isOpen={filter.moved === null}
                listed={count}
              />
              <LongestSilence deals={data.silence} filter={filter} period={period} />
            </div>
            <FilterBar filter={filter} stages={stages.names} query={data} now={period.now} />
            <DealTable
              deals={deals}
              coverage={data.silence?.coverage}
              readAll={readAll}
              filter={filter}
              period={period}
            />
          </>
        );
      }}
    </Screen>
  );
}

function Head({ isOpen = true }) {
  return (
    <header className="deals-head">
      <h1>Deals</h1>
      <p className="muted">
        {isOpen ? 'What is open' : 'What moved, open or closed'}, and when anybody was last in touch
        about it: calls above the line of time, the CRM’s activities below it.
      </p>
    </header>
  );
}

function DealsSkeleton() {
  return (
    <>
      <Head />
      <div className="two">
        <Skeleton rows={1} height="block" />
        <Skeleton rows={1} height="block" />
      </div>
      <Skeleton rows={1} height="line" />
      <Skeleton rows={12} height="row" />
    </>
  );
}
