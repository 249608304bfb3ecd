/** Browse: pages of all accounts, contacts and leads, for readers without a name to search for. */

import { useQuestion } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { Link } from '../shared/link.tsx';
import { useRowKeys } from '../shared/row-keys.ts';
import { SavedQuestions } from '../shared/saved-questions.tsx';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { browseQuestion } from './browse-question.ts';
import { AccountList, ContactList, LeadList } from './record-list.tsx';
import './browse.css';

export default function BrowseScreen() {
  useRowKeys();
  const { get } = useAddress();
  const tooShort = get('q');
  const answer = useQuestion(browseQuestion);
  return (
    <Screen title="Browse" answer={answer} skeleton={<BrowseSkeleton tooShort={tooShort} />}>
      {(data) => (
        <>
          <BrowseHead tooShort={tooShort} />
          <div className="browse">
            <AccountList query={data} after={get('accounts')} />
            <ContactList query={data} after={get('contacts')} />
            <LeadList query={data} after={get('leads')} />
          </div>
          <SavedQuestions />
        </>
      )}
    </Screen>
  );
}

interface BrowseHeadProps {
  /** What Search was asked for and has not searched. */
  readonly tooShort: string | null;
}

function BrowseHead({ tooShort }: BrowseHeadProps) {
  return (
    <div>
      <h1>Browse the CRM</h1>
      <p className="muted hint">
        {tooShort === null
          ? 'If you know a name, press '
          : `“${tooShort}” is too short to search for: press `}
        <kbd>/</kbd> and type at least two letters {tooShort === null ? 'of it' : 'or digits'}.{' '}
        <Link href="/calls">All calls</Link> have a list of their own.
      </p>
    </div>
  );
}

function BrowseSkeleton(props: BrowseHeadProps) {
  return (
    <>
      <BrowseHead {...props} />
      <div className="browse">
        <Skeleton rows={3} height="block" />
        <Skeleton rows={3} height="block" />
        <Skeleton rows={3} height="block" />
      </div>
    </>
  );
}
