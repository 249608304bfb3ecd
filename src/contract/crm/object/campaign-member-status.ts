/** Campaign member statuses: the steps a campaign's members go through. */

import { audit } from '../common.ts';
import * as f from '../define.ts';

export const campaignMemberStatus = f.defineObject({
  object: 'CampaignMemberStatus',
  entity: 'query',
  keyPrefix: '01Y',
  nameField: 'Label',
  description: 'A step that the members of a campaign go through.',
  searchable: false,
  fields: {
    Label: f.string('Name of the status.', { length: 765 }),
    CampaignId: f.reference('Campaign', 'Campaign', 'The campaign.', { required: true }),
    SortOrder: f.int('Place in the order of steps.'),
    IsDefault: f.boolean('Whether new members start here.', { required: true }),
    HasResponded: f.boolean('Whether it counts as a response.', { required: true }),
    ...audit,
  },
  children: {},
});
