/** Browse: pages of all calls, accounts, contacts and leads, for readers without a name to search for. */

import { useAddress } from '../data/address.ts';
import { useQuestion } from '../data/screen.tsx';
import { useRowKeys } from '../shared/row-keys.ts';
import { SavedQuestions } from '../shared/saved-questions.tsx';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { browseQuestion } from './browse-question.ts';
import { CallList } from './call-list.tsx';
import { AccountList, ContactList, LeadList } from './record-list.tsx';
import './browse.css';

export default function BrowseScreen() {
  useRowKeys();
  const { get } = useAddress();
  const answer = useQuestion(browseQuestion);
  return (
    <Screen title="Browse" answer={answer} skeleton={<BrowseSkeleton />}>
      {(data) => (
        <>
          <BrowseHead />
          <div className="browse">
            <CallList query={data} after={get('calls')} />
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

function BrowseHead() {
  return (
    <div>
      <h1>Browse both systems</h1>
      <p className="muted hint">
        If you know a name, press <kbd>/</kbd> and type at least two letters of it.
      </p>
    </div>
  );
}

function BrowseSkeleton() {
  return (
    <>
      <BrowseHead />
      <div className="browse">
        <Skeleton rows={3} height="block" />
        <Skeleton rows={3} height="block" />
        <Skeleton rows={3} height="block" />
        <Skeleton rows={3} height="block" />
      </div>
    </>
  );
}
