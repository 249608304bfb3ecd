/** Record types: kinds of one object with layouts and picklists of their own. */

import { audit } from '../common.ts';
import { boolean, defineObject, picklist, reference, string } from '../define.ts';

const { IsDeleted: _, ...stamps } = audit;

export const recordType = defineObject({
  object: 'RecordType',
  entity: 'query',
  keyPrefix: '012',
  nameField: 'Name',
  description: 'A kind of one object, with a layout and picklists of its own.',
  searchable: false,
  fields: {
    Name: string('Name of the record type.', { required: true, length: 80 }),
    DeveloperName: string('Name of the record type in interfaces.', {
      required: true,
      length: 80,
    }),
    SobjectType: picklist('Object it is a kind of.', [], { required: true, length: 40 }),
    Description: string('What the record type is for.', { length: 255 }),
    IsActive: boolean('Whether new records may have it.', { required: true }),
    NamespacePrefix: string('Namespace of the package it came with.', { length: 15 }),
    BusinessProcessId: reference(null, 'BusinessProcess', 'Process its records follow.'),
    ...stamps,
  },
  children: {},
});
