/** Case comments: what support and customers said on a case. */

import { audit } from '../common.ts';
import { boolean, defineObject, reference, textarea } from '../define.ts';

export const caseComment = defineObject({
  object: 'CaseComment',
  entity: 'query',
  keyPrefix: '00a',
  nameField: 'Id',
  description: 'What somebody said on a case.',
  fields: {
    ParentId: reference('Parent', 'Case', 'The case.', { required: true }),
    CommentBody: textarea('Text of the comment.', { length: 4000 }),
    IsPublished: boolean('Whether customers see it.', { required: true }),
    ...audit,
  },
  children: {},
});
