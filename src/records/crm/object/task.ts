/** Tasks: things to do or done, logged calls and e-mails among them. */

import { activityTargets, recurrence } from '../activity.ts';
import { audit, ownerOrQueue } from '../common.ts';
import {
  boolean,
  children,
  date,
  datetime,
  defineObject,
  type FieldSpec,
  int,
  picklist,
  reference,
  string,
  textarea,
} from '../define.ts';

const subject: FieldSpec = {
  type: 'combobox',
  description: 'What it is about.',
  length: 255,
  values: ['Call', 'Email', 'Send Letter', 'Send Quote', 'Other'],
};

export const task = defineObject({
  object: 'Task',
  entity: 'tasks',
  keyPrefix: '00T',
  nameField: 'Subject',
  description: 'Something to do or done: a to-do, a logged call, a logged e-mail.',
  fields: {
    Subject: subject,
    Status: picklist(
      'How far it is.',
      ['Not Started', 'In Progress', 'Completed', 'Waiting on someone else', 'Deferred'],
      { required: true, length: 255 },
    ),
    Priority: picklist('How urgent it is.', ['High', 'Normal', 'Low'], {
      required: true,
      length: 255,
    }),
    ActivityDate: date('Day it is due.'),
    ...activityTargets,
    OwnerId: ownerOrQueue,
    Description: textarea('Free text: comments, or the text of the e-mail.', { length: 32000 }),
    TaskSubtype: picklist('Kind of task.', ['Task', 'Call', 'Email', 'ListEmail', 'Cadence'], {
      length: 40,
    }),
    IsClosed: boolean('Whether the status is a closed one.', { required: true }),
    IsHighPriority: boolean('Whether the priority is a high one.', { required: true }),
    CompletedDateTime: datetime('When it was completed.'),
    CallType: picklist('Direction of a logged call.', ['Internal', 'Inbound', 'Outbound'], {
      length: 40,
    }),
    CallDurationInSeconds: int('Length of a logged call in seconds.'),
    CallDisposition: string('Outcome of a logged call.', { length: 255 }),
    CallObject: string('Key of a logged call in the telephone system.', { length: 255 }),
    IsArchived: boolean('Whether it was moved to the archive.', { required: true }),
    IsReminderSet: boolean('Whether a reminder is set.', { required: true }),
    ReminderDateTime: datetime('When the reminder fires.'),
    IsRecurrence: boolean('Whether this is the pattern of a series.', { required: true }),
    RecurrenceActivityId: reference(null, 'Task', 'Pattern of the series it belongs to.'),
    RecurrenceStartDateOnly: date('First day of the series.'),
    ...recurrence,
    RecurrenceRegeneratedType: picklist('What creates the next one of the series.', [
      'RecurrenceRegenerateAfterDueDate',
      'RecurrenceRegenerateAfterToday',
      'RecurrenceRegenerated',
    ]),
    ...audit,
  },
  children: {
    RecurringTasks: children('Task', 'RecurrenceActivityId', 'Tasks of the series.'),
    Attachments: children('Attachment', 'ParentId', 'Legacy files attached to the task.'),
    ContentDocumentLinks: children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the task.',
    ),
  },
});
