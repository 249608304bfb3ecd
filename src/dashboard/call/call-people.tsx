/** The participants of the call, and their records in the CRM. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { CallPerson } from './call-person.tsx';
import { type Voice, voiceIdOf } from './voice.ts';

const fragment = graphql(`
  fragment CallPeople on Call {
    parties {
      upstreamId
      speakerId
      affiliation
      ...CallPerson
    }
  }
`);

export interface CallPeopleProps {
  readonly call: FragmentType<typeof fragment>;
  readonly voices: readonly Voice[];
}

export function CallPeople({ voices, ...props }: CallPeopleProps) {
  const { parties: nullableParties } = readFragment(fragment, props.call);
  const parties = nullableParties ?? [];
  const voiceOf = new Map(voices.map((voice) => [voice.id, voice]));
  const sides = ['External', 'Internal', null] as const;
  return (
    <Panel title="Who was there" paths={['call.parties']}>
      {parties.length === 0 && (
        <Empty isKnown={nullableParties != null}>The platform names nobody.</Empty>
      )}
      {sides.map((side) => {
        const here = parties.filter((party) =>
          side === null
            ? party !== null && party.affiliation !== 'External' && party.affiliation !== 'Internal'
            : party?.affiliation === side,
        );
        return (
          here.length > 0 && (
            <section key={side} className="side">
              <h3>
                {side === 'External' ? 'Guests' : side === 'Internal' ? 'Colleagues' : 'Unknown'}
              </h3>
              <ul className="call-people">
                {here.map(
                  (party, index) =>
                    party !== null && (
                      <CallPerson
                        key={party.upstreamId ?? `${side} ${index}`}
                        party={party}
                        voice={voiceOf.get(voiceIdOf(party) ?? '') ?? null}
                      />
                    ),
                )}
              </ul>
            </section>
          )
        );
      })}
    </Panel>
  );
}
