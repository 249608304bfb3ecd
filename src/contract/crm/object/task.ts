/** Tasks: things to do or done, logged calls and e-mails among them. */

import { activityTargets, recurrence } from '../activity.ts';
import { audit, ownerOrQueue } from '../common.ts';
import type { FieldSpec } from '../define.ts';
import * as f from '../define.ts';

const subject: FieldSpec = {
  type: 'combobox',
  description: 'What it is about.',
  length: 255,
  values: ['Call', 'Email', 'Send Letter', 'Send Quote', 'Other'],
};

export const task = f.defineObject({
  object: 'Task',
  entity: 'tasks',
  keyPrefix: '00T',
  nameField: 'Subject',
  description: 'Something to do or done: a to-do, a logged call, a logged e-mail.',
  fields: {
    Subject: subject,
    Status: f.picklist(
      'How far it is.',
      ['Not Started', 'In Progress', 'Completed', 'Waiting on someone else', 'Deferred'],
      { required: true, length: 255 },
    ),
    Priority: f.picklist('How urgent it is.', ['High', 'Normal', 'Low'], {
      required: true,
      length: 255,
    }),
    ActivityDate: f.date('Day it is due.'),
    ...activityTargets,
    OwnerId: ownerOrQueue,
    Description: f.textarea('Free text: comments, or the text of the e-mail.', { length: 32000 }),
    TaskSubtype: f.picklist('Kind of task.', ['Task', 'Call', 'Email', 'ListEmail', 'Cadence'], {
      length: 40,
    }),
    IsClosed: f.boolean('Whether the status is a closed one.', { required: true }),
    IsHighPriority: f.boolean('Whether the priority is a high one.', { required: true }),
    CompletedDateTime: f.datetime('When it was completed.'),
    CallType: f.picklist('Direction of a logged call.', ['Internal', 'Inbound', 'Outbound'], {
      length: 40,
    }),
    CallDurationInSeconds: f.int('Length of a logged call in seconds.'),
    CallDisposition: f.string('Outcome of a logged call.', { length: 255 }),
    CallObject: f.string('Key of a logged call in the telephone system.', { length: 255 }),
    IsArchived: f.boolean('Whether it was moved to the archive.', { required: true }),
    IsReminderSet: f.boolean('Whether a reminder is set.', { required: true }),
    ReminderDateTime: f.datetime('When the reminder fires.'),
    IsRecurrence: f.boolean('Whether this is the pattern of a series.', { required: true }),
    RecurrenceActivityId: f.reference(null, 'Task', 'Pattern of the series it belongs to.'),
    RecurrenceStartDateOnly: f.date('First day of the series.'),
    ...recurrence,
    RecurrenceRegeneratedType: f.picklist('What creates the next one of the series.', [
      'RecurrenceRegenerateAfterDueDate',
      'RecurrenceRegenerateAfterToday',
      'RecurrenceRegenerated',
    ]),
    ...audit,
  },
  children: {
    RecurringTasks: f.children('Task', 'RecurrenceActivityId', 'Tasks of the series.'),
    Attachments: f.children('Attachment', 'ParentId', 'Legacy files attached to the task.'),
    ContentDocumentLinks: f.children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the task.',
    ),
  },
});
