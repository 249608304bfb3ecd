/** User roles: the hierarchy that decides whose records a user sees. */

import { audit } from '../common.ts';
import * as f from '../define.ts';

const access = ['None', 'Read', 'Edit'];

export const userRole = f.defineObject({
  object: 'UserRole',
  typeName: 'CrmUserRole',
  entity: 'query',
  keyPrefix: '00E',
  nameField: 'Name',
  description: 'A place in the hierarchy of CRM users.',
  searchable: false,
  fields: {
    Name: f.string('Name of the role.', { required: true, length: 80 }),
    DeveloperName: f.string('Name of the role in interfaces.', { length: 80 }),
    ParentRoleId: f.reference(null, 'UserRole', 'Role above.'),
    RollupDescription: f.string('Name of the role in reports.', { length: 80 }),
    OpportunityAccessForAccountOwner: f.picklist(
      'What an account’s owner may do with others’ deals.',
      access,
      { required: true, length: 40 },
    ),
    CaseAccessForAccountOwner: f.picklist(
      'What an account’s owner may do with others’ cases.',
      access,
      { length: 40 },
    ),
    ContactAccessForAccountOwner: f.picklist(
      'What an account’s owner may do with others’ contacts.',
      access,
      { length: 40 },
    ),
    MayForecastManagerShare: f.boolean('Whether a forecast may be shared outside the role.', {
      required: true,
    }),
    ForecastUserId: f.reference(null, 'User', 'User who forecasts for the role.'),
    PortalType: f.picklist('Kind of portal.', ['None', 'CustomerPortal', 'Partner'], {
      length: 40,
    }),
    LastModifiedDate: audit.LastModifiedDate,
    LastModifiedById: f.reference(null, 'User', 'User who last changed the role.', {
      required: true,
    }),
    SystemModstamp: audit.SystemModstamp,
  },
  children: {
    Users: f.children('User', 'UserRoleId', 'Users in the role.'),
  },
});
