/** The part of Switchboard's schema that the benchmark's operations use, with its names. */

export const typeDefs = /* GraphQL */ `
  scalar Date
  scalar DateTime
  scalar EmailAddress

  enum OrderDirection { ASC DESC }
  enum AccountOrderField { NAME }
  input AccountOrder { field: AccountOrderField!, direction: OrderDirection = ASC }
  input BooleanComparator { eq: Boolean }
  input OpportunityFilter { isClosed: BooleanComparator }
  input CallFilter { from: DateTime }

  type Query {
    accounts(first: Int = 20, orderBy: [AccountOrder!]): AccountConnection
    opportunities(first: Int = 20, filter: OpportunityFilter): OpportunityConnection
    calls(first: Int = 20, filter: CallFilter): CallConnection
  }
  type AccountConnection { nodes: [Account]! }
  type ContactConnection { nodes: [Contact]! }
  type OpportunityConnection { nodes: [Opportunity]! }
  type OpportunityContactRoleConnection { nodes: [OpportunityContactRole]! }
  type TaskConnection { nodes: [Task]! }
  type CallConnection { nodes: [Call]! }
  type Account {
    name: String
    industry: String
    annualRevenue: Float
    owner: CrmUser
    contacts(first: Int = 20): ContactConnection
    opportunities(first: Int = 20): OpportunityConnection
    tasks(first: Int = 20): TaskConnection
  }
  type Contact {
    name: String
    email: EmailAddress
    title: String
    phone: String
    createdDate: DateTime
    account: Account
    owner: CrmUser
  }
  type Opportunity {
    name: String
    stageName: String
    amount: Float
    closeDate: Date
    account: Account
    owner: CrmUser
    opportunityContactRoles(first: Int = 20): OpportunityContactRoleConnection
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
    title: String
    startedAt: DateTime
    durationSeconds: Int
    primaryUser: User
    parties: [Party!]
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
