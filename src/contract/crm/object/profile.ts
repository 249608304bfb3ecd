/** Profiles: what users of a kind may do. */

import { audit, viewed } from '../common.ts';
import * as f from '../define.ts';

const { IsDeleted: _, ...stamps } = audit;

export const profile = f.defineObject({
  object: 'Profile',
  typeName: 'CrmProfile',
  entity: 'query',
  keyPrefix: '00e',
  nameField: 'Name',
  description: 'What CRM users of a kind may do.',
  searchable: false,
  fields: {
    Name: f.string('Name of the profile.', { required: true, length: 255 }),
    Description: f.string('What the profile is for.', { length: 255 }),
    UserType: f.picklist('Kind of licence.', ['Standard', 'PowerPartner', 'Guest', 'CsnOnly'], {
      length: 40,
    }),
    UserLicenseId: f.reference('UserLicense', 'UserLicense', 'Licence that users need.'),
    ...viewed,
    ...stamps,
  },
  children: {
    Users: f.children('User', 'ProfileId', 'Users with the profile.'),
  },
});
