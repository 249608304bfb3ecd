/** What is inside a call beside its plain row: people, talk, topics, comments, linked CRM records. */

import {
  below,
  email,
  filledText,
  flag,
  float,
  id,
  inPart,
  instant,
  int,
  json,
  link,
  list,
  object,
  orAbsent,
  orNull,
  type RecordOf,
  text,
  textIn,
  voice,
  within,
} from './declaration.ts';

const contextField = object('CrmContextField', 'A field the platform copied from the CRM.', {
  name: text('name', "The field's API name."),
  value: json('value', 'Its value: text, a number, true or false.'),
});

export const crmContextObject = object(
  'CrmContextObject',
  'A CRM record as the platform linked it to a call or a party.',
  {
    objectType: text(
      'objectType',
      'Opportunity or Account on calls; Contact, User or Lead on parties; others may come.',
    ),
    objectId: id('objectId', 'Id of the record in the CRM.'),
    timing: orAbsent(text('timing', 'Of when the fields are: Now or TimeOfCall.')),
    fields: list(within(contextField, 'fields', 'The fields the platform copied.')),
  },
);

export type CrmContextObject = RecordOf<typeof crmContextObject>;

/** CRM records the platform linked to a call (Opportunity, Account) or a party (Contact, User, Lead). */
export const crmContext = object('CrmContext', 'What one CRM knows of a call or a party.', {
  system: text('system', 'The CRM.'),
  objects: list(within(crmContextObject, 'objects', 'The records linked.')),
});

export type CrmContext = RecordOf<typeof crmContext>;

/** Besides the first four, a key without a value is absent, not null. */
export const party = object(
  'Party',
  'A participant of one call. Not a node: the same party id can stand in several calls.',
  {
    upstreamId: id('id', 'Id at the platform; two calls may share it.'),
    speakerId: orNull(
      id('speakerId', 'Id under which the transcript names this voice; null when not heard apart.'),
    ),
    affiliation: text('affiliation', 'Internal, External or Unknown; the platform may add others.'),
    methods: list(text('methods', 'How the person is part of the call: Invitee, Attendee.')),
    name: orAbsent(text('name', 'Full name; null where the platform has none.')),
    emailAddress: orAbsent(email('emailAddress', 'Address the person joined or was invited with.')),
    title: orAbsent(text('title', 'Job title.')),
    phoneNumber: orAbsent(
      filledText('phoneNumber', 'Number the person called from; null where none is known.'),
    ),
    user: orAbsent(link('User', 'userId', 'The platform user behind this party; null for guests.')),
  },
);

export type PartyRecord = RecordOf<typeof party> & { readonly context?: readonly CrmContext[] };

export const namedDuration = object(
  'NamedDuration',
  'A named part of a recording and how long it took.',
  {
    name: text('name', 'Its name.'),
    durationSeconds: float('duration', 'How long, in seconds; 0 is listed too.'),
  },
);

export type NamedDuration = RecordOf<typeof namedDuration>;

export const namedValue = object('InteractionStatistic', 'One measure of how people talked.', {
  name: text(
    'name',
    'Talk Ratio, Longest Monologue, Longest Customer Story, Interactivity, Patience, Question Rate.',
  ),
  value: float('value', 'Ratios from 0 to 1, lengths in seconds, rates per hour.'),
});

export type NamedValue = RecordOf<typeof namedValue>;

const speaker = object('Speaker', 'A voice in a recording.', {
  upstreamId: id('id', 'Id of the voice.'),
  talkTimeSeconds: float('talkTime', 'Time spent talking, in seconds.'),
  user: orNull(link('User', 'userId', 'The platform user who spoke; null for guests.')),
  party: voice('id', 'The participant who spoke'),
});

const questionCounts = object('QuestionCounts', 'How many questions were asked.', {
  companyCount: int('companyCount', 'By people of the company.'),
  nonCompanyCount: int('nonCompanyCount', 'By everybody else.'),
});

export const interaction = object('CallInteraction', 'How people talked in a call.', {
  statistics: inPart(
    'interaction.personInteractionStats',
    orAbsent(list(within(namedValue, 'interactionStats', 'The platform measures of the host.'))),
  ),
  speakers: inPart(
    'interaction.speakers',
    orAbsent(list(within(speaker, 'speakers', 'Voices and their talk time.'))),
  ),
  questions: inPart(
    'interaction.questions',
    orAbsent(within(questionCounts, 'questions', 'Questions asked.')),
  ),
  video: inPart(
    'interaction.video',
    orAbsent(list(within(namedDuration, 'video', 'What the video showed, and for how long.'))),
  ),
});

const occurrence = object('TrackerOccurrence', 'One place where a tracker was heard.', {
  startSeconds: float('startTime', 'Where, in seconds.'),
  speakerId: orNull(id('speakerId', 'Id of the voice that said it.')),
  speaker: voice('speakerId', 'Who said it'),
});

export type OccurrenceRecord = RecordOf<typeof occurrence>;

const occurrences = (description: string) =>
  inPart(
    'content.trackerOccurrences',
    orAbsent(list(within(occurrence, 'occurrences', description))),
  );

const phrase = object('TrackerPhrase', 'A phrase that set a tracker off.', {
  phrase: text('phrase', 'The phrase.'),
  count: int('count', 'How often it was said.'),
  occurrences: occurrences('Where it was said.'),
});

/** Count 0 is listed too. */
const trackerHit = object('TrackerHit', 'How often one tracker was heard in a call.', {
  trackerId: id('id', 'Id of the tracker.'),
  tracker: link('Tracker', 'id', 'The tracker; null where it has been deleted.'),
  name: text('name', 'Name of the tracker at the time.'),
  type: text('type', 'KEYWORD or SMART; others may come.'),
  count: int('count', 'How often it was heard.'),
  occurrences: occurrences('Every place it was heard.'),
  // Without occurrences the platform tells no phrases either.
  phrases: inPart(
    'content.trackerOccurrences',
    orAbsent(
      list(
        within(
          phrase,
          'phrases',
          'What was said; the platform tells no phrases of smart trackers.',
        ),
      ),
    ),
  ),
});

export type TrackerHitRecord = RecordOf<typeof trackerHit>;

const outlineItem = object('OutlineItem', 'One line of an outline.', {
  text: text('text', 'The line.'),
  startSeconds: float('startTime', 'Where it begins, in seconds.'),
});

const outlineSection = object('OutlineSection', 'A section of an outline.', {
  section: text('section', 'Its title.'),
  startSeconds: float('startTime', 'Where it begins, in seconds.'),
  durationSeconds: float('duration', 'How long it is, in seconds.'),
  items: list(within(outlineItem, 'items', 'Its lines.')),
});

export type OutlineSectionRecord = RecordOf<typeof outlineSection>;

const highlightItem = object('HighlightItem', 'One highlight.', {
  text: text('text', 'What was said, in short.'),
  startSeconds: list(float('startTimes', 'Where in the recording, in seconds.')),
});

const highlight = object('Highlight', 'A group of highlights.', {
  title: text('title', 'What the group is about.'),
  items: list(within(highlightItem, 'items', 'The highlights.')),
});

export type HighlightRecord = RecordOf<typeof highlight>;

const actionItem = object('ActionItem', 'A promise heard in a call.', {
  startSeconds: float('snippetStartTime', 'Begin, in seconds.'),
  endSeconds: float('snippetEndTime', 'End, in seconds.'),
  speakerId: orNull(id('speakerID', 'Id of the voice that said it.')),
  speaker: voice('speakerID', 'Who said it'),
  snippet: text('snippet', 'The words.'),
});

export type ActionItemRecord = RecordOf<typeof actionItem>;

const outcome = object('CallOutcome', 'How the call ended.', {
  upstreamId: id('id', 'Id of the outcome at the platform.'),
  category: text('category', 'Group of outcomes.'),
  name: text('name', 'The outcome.'),
});

export const content = object('CallContent', 'What was talked about in a call.', {
  topics: inPart(
    'content.topics',
    orAbsent(
      list(
        within(
          namedDuration,
          'topics',
          'Topics and the time spent on them; topics never touched are listed with 0.',
        ),
      ),
    ),
  ),
  structure: inPart(
    'content.structure',
    orAbsent(list(within(namedDuration, 'structure', 'Phases of the call, in seconds.'))),
  ),
  trackers: inPart(
    'content.trackers',
    orAbsent(
      list(
        within(
          trackerHit,
          'trackers',
          'How often each tracker was heard; trackers never heard are listed with 0.',
        ),
      ),
    ),
  ),
  brief: inPart('content.brief', orAbsent(text('brief', 'Summary in a few sentences.'))),
  outline: inPart(
    'content.outline',
    orAbsent(list(within(outlineSection, 'outline', 'The call in sections.'))),
  ),
  highlights: inPart(
    'content.highlights',
    orAbsent(list(within(highlight, 'highlights', 'What stood out.'))),
  ),
  keyPoints: inPart(
    'content.keyPoints',
    orAbsent(list(textIn('text', 'keyPoints', 'The points to remember.'))),
  ),
  outcome: inPart(
    'content.callOutcome',
    orAbsent(within(outcome, 'callOutcome', 'How the call ended.')),
  ),
  actionItems: {
    ...inPart(
      'content.pointsOfInterest',
      below(
        'pointsOfInterest',
        orAbsent(
          list(
            within(actionItem, 'actionItems', 'Points of interest: what somebody promised to do.'),
          ),
        ),
      ),
    ),
    deprecation: 'Since 2026-11-20: the platform replaced these by highlights.',
  },
});

/** `inReplyTo` is the id of another comment of the call. */
export const comment = object('CallComment', 'A public comment on a call.', {
  upstreamId: id('id', 'Id at the platform.'),
  text: text('comment', 'The comment.'),
  startSeconds: float('audioStartTime', 'Where the part commented on begins, in seconds.'),
  endSeconds: float('audioEndTime', 'Where it ends, in seconds.'),
  postedAt: instant('posted', 'When it was written.'),
  isDuringCall: flag('duringCall', 'Whether it was written while the call was going on.'),
  commenter: link('User', 'commenterUserId', 'Who wrote it.'),
});

export type CommentRecord = RecordOf<typeof comment> & { readonly inReplyTo: string | null };
