/** Groups: sets of users, queues among them. */

import { audit } from '../common.ts';
import * as f from '../define.ts';

const { IsDeleted: _, ...stamps } = audit;

export const group = f.defineObject({
  object: 'Group',
  typeName: 'CrmGroup',
  entity: 'query',
  keyPrefix: '00G',
  nameField: 'Name',
  description: 'A set of CRM users; a queue, where records wait for an owner, is one too.',
  fields: {
    Name: f.string('Name of the group.', { required: true, length: 40 }),
    DeveloperName: f.string('Name of the group in interfaces.', { length: 80 }),
    Type: f.picklist(
      'Kind of group.',
      ['Regular', 'Queue', 'Role', 'RoleAndSubordinates', 'Organization'],
      { required: true, length: 40 },
    ),
    Email: f.email('E-mail address of a queue.', { length: 80 }),
    OwnerId: f.reference('Owner', ['Organization', 'User'], 'User or organisation that owns it.'),
    RelatedId: f.reference('Related', ['User', 'UserRole'], 'Role or user the group stands for.'),
    DoesIncludeBosses: f.boolean('Whether superiors of its members count as members.', {
      required: true,
    }),
    DoesSendEmailToMembers: f.boolean('Whether mail to a queue goes to its members.', {
      required: true,
    }),
    QueueRoutingConfigId: f.reference(null, 'QueueRoutingConfig', 'How a queue hands out records.'),
    ...stamps,
  },
  children: {
    DelegatedUsers: f.children(
      'User',
      'DelegatedApproverId',
      'Users in whose place the group may approve.',
    ),
  },
});
