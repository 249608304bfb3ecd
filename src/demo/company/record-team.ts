/** Teams of accounts and deals: objects of the synthetic CRM that the graph has no types of. */

import * as f from '../../contract/crm/declaration.ts';

const accountTeamMember = f.defineObject({
  object: 'AccountTeamMember',
  entity: 'query',
  keyPrefix: '01M',
  nameField: 'Id',
  description: 'A user on the team of an account.',
  fields: {
    AccountId: f.reference('Account', 'Account', 'The account.', 'required'),
    UserId: f.reference('User', 'User', 'The user.', 'required'),
    TeamMemberRole: f.picklist('What the user does there.', '', 40),
  },
  children: {},
  searchable: false,
});

const opportunityTeamMember = f.defineObject({
  object: 'OpportunityTeamMember',
  entity: 'query',
  keyPrefix: '00q',
  nameField: 'Id',
  description: 'A user on the team of a deal.',
  fields: {
    OpportunityId: f.reference('Opportunity', 'Opportunity', 'The deal.', 'required'),
    UserId: f.reference('User', 'User', 'The user.', 'required'),
    TeamMemberRole: f.picklist('What the user does there.', '', 40),
  },
  children: {},
  searchable: false,
});

export const teamObjects = [accountTeamMember, opportunityTeamMember];
