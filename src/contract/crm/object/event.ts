/** Events: meetings and other entries of a calendar. */

import { activityTargets, recurrence } from '../activity.ts';
import { audit } from '../common.ts';
import type { FieldSpec } from '../define.ts';
import * as f from '../define.ts';

const subject: FieldSpec = {
  type: 'combobox',
  description: 'What it is about.',
  length: 255,
  values: ['Call', 'Email', 'Meeting', 'Send Letter/Quote', 'Other'],
};

export const event = f.defineObject({
  object: 'Event',
  entity: 'events',
  keyPrefix: '00U',
  nameField: 'Subject',
  description: 'An entry of a calendar: a meeting, a call, an absence.',
  fields: {
    Subject: subject,
    StartDateTime: f.datetime('When it starts; midnight UTC for one that takes all day.'),
    EndDateTime: f.datetime('When it ends.'),
    DurationInMinutes: f.int('How long it takes, in minutes.'),
    IsAllDayEvent: f.boolean('Whether it takes all day.', { required: true }),
    ActivityDateTime: f.datetime('When it starts; empty for one that takes all day.'),
    ActivityDate: f.date('Day it starts.'),
    EndDate: f.date('Day it ends.'),
    Location: f.string('Where it takes place.', { length: 255 }),
    ...activityTargets,
    OwnerId: f.reference('Owner', ['User', 'Calendar'], 'User or shared calendar it belongs to.', {
      required: true,
    }),
    Description: f.textarea('Free text.', { length: 32000 }),
    EventSubtype: f.picklist('Kind of event.', ['Event'], { length: 40 }),
    ShowAs: f.picklist('How the time appears to others.', ['Busy', 'OutOfOffice', 'Free'], {
      length: 40,
    }),
    IsPrivate: f.boolean('Whether only the owner sees the details.', { required: true }),
    IsGroupEvent: f.boolean('Whether others are invited.', { required: true }),
    GroupEventType: f.picklist(
      'Kind of group event: 0 not one, 1 with invitees, 2 proposed.',
      ['0', '1', '2', '3'],
      { length: 40 },
    ),
    IsChild: f.boolean('Whether this is an invitee’s copy of an event.', { required: true }),
    AcceptedEventInviteeIds: f.reference(
      null,
      ['User', 'Contact', 'Lead'],
      'Ids of those who accepted, separated by semicolons.',
    ),
    DeclinedEventInviteeIds: f.reference(
      null,
      ['User', 'Contact', 'Lead'],
      'Ids of those who declined, separated by semicolons.',
    ),
    UndecidedEventInviteeIds: f.reference(
      null,
      ['User', 'Contact', 'Lead'],
      'Ids of those who have not answered, separated by semicolons.',
    ),
    IsArchived: f.boolean('Whether it was moved to the archive.', { required: true }),
    IsReminderSet: f.boolean('Whether a reminder is set.', { required: true }),
    ReminderDateTime: f.datetime('When the reminder fires.'),
    IsRecurrence: f.boolean('Whether this is the pattern of an older kind of series.', {
      required: true,
    }),
    RecurrenceActivityId: f.reference(null, 'Event', 'Pattern of the series it belongs to.'),
    RecurrenceStartDateTime: f.datetime('When the series starts.'),
    ...recurrence,
    IsRecurrence2: f.boolean('Whether it belongs to a series.', { required: true }),
    IsRecurrence2Exception: f.boolean('Whether it differs from the rest of its series.', {
      required: true,
    }),
    IsRecurrence2Exclusion: f.boolean('Whether the changed pattern no longer contains it.', {
      required: true,
    }),
    Recurrence2PatternText: f.string('Pattern of the series as an RFC 5545 rule.', { length: 512 }),
    Recurrence2PatternVersion: f.string('Version of the pattern’s form.', { length: 40 }),
    Recurrence2PatternStartDate: f.datetime('When the pattern starts.'),
    Recurrence2PatternTimeZone: f.string('Time zone of the pattern, as an IANA name.', {
      length: 255,
    }),
    ...audit,
  },
  children: {
    RecurringEvents: f.children('Event', 'RecurrenceActivityId', 'Events of the series.'),
    Attachments: f.children('Attachment', 'ParentId', 'Legacy files attached to the event.'),
    ContentDocumentLinks: f.children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the event.',
    ),
  },
});
