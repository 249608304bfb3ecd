/** The documents that dashboards send: the same few each time, with other variables. Valid on the peers' schema, too. */

const deal = 'id name stageName amount closeDate owner { name }';
const callRow = 'id title startedAt durationSeconds primaryUser { name }';

export const documents = {
  AccountPage: `query AccountPage($id: ID!, $contacts: Int!, $deals: Int!, $tasks: Int!) {
    account(by: { id: $id }) {
      id name industry annualRevenue owner { name email }
      contacts(first: $contacts) { nodes { id name title email } }
      opportunities(first: $deals) { nodes { ${deal} } }
      tasks(first: $tasks) { nodes { subject status priority activityDate } }
    }
  }`,
  DealBoard: `query DealBoard($first: Int!, $from: Date!, $to: Date!) {
    opportunities(
      first: $first
      filter: { isClosed: { eq: false }, closeDate: { gte: $from, lt: $to } }
      orderBy: [{ field: CLOSE_DATE }]
    ) { nodes { ${deal} account { id name industry } } }
  }`,
  ContactCalls: `query ContactCalls($id: ID!, $first: Int!) {
    contact(by: { id: $id }) {
      id name account { name }
      relatedCalls(first: $first) { totalCount nodes { ${callRow} } }
    }
  }`,
  CallPage: `query CallPage($id: ID!) {
    call(by: { id: $id }) {
      id title startedAt durationSeconds primaryUser { name title }
      parties { name affiliation }
      transcript { monologues { topic speaker { name } sentences { startMs text } } }
    }
  }`,
  AccountList: `query AccountList($first: Int!, $industry: String!, $revenue: Float!) {
    accounts(
      first: $first
      filter: { industry: { eq: $industry }, annualRevenue: { gte: $revenue } }
      orderBy: [{ field: NAME }]
    ) { nodes { id name industry annualRevenue owner { name } } }
  }`,
  CallList: `query CallList($first: Int!, $from: DateTime!, $to: DateTime!) {
    calls(first: $first, filter: { from: $from, to: $to }) { nodes { ${callRow} } }
  }`,
  KnownRows: `query KnownRows($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Account { id name industry annualRevenue owner { name } }
      ... on Contact { id name title email }
    }
  }`,
  ListOfOne: `query ListOfOne($industry: String!, $contacts: Int!) {
    accounts(first: 1, filter: { industry: { eq: $industry } }, orderBy: [{ field: NAME }]) { nodes {
      id name industry
      contacts(first: $contacts) { nodes { id name title email } }
    } }
  }`,
  JoinedCalls: `query JoinedCalls($id: ID!, $contacts: Int!, $calls: Int!) {
    account(by: { id: $id }) {
      id name
      contacts(first: $contacts) { nodes {
        name email
        relatedCalls(first: $calls) { totalCount nodes {
          ${callRow}
          parties { name affiliation contact { name account { name } } }
        } }
      } }
    }
  }`,
  WideAccounts: `query WideAccounts($first: Int!, $industry: String!) {
    accounts(first: $first, filter: { industry: { eq: $industry } }) { nodes {
      name industry annualRevenue owner { name email }
      contacts(first: 50) { nodes { name title email phone createdDate owner { name } } }
      opportunities(first: 50) { nodes { ${deal} } }
      tasks(first: 50) { nodes { subject status priority activityDate } }
    } }
  }`,
  HalfEmptyPages: `query HalfEmptyPages($revenue: Float!) {
    accounts(first: 100, filter: { annualRevenue: { gte: $revenue } }) { nodes {
      id name
      contacts(first: 50) { nodes { name title email owner { name } } }
    } }
  }`,
} as const;

export type DocumentName = keyof typeof documents;
