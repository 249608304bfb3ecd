/** The published schema for people and compilers: a guide, the served directives, the order of fields. */

import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLInt,
  GraphQLNonNull,
  type GraphQLSchema,
  GraphQLString,
  specifiedDirectives,
} from 'graphql';

const ifArgument = {
  type: new GraphQLNonNull(GraphQLBoolean),
  defaultValue: true,
  description: 'False to answer in one part.',
};
const label = { type: GraphQLString, description: 'Names the part in the answer.' };

/** The server answers in parts, so clients that are compiled against the schema have to find these in it. */
export const directives: readonly GraphQLDirective[] = [
  ...specifiedDirectives,
  new GraphQLDirective({
    name: 'defer',
    description: 'What the fragment selects may come in a later part of the answer.',
    locations: [DirectiveLocation.FRAGMENT_SPREAD, DirectiveLocation.INLINE_FRAGMENT],
    args: { if: ifArgument, label },
  }),
  new GraphQLDirective({
    name: 'stream',
    description: 'Further items of the list may come in later parts of the answer.',
    locations: [DirectiveLocation.FIELD],
    args: {
      if: ifArgument,
      initialCount: {
        type: GraphQLInt,
        defaultValue: 0,
        description: 'How many items come in the first part.',
      },
      label,
    },
  }),
];

const guide = `
One graph over a call-analytics platform (calls, transcripts, scorecards, statistics) and a CRM (accounts, contacts, deals). Where to begin:

- Which calls did a person, a company or a deal have? \`contacts\`, \`leads\`, \`accounts\`, \`opportunities\` → \`relatedCalls\`
- Who has not been spoken with of late? \`accounts(filter: { lastCall: { before: … } })\` → \`lastCall\`, \`peopleSpokenWith\`
- What was heard at a customer, week by week? \`accounts\` → \`trackersOverTime\`, \`callsPerPeriod\`
- What was said in a call, by whom? \`calls\` or \`call\` → \`transcript\`, \`parties\`, \`content\`
- Who from the CRM was in a call? \`calls\` → \`parties\` → \`contact\`, \`lead\`; \`accounts\`
- How do colleagues work and speak? \`users\` → \`activity\`, \`interaction\`, \`calls\`; \`coaching\`
- How were calls judged? \`scorecards\`, \`calls\`, \`users\` → \`answeredScorecards\`, \`scorecardsReceived\`
- How much, how many, by stage or owner? \`opportunitiesAggregate\` and its kin of every CRM object
- Where does a word occur in the CRM? \`search\`
- Which values has a picklist, and which does a record's type allow? \`crmObject\`; \`recordTypes\` → \`picklists\`
- What only SOQL can say? \`soql\`
- One object whose id is known? \`account(by: { upstreamId: … })\` and its kin; \`node(id: …)\` for a global id
- How far back are calls by person complete? \`indexStatus\`; \`coverage\` beside each such list

Lists are connections: \`first\` and \`after\`, with \`edges\`, \`nodes\` and \`pageInfo\`; \`totalCount\` may cost a call, so select it only when shown. A field that cannot be had is null with an error at its path. \`extensions.cost\` says how many upstream calls an answer took.
`.trim();

/** Completes a schema for its readers, in place: a person looks for accounts first, and a router finds its own fields anywhere. */
export function completeForReaders(schema: GraphQLSchema): GraphQLSchema {
  schema.description = guide;
  const fields = schema.getQueryType()!.getFields();
  for (const [name, field] of Object.entries(fields)) {
    if (!name.startsWith('_')) continue;
    delete fields[name];
    fields[name] = field;
  }
  return schema;
}
