/** The part of Switchboard's schema that the benchmark's operations use, with its names. */

export const typeDefs = /* GraphQL */ `
  scalar Date
  scalar DateTime
  scalar EmailAddress

  enum OrderDirection { ASC DESC }
  enum AccountOrderField { NAME }
  enum OpportunityOrderField { CLOSE_DATE }
  input AccountOrder { field: AccountOrderField!, direction: OrderDirection = ASC }
  input OpportunityOrder { field: OpportunityOrderField!, direction: OrderDirection = ASC }
  input BooleanFilter { eq: Boolean }
  input StringFilter { eq: String }
  input FloatFilter { gte: Float }
  input DateFilter { gte: Date, lt: Date }
  input AccountFilter { industry: StringFilter, annualRevenue: FloatFilter }
  input OpportunityFilter { isClosed: BooleanFilter, closeDate: DateFilter }
  input CallFilter { from: DateTime, to: DateTime }
  input Key { id: ID }

  type Query {
    account(by: Key!): Account
    contact(by: Key!): Contact
    call(by: Key!): Call
    nodes(ids: [ID!]!): [Node]!
    accounts(first: Int, filter: AccountFilter, orderBy: [AccountOrder!]): AccountConnection
    opportunities(
      first: Int, filter: OpportunityFilter, orderBy: [OpportunityOrder!]
    ): OpportunityConnection
    calls(first: Int, filter: CallFilter): CallConnection
  }
  interface Node { id: ID! }
  type AccountConnection { nodes: [Account]! }
  type ContactConnection { nodes: [Contact]! }
  type OpportunityConnection { nodes: [Opportunity]! }
  type OpportunityContactRoleConnection { nodes: [OpportunityContactRole]! }
  type TaskConnection { nodes: [Task]! }
  type CallConnection { nodes: [Call]! }
  type RelatedCallConnection { totalCount: Int, nodes: [Call]! }
  type Account implements Node {
    id: ID!
    name: String
    industry: String
    annualRevenue: Float
    owner: CrmUser
    contacts(first: Int): ContactConnection
    opportunities(first: Int): OpportunityConnection
    tasks(first: Int): TaskConnection
  }
  type Contact implements Node {
    id: ID!
    name: String
    email: EmailAddress
    title: String
    phone: String
    createdDate: DateTime
    account: Account
    owner: CrmUser
    relatedCalls(first: Int): RelatedCallConnection
  }
  type Opportunity implements Node {
    id: ID!
    name: String
    stageName: String
    amount: Float
    closeDate: Date
    account: Account
    owner: CrmUser
    opportunityContactRoles(first: Int): OpportunityContactRoleConnection
  }
  type OpportunityContactRole {
    role: String
    isPrimary: Boolean
    contact: Contact
  }
  type Task {
    subject: String
    status: String
    priority: String
    activityDate: Date
  }
  type CrmUser {
    name: String
    email: EmailAddress
  }
  type Call {
    id: ID!
    title: String
    startedAt: DateTime
    durationSeconds: Int
    primaryUser: User
    parties: [Party!]
    transcript: Transcript
  }
  type Transcript { monologues: [Monologue!]! }
  type Monologue {
    topic: String
    speaker: Party
    sentences: [Sentence!]!
  }
  type Sentence {
    startMs: Int
    text: String
  }
  type User {
    name: String
    title: String
  }
  type Party {
    name: String
    affiliation: String
    contact: Contact
  }
`;
