/** Person: a contact or lead with everything that happened with them in both systems. */

import { useParams } from 'wouter';
import { useQuestion } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { NoRecord } from '../shared/no-record.tsx';
import { OtherRecord } from '../shared/other-record.tsx';
import { readRecordName } from '../shared/record-id.ts';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { ContactHead } from './contact-head.tsx';
import { LeadHead } from './lead-head.tsx';
import { PersonByEmail } from './person-by-email.tsx';
import { firstOf, personQuestion } from './person-question.ts';
import { ContactStory, LeadStory } from './person-story.tsx';
import './person.css';

export default function PersonRoute() {
  const name = readRecordName(useParams<{ id: string }>().id);
  if (name.kind === 'email') return <PersonByEmail key={name.id} email={name.id} />;
  if (name.kind !== 'Contact' && name.kind !== 'Lead')
    return <OtherRecord name={name} expected="person" />;
  return <PersonScreen key={name.id} />;
}

function PersonScreen() {
  const first = firstOf(useAddress());
  const answer = useQuestion(personQuestion);
  const { contact, lead } = answer.data ?? {};
  return (
    <Screen
      title={contact?.name ?? lead?.name ?? 'Person'}
      answer={answer}
      skeleton={<Skeleton rows={9} height="row" />}
    >
      {(data) =>
        data.contact != null ? (
          <>
            <ContactHead person={data.contact} />
            <ContactStory person={data.contact} first={first} />
          </>
        ) : data.lead != null ? (
          <>
            <LeadHead person={data.lead} />
            <LeadStory person={data.lead} first={first} />
          </>
        ) : (
          <NoRecord what="person" paths={['contact', 'lead']}>
            The CRM has no contact and no lead of this id: it was deleted, or merged with another.
          </NoRecord>
        )
      }
    </Screen>
  );
}
