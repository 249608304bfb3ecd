/** Parties: the people of a call, as the platform knows them. */

import { filledTextOf, objectsOf } from '../../wire/value.ts';
import { type Graph, wireList } from '../graph.ts';
import { keptWith } from '../kept-with.ts';
import { type CallRow, PartyRow } from './row.ts';
import { linkUser } from './user-loader.ts';

/** The parties of a call whose row has them: of the same call the same each time. */
export const partiesOf = keptWith((call: CallRow): readonly (PartyRow | null)[] | null =>
  objectsOf(call.record.parties, (party) => new PartyRow(call, party)),
);

export function defineParty({ calls }: Graph): void {
  calls.party.implement({
    description:
      'A participant of one call. Not a node: the same party id can stand in several calls.',
    fields: (t) => ({
      upstreamId: t.id({
        description: 'Id at the platform; two calls may share it.',
        resolve: ({ party }) => party.id,
      }),
      speakerId: t.id({
        description: 'Id under which the transcript names this voice; null when not heard apart.',
        resolve: ({ party }) => party.speakerId,
      }),
      name: t.string({
        description: 'Full name; null where the platform has none.',
        resolve: ({ party }) => party.name,
      }),
      emailAddress: t.field({
        type: 'EmailAddress',
        description: 'Address the person joined or was invited with.',
        resolve: ({ party }) => party.emailAddress,
      }),
      title: t.string({ description: 'Job title.', resolve: ({ party }) => party.title }),
      phoneNumber: t.string({
        description: 'Number the person called from; null where none is known.',
        resolve: ({ party }) => filledTextOf(party.phoneNumber),
      }),
      affiliation: t.string({
        description: 'Internal, External or Unknown; the platform may add others.',
        resolve: ({ party }) => party.affiliation,
      }),
      methods: t.stringList({
        nullable: wireList,
        description: 'How the person is part of the call: Invitee, Attendee.',
        resolve: ({ party }) => party.methods ?? [],
      }),
      user: t.field({
        type: calls.user,
        description: 'The platform user behind this party; null for guests.',
        resolve: ({ party }, _args, context, info) => linkUser(context, info, party.userId),
      }),
      call: t.field({
        type: calls.call,
        description: 'The call.',
        nullable: false,
        extensions: { within: true },
        resolve: ({ call }) => call,
      }),
    }),
  });
}
