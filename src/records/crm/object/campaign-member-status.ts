/** Campaign member statuses: the steps a campaign's members go through. */

import { audit } from '../common.ts';
import { boolean, defineObject, int, reference, string } from '../define.ts';

export const campaignMemberStatus = defineObject({
  object: 'CampaignMemberStatus',
  entity: 'query',
  keyPrefix: '01Y',
  nameField: 'Label',
  description: 'A step that the members of a campaign go through.',
  searchable: false,
  fields: {
    Label: string('Name of the status.', { length: 765 }),
    CampaignId: reference('Campaign', 'Campaign', 'The campaign.', { required: true }),
    SortOrder: int('Place in the order of steps.'),
    IsDefault: boolean('Whether new members start here.', { required: true }),
    HasResponded: boolean('Whether it counts as a response.', { required: true }),
    ...audit,
  },
  children: {},
});
