/** Opportunity contact roles: who takes part in a deal, and as what. */

import { audit } from '../common.ts';
import { boolean, defineObject, picklist, reference } from '../define.ts';

export const opportunityContactRole = defineObject({
  object: 'OpportunityContactRole',
  entity: 'query',
  keyPrefix: '00K',
  nameField: 'Id',
  description: 'The part a contact plays in a deal.',
  searchable: false,
  fields: {
    OpportunityId: reference('Opportunity', 'Opportunity', 'The deal.', { required: true }),
    ContactId: reference('Contact', 'Contact', 'The person.', { required: true }),
    Role: picklist(
      'What the person is in the deal.',
      [
        'Business User',
        'Decision Maker',
        'Economic Buyer',
        'Economic Decision Maker',
        'Evaluator',
        'Executive Sponsor',
        'Influencer',
        'Technical Buyer',
        'Other',
      ],
      { length: 255 },
    ),
    IsPrimary: boolean('Whether the person is the primary contact of the deal.', {
      required: true,
    }),
    ...audit,
  },
  children: {},
});
