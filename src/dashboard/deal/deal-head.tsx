/** What a deal is: whose, how much, where it stands, and how long its own last call is ago. */

import { faultsAt, useMeta } from '../data/screen.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { amountText } from '../shared/amount.ts';
import { dateOf, daysSince } from '../shared/day.ts';
import { Fact } from '../shared/fact.tsx';
import { dayText } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Faults, isOfPanel } from '../shared/panel.tsx';
import { callsOfDeal, silenceOf } from './silence.ts';
import { OtherContact, OwnCall } from './silence-text.tsx';

const fragment = graphql(`
  fragment DealHead on Opportunity {
    name
    stageName
    isClosed
    isWon
    amount
    currencyIsoCode
    closeDate
    nextStep
    account {
      upstreamId
      name
    }
    owner {
      name
    }
    ...Silence
  }
`);

const paths = ['account', 'owner', 'ownCall', 'withPeople'].map((name) => `opportunity.${name}`);

export function DealHead(props: { deal: FragmentType<typeof fragment>; now: Date }) {
  const { now } = props;
  const deal = readFragment(fragment, props.deal);
  const { account, amount, closeDate, isClosed, isWon } = deal;
  const { faults } = useMeta();
  const ownFaults = paths.flatMap((path) => faultsAt(faults, path)).filter(isOfPanel);
  const silence = silenceOf(deal, now);
  const isOverdue =
    isClosed === false && closeDate != null && daysSince(dateOf(closeDate), now) > 0;
  return (
    <div className="record-head">
      <div>
        <h1>{deal.name ?? 'A deal without a name'}</h1>
        <p className="muted in-text">
          Deal
          {account != null && (
            <>
              {' with '}
              <Link href={`/account/${account.upstreamId}`}>{account.name}</Link>
            </>
          )}
        </p>
      </div>
      {ownFaults.length > 0 && <Faults faults={[...new Set(ownFaults)]} />}
      <dl>
        <Fact name="Amount">
          {amount == null ? null : amountText(amount, deal.currencyIsoCode)}
        </Fact>
        <Fact name="Stage">
          {deal.stageName}
          {isClosed === true && deal.stageName !== null && !namesResult(deal.stageName) && (
            <span className="sub">{isWon ? 'won' : 'lost'}</span>
          )}
        </Fact>
        <Fact name={isClosed === true ? 'Closed' : 'Closes'}>
          {closeDate == null ? null : (
            <>
              {dayText(dateOf(closeDate), now)}
              {isOverdue && <span className="sub overdue">overdue</span>}
            </>
          )}
        </Fact>
        <Fact name="Owner">{deal.owner?.name ?? null}</Fact>
        <Fact name="Next step in the CRM">{deal.nextStep}</Fact>
        <div className="deal-silence">
          <dt>
            <abbr title={callsOfDeal}>Last call about it</abbr>
          </dt>
          <dd>
            <OwnCall silence={silence} now={now} />
            <OtherContact silence={silence} now={now} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** `Closed Won` says it itself. */
const namesResult = (stage: string): boolean => /\b(won|lost)\b/i.test(stage);
