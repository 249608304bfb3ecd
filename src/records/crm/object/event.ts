/** Events: meetings and other entries of a calendar. */

import { activityTargets, recurrence } from '../activity.ts';
import { audit } from '../common.ts';
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
  values: ['Call', 'Email', 'Meeting', 'Send Letter/Quote', 'Other'],
};

export const event = defineObject({
  object: 'Event',
  entity: 'events',
  keyPrefix: '00U',
  nameField: 'Subject',
  description: 'An entry of a calendar: a meeting, a call, an absence.',
  fields: {
    Subject: subject,
    StartDateTime: datetime('When it starts; midnight UTC for one that takes all day.'),
    EndDateTime: datetime('When it ends.'),
    DurationInMinutes: int('How long it takes, in minutes.'),
    IsAllDayEvent: boolean('Whether it takes all day.', { required: true }),
    ActivityDateTime: datetime('When it starts; empty for one that takes all day.'),
    ActivityDate: date('Day it starts.'),
    EndDate: date('Day it ends.'),
    Location: string('Where it takes place.', { length: 255 }),
    ...activityTargets,
    OwnerId: reference('Owner', ['User', 'Calendar'], 'User or shared calendar it belongs to.', {
      required: true,
    }),
    Description: textarea('Free text.', { length: 32000 }),
    EventSubtype: picklist('Kind of event.', ['Event'], { length: 40 }),
    ShowAs: picklist('How the time appears to others.', ['Busy', 'OutOfOffice', 'Free'], {
      length: 40,
    }),
    IsPrivate: boolean('Whether only the owner sees the details.', { required: true }),
    IsGroupEvent: boolean('Whether others are invited.', { required: true }),
    GroupEventType: picklist(
      'Kind of group event: 0 not one, 1 with invitees, 2 proposed.',
      ['0', '1', '2', '3'],
      { length: 40 },
    ),
    IsChild: boolean('Whether this is an invitee’s copy of an event.', { required: true }),
    AcceptedEventInviteeIds: reference(
      null,
      ['User', 'Contact', 'Lead'],
      'Ids of those who accepted, separated by semicolons.',
    ),
    DeclinedEventInviteeIds: reference(
      null,
      ['User', 'Contact', 'Lead'],
      'Ids of those who declined, separated by semicolons.',
    ),
    UndecidedEventInviteeIds: reference(
      null,
      ['User', 'Contact', 'Lead'],
      'Ids of those who have not answered, separated by semicolons.',
    ),
    IsArchived: boolean('Whether it was moved to the archive.', { required: true }),
    IsReminderSet: boolean('Whether a reminder is set.', { required: true }),
    ReminderDateTime: datetime('When the reminder fires.'),
    IsRecurrence: boolean('Whether this is the pattern of an older kind of series.', {
      required: true,
    }),
    RecurrenceActivityId: reference(null, 'Event', 'Pattern of the series it belongs to.'),
    RecurrenceStartDateTime: datetime('When the series starts.'),
    ...recurrence,
    IsRecurrence2: boolean('Whether it belongs to a series.', { required: true }),
    IsRecurrence2Exception: boolean('Whether it differs from the rest of its series.', {
      required: true,
    }),
    IsRecurrence2Exclusion: boolean('Whether the changed pattern no longer contains it.', {
      required: true,
    }),
    Recurrence2PatternText: string('Pattern of the series as an RFC 5545 rule.', { length: 512 }),
    Recurrence2PatternVersion: string('Version of the pattern’s form.', { length: 40 }),
    Recurrence2PatternStartDate: datetime('When the pattern starts.'),
    Recurrence2PatternTimeZone: string('Time zone of the pattern, as an IANA name.', {
      length: 255,
    }),
    ...audit,
  },
  children: {
    RecurringEvents: children('Event', 'RecurrenceActivityId', 'Events of the series.'),
    Attachments: children('Attachment', 'ParentId', 'Legacy files attached to the event.'),
    ContentDocumentLinks: children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the event.',
    ),
  },
});
