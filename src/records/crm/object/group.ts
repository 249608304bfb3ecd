/** Groups: sets of users, queues among them. */

import { audit } from '../common.ts';
import { boolean, children, defineObject, email, picklist, reference, string } from '../define.ts';

const { IsDeleted: _, ...stamps } = audit;

export const group = defineObject({
  object: 'Group',
  typeName: 'CrmGroup',
  entity: 'query',
  keyPrefix: '00G',
  nameField: 'Name',
  description: 'A set of CRM users; a queue, where records wait for an owner, is one too.',
  fields: {
    Name: string('Name of the group.', { required: true, length: 40 }),
    DeveloperName: string('Name of the group in interfaces.', { length: 80 }),
    Type: picklist(
      'Kind of group.',
      ['Regular', 'Queue', 'Role', 'RoleAndSubordinates', 'Organization'],
      { required: true, length: 40 },
    ),
    Email: email('E-mail address of a queue.', { length: 80 }),
    OwnerId: reference('Owner', ['Organization', 'User'], 'User or organisation that owns it.'),
    RelatedId: reference('Related', ['User', 'UserRole'], 'Role or user the group stands for.'),
    DoesIncludeBosses: boolean('Whether superiors of its members count as members.', {
      required: true,
    }),
    DoesSendEmailToMembers: boolean('Whether mail to a queue goes to its members.', {
      required: true,
    }),
    QueueRoutingConfigId: reference(null, 'QueueRoutingConfig', 'How a queue hands out records.'),
    ...stamps,
  },
  children: {
    DelegatedUsers: children(
      'User',
      'DelegatedApproverId',
      'Users in whose place the group may approve.',
    ),
  },
});
