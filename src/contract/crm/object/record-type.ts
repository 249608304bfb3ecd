/** Record types: kinds of one object with layouts and picklists of their own. */

import { audit } from '../common.ts';
import * as f from '../define.ts';

const { IsDeleted: _, ...stamps } = audit;

export const recordType = f.defineObject({
  object: 'RecordType',
  entity: 'query',
  keyPrefix: '012',
  nameField: 'Name',
  description: 'A kind of one object, with a layout and picklists of its own.',
  searchable: false,
  fields: {
    Name: f.string('Name of the record type.', { required: true, length: 80 }),
    DeveloperName: f.string('Name of the record type in interfaces.', {
      required: true,
      length: 80,
    }),
    SobjectType: f.picklist('Object it is a kind of.', [], { required: true, length: 40 }),
    Description: f.string('What the record type is for.', { length: 255 }),
    IsActive: f.boolean('Whether new records may have it.', { required: true }),
    NamespacePrefix: f.string('Namespace of the package it came with.', { length: 15 }),
    BusinessProcessId: f.reference(null, 'BusinessProcess', 'Process its records follow.'),
    ...stamps,
  },
  children: {},
});
