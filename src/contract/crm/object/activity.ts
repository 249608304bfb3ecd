/** Tasks and events: their people and records, and how they recur. */

import { audit, ownerOrQueue } from '../common-field.ts';
import * as f from '../declaration.ts';

/** Objects that an activity may concern. Custom objects with activities are added from configuration. */
const what = f.list(`
  Account | Opportunity | Case | Campaign | Asset | Contract | Order | Product2 | Solution`);

const activityTargets = {
  WhoId: f.reference('Who', 'Contact | Lead', 'Person it is with.'),
  WhatId: f.reference('What', what, 'Record it concerns.'),
  AccountId: f.reference(
    'Account',
    'Account',
    'Company it belongs to, derived from person or record; read-only.',
  ),
} as const;

const months = f.list(`
  January | February | March | April | May | June | July | August | September | October |
  November | December`);

/** Recurrence of a series. Days of the week are a sum: Sunday 1, Monday 2, Tuesday 4 … Saturday 64. */
const recurrence = {
  RecurrenceType: f.picklist(
    'How the series repeats.',
    'RecursDaily | RecursEveryWeekday | RecursWeekly | RecursMonthly | RecursMonthlyNth | RecursYearly | RecursYearlyNth',
  ),
  RecurrenceInterval: f.int('Days, weeks or months between two of the series.'),
  RecurrenceDayOfWeekMask: f.int(
    'Days of the week, summed: Sunday 1, Monday 2, Tuesday 4, Wednesday 8, Thursday 16, Friday 32, Saturday 64.',
  ),
  RecurrenceDayOfMonth: f.int('Day of the month.'),
  RecurrenceInstance: f.picklist(
    'Which of the weekdays in the month.',
    'First | Second | Third | Fourth | Last',
  ),
  RecurrenceMonthOfYear: f.picklist('Month of the year.', months),
  RecurrenceEndDateOnly: f.date('Last day of the series.'),
  RecurrenceTimeZoneSidKey: f.picklist('Time zone of the series, as an IANA name.'),
} as const;

/** Tasks: things to do or done, logged calls and e-mails among them. */
export const task = f.defineObject({
  object: 'Task',
  entity: 'tasks',
  keyPrefix: '00T',
  nameField: 'Subject',
  description: 'Something to do or done: a to-do, a logged call, a logged e-mail.',
  fields: {
    Subject: f.combobox(
      'What it is about.',
      'Call | Email | Send Letter | Send Quote | Other',
      255,
    ),
    Status: f.picklist(
      'How far it is.',
      'Not Started | In Progress | Completed | Waiting on someone else | Deferred',
      255,
      'required',
    ),
    Priority: f.picklist('How urgent it is.', 'High | Normal | Low', 255, 'required'),
    ActivityDate: f.date('Day it is due.'),
    ...activityTargets,
    OwnerId: ownerOrQueue,
    Description: f.textarea('Free text: comments, or the text of the e-mail.', 32000),
    TaskSubtype: f.picklist('Kind of task.', 'Task | Call | Email | ListEmail | Cadence', 40),
    IsClosed: f.boolean('Whether the status is a closed one.', 'required'),
    IsHighPriority: f.boolean('Whether the priority is a high one.', 'required'),
    CompletedDateTime: f.datetime('When it was completed.'),
    CallType: f.picklist('Direction of a logged call.', 'Internal | Inbound | Outbound', 40),
    CallDurationInSeconds: f.int('Length of a logged call in seconds.'),
    CallDisposition: f.string('Outcome of a logged call.', 255),
    CallObject: f.string('Key of a logged call in the telephone system.', 255),
    IsArchived: f.boolean('Whether it was moved to the archive.', 'required'),
    IsReminderSet: f.boolean('Whether a reminder is set.', 'required'),
    ReminderDateTime: f.datetime('When the reminder fires.'),
    IsRecurrence: f.boolean('Whether this is the pattern of a series.', 'required'),
    RecurrenceActivityId: f.reference(null, 'Task', 'Pattern of the series it belongs to.'),
    RecurrenceStartDateOnly: f.date('First day of the series.'),
    ...recurrence,
    RecurrenceRegeneratedType: f.picklist(
      'What creates the next one of the series.',
      'RecurrenceRegenerateAfterDueDate | RecurrenceRegenerateAfterToday | RecurrenceRegenerated',
    ),
    ...audit,
  },
  children: {
    RecurringTasks: f.children('Task', 'RecurrenceActivityId', 'Tasks of the series.'),
    ...f.attached('the task'),
  },
});

/** Events: meetings and other entries of a calendar. */
export const event = f.defineObject({
  object: 'Event',
  entity: 'events',
  keyPrefix: '00U',
  nameField: 'Subject',
  description: 'An entry of a calendar: a meeting, a call, an absence.',
  fields: {
    Subject: f.combobox(
      'What it is about.',
      'Call | Email | Meeting | Send Letter/Quote | Other',
      255,
    ),
    StartDateTime: f.datetime('When it starts; midnight UTC for one that takes all day.'),
    EndDateTime: f.datetime('When it ends.'),
    DurationInMinutes: f.int('How long it takes, in minutes.'),
    IsAllDayEvent: f.boolean('Whether it takes all day.', 'required'),
    ActivityDateTime: f.datetime('When it starts; empty for one that takes all day.'),
    ActivityDate: f.date('Day it starts.'),
    EndDate: f.date('Day it ends.'),
    Location: f.string('Where it takes place.', 255),
    ...activityTargets,
    OwnerId: f.reference(
      'Owner',
      'User | Calendar',
      'User or shared calendar it belongs to.',
      'required',
    ),
    Description: f.textarea('Free text.', 32000),
    EventSubtype: f.picklist('Kind of event.', 'Event', 40),
    ShowAs: f.picklist('How the time appears to others.', 'Busy | OutOfOffice | Free', 40),
    IsPrivate: f.boolean('Whether only the owner sees the details.', 'required'),
    IsGroupEvent: f.boolean('Whether others are invited.', 'required'),
    GroupEventType: f.picklist(
      'Kind of group event: 0 not one, 1 with invitees, 2 proposed.',
      '0 | 1 | 2 | 3',
      40,
    ),
    IsChild: f.boolean('Whether this is an invitee’s copy of an event.', 'required'),
    AcceptedEventInviteeIds: f.reference(
      null,
      'User | Contact | Lead',
      'Ids of those who accepted, separated by semicolons.',
    ),
    DeclinedEventInviteeIds: f.reference(
      null,
      'User | Contact | Lead',
      'Ids of those who declined, separated by semicolons.',
    ),
    UndecidedEventInviteeIds: f.reference(
      null,
      'User | Contact | Lead',
      'Ids of those who have not answered, separated by semicolons.',
    ),
    IsArchived: f.boolean('Whether it was moved to the archive.', 'required'),
    IsReminderSet: f.boolean('Whether a reminder is set.', 'required'),
    ReminderDateTime: f.datetime('When the reminder fires.'),
    IsRecurrence: f.boolean('Whether this is the pattern of an older kind of series.', 'required'),
    RecurrenceActivityId: f.reference(null, 'Event', 'Pattern of the series it belongs to.'),
    RecurrenceStartDateTime: f.datetime('When the series starts.'),
    ...recurrence,
    IsRecurrence2: f.boolean('Whether it belongs to a series.', 'required'),
    IsRecurrence2Exception: f.boolean(
      'Whether it differs from the rest of its series.',
      'required',
    ),
    IsRecurrence2Exclusion: f.boolean(
      'Whether the changed pattern no longer contains it.',
      'required',
    ),
    Recurrence2PatternText: f.string('Pattern of the series as an RFC 5545 rule.', 512),
    Recurrence2PatternVersion: f.string('Version of the pattern’s form.', 40),
    Recurrence2PatternStartDate: f.datetime('When the pattern starts.'),
    Recurrence2PatternTimeZone: f.string('Time zone of the pattern, as an IANA name.', 255),
    ...audit,
  },
  children: {
    RecurringEvents: f.children('Event', 'RecurrenceActivityId', 'Events of the series.'),
    ...f.attached('the event'),
  },
});
