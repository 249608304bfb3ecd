/** Call content: declarations of what a call holds beside its plain row (parties, talk, topics, comments, linked CRM records). */

import * as f from './declaration.ts';

/** A list of objects that is there where its flag is sent. */
const listIn = <Fields extends f.FieldSpecs, const Wire extends string>(
  part: string,
  object: f.ObjectSpec<Fields>,
  wire: Wire,
  description: string,
) => f.inPart(part, f.orAbsent(f.list(f.within(object, wire, description))));

const contextField = f.object('CrmContextField', 'A field the platform copied from the CRM.', {
  name: f.text('name', "The field's API name."),
  value: f.json('value', 'Its value: text, a number, true or false.'),
});

export const crmContextObject = f.object(
  'CrmContextObject',
  'A CRM record as the platform linked it to a call or a party.',
  {
    objectType: f.text(
      'objectType',
      'Opportunity or Account on calls; Contact, User or Lead on parties; others may come.',
    ),
    objectId: f.id('objectId', 'Id of the record in the CRM.'),
    timing: f.orAbsent(f.text('timing', 'Of when the fields are: Now or TimeOfCall.')),
    fields: f.list(f.within(contextField, 'fields', 'The fields the platform copied.')),
  },
);

export type CrmContextObject = f.RecordOf<typeof crmContextObject>;

/** CRM records the platform linked to a call (Opportunity, Account) or a party (Contact, User, Lead). */
export const crmContext = f.object('CrmContext', 'What one CRM knows of a call or a party.', {
  system: f.text('system', 'The CRM.'),
  objects: f.list(f.within(crmContextObject, 'objects', 'The records linked.')),
});

export type CrmContext = f.RecordOf<typeof crmContext>;

/** The member of a call and of a party; its two timings are fields of their own in the graph. */
export const linkedRecords = {
  context: f.list(f.within(crmContext, 'context', 'What CRMs know of it.')),
};

/** Besides the first four, a key without a value is absent, not null. */
const partyMembers = f.object(
  'Party',
  'A participant of one call. Not a node: the same party id can stand in several calls.',
  {
    upstreamId: f.id('id', 'Id at the platform; two calls may share it.'),
    speakerId: f.orNull(
      f.id(
        'speakerId',
        'Id under which the transcript names this voice; null when not heard apart.',
      ),
    ),
    affiliation: f.text(
      'affiliation',
      'Internal, External or Unknown; the platform may add others.',
    ),
    methods: f.list(f.text('methods', 'How the person is part of the call: Invitee, Attendee.')),
    name: f.orAbsent(f.text('name', 'Full name; null where the platform has none.')),
    emailAddress: f.orAbsent(
      f.email('emailAddress', 'Address the person joined or was invited with.'),
    ),
    title: f.orAbsent(f.text('title', 'Job title.')),
    phoneNumber: f.orAbsent(
      f.filledText('phoneNumber', 'Number the person called from; null where none is known.'),
    ),
    user: f.orAbsent(
      f.link('User', 'userId', 'The platform user behind this party; null for guests.'),
    ),
  },
);

export const party = f.withFurther(partyMembers, linkedRecords);

export type PartyRecord = f.RecordOf<typeof party> & { readonly context?: readonly CrmContext[] };

const namedDuration = f.object(
  'NamedDuration',
  'A named part of a recording and how long it took.',
  {
    name: f.text('name', 'Its name.'),
    durationSeconds: f.float('duration', 'How long, in seconds; 0 is listed too.'),
  },
);

export type NamedDuration = f.RecordOf<typeof namedDuration>;

export const namedValue = f.object('InteractionStatistic', 'One measure of how people talked.', {
  name: f.text(
    'name',
    'Talk Ratio, Longest Monologue, Longest Customer Story, Interactivity, Patience, Question Rate.',
  ),
  value: f.float('value', 'Ratios from 0 to 1, lengths in seconds, rates per call.'),
});

export type NamedValue = f.RecordOf<typeof namedValue>;

const speaker = f.object('Speaker', 'A voice in a recording.', {
  upstreamId: f.id(
    'id',
    'Id of the party who spoke; of a voice that belongs to no party, its own. Transcripts and trackers name voices by the speakerId of the party.',
  ),
  talkTimeSeconds: f.float('talkTime', 'Time spent talking, in seconds.'),
  user: f.orNull(f.link('User', 'userId', 'The platform user who spoke; null for guests.')),
  party: f.partyOrVoice('id', 'The participant who spoke'),
});

const questionCounts = f.object('QuestionCounts', 'How many questions were asked.', {
  companyCount: f.int('companyCount', 'Questions that people of the company asked.'),
  nonCompanyCount: f.int('nonCompanyCount', 'Questions that everybody else asked.'),
});

export const interaction = f.object('CallInteraction', 'How people talked in a call.', {
  statistics: listIn(
    'interaction.personInteractionStats',
    namedValue,
    'interactionStats',
    'The platform measures of the host.',
  ),
  speakers: listIn('interaction.speakers', speaker, 'speakers', 'Voices and their talk time.'),
  questions: f.inPart(
    'interaction.questions',
    f.orAbsent(f.within(questionCounts, 'questions', 'Questions asked.')),
  ),
  video: listIn(
    'interaction.video',
    namedDuration,
    'video',
    'What the video showed, and for how long.',
  ),
});

const occurrence = f.object('TrackerOccurrence', 'One place where a tracker was heard.', {
  startSeconds: f.float('startTime', 'Where, in seconds.'),
  speakerId: f.orNull(f.id('speakerId', 'Id of the voice that said it.')),
  speaker: f.voice('speakerId', 'Who said it'),
});

export type OccurrenceRecord = f.RecordOf<typeof occurrence>;

const occurrences = (description: string) =>
  listIn('content.trackerOccurrences', occurrence, 'occurrences', description);

const phrase = f.object('TrackerPhrase', 'A phrase that set a tracker off.', {
  phrase: f.text('phrase', 'The phrase.'),
  count: f.int('count', 'How often it was said.'),
  occurrences: occurrences('Where it was said.'),
});

/** Count 0 is listed too. */
export const trackerHit = f.object('TrackerHit', 'How often one tracker was heard in a call.', {
  trackerId: f.id('id', 'Id of the tracker.'),
  tracker: f.link('Tracker', 'id', 'The tracker; null where it has been deleted.'),
  name: f.text('name', 'Name of the tracker at the time.'),
  type: f.text('type', 'KEYWORD or SMART; others may come.'),
  count: f.int('count', 'How often it was heard.'),
  occurrences: occurrences('Every place it was heard.'),
  // The platform returns phrases only together with occurrences.
  phrases: listIn(
    'content.trackerOccurrences',
    phrase,
    'phrases',
    'What was said; the platform tells no phrases of smart trackers.',
  ),
});

export type TrackerHitRecord = f.RecordOf<typeof trackerHit>;

const outlineItem = f.object('OutlineItem', 'One line of an outline.', {
  text: f.text('text', 'The line.'),
  startSeconds: f.float('startTime', 'Where it begins, in seconds.'),
});

const outlineSection = f.object('OutlineSection', 'A section of an outline.', {
  section: f.text('section', 'Its title.'),
  startSeconds: f.float('startTime', 'Where it begins, in seconds.'),
  durationSeconds: f.float('duration', 'How long it is, in seconds.'),
  items: f.list(f.within(outlineItem, 'items', 'Its lines.')),
});

export type OutlineSectionRecord = f.RecordOf<typeof outlineSection>;

const highlightItem = f.object('HighlightItem', 'One highlight.', {
  text: f.text('text', 'What was said, in short.'),
  startSeconds: f.list(f.float('startTimes', 'Where in the recording, in seconds.')),
});

const highlight = f.object('Highlight', 'A group of highlights.', {
  title: f.text(
    'title',
    'What the group is about, such as Next steps; the platform names the groups.',
  ),
  items: f.list(f.within(highlightItem, 'items', 'The highlights.')),
});

export type HighlightRecord = f.RecordOf<typeof highlight>;

const actionItem = f.object('ActionItem', 'A promise heard in a call.', {
  startSeconds: f.float('snippetStartTime', 'Begin, in seconds.'),
  endSeconds: f.float('snippetEndTime', 'End, in seconds.'),
  speakerId: f.orNull(f.id('speakerID', 'Id of the voice that said it.')),
  speaker: f.voice('speakerID', 'Who said it'),
  snippet: f.text('snippet', 'The words.'),
});

export type ActionItemRecord = f.RecordOf<typeof actionItem>;

const outcome = f.object('CallOutcome', 'How the call ended.', {
  upstreamId: f.id('id', 'Id of the outcome at the platform.'),
  category: f.text('category', 'Group of outcomes.'),
  name: f.text('name', 'The outcome.'),
});

export const content = f.object('CallContent', 'What was talked about in a call.', {
  topics: listIn(
    'content.topics',
    namedDuration,
    'topics',
    'Topics and the time spent on them; topics never touched are listed with 0.',
  ),
  structure: listIn(
    'content.structure',
    namedDuration,
    'structure',
    'Phases of the call, in seconds.',
  ),
  trackers: listIn(
    'content.trackers',
    trackerHit,
    'trackers',
    'How often each tracker was heard; trackers never heard are listed with 0.',
  ),
  brief: f.inPart('content.brief', f.orAbsent(f.text('brief', 'Summary in a few sentences.'))),
  outline: listIn('content.outline', outlineSection, 'outline', 'The call in sections.'),
  highlights: listIn('content.highlights', highlight, 'highlights', 'What stood out.'),
  keyPoints: f.inPart(
    'content.keyPoints',
    f.orAbsent(f.list(f.textIn('text', 'keyPoints', 'The points to remember.'))),
  ),
  outcome: f.inPart(
    'content.callOutcome',
    f.orAbsent(f.within(outcome, 'callOutcome', 'How the call ended.')),
  ),
  actionItems: {
    ...f.inPart(
      'content.pointsOfInterest',
      f.below(
        'pointsOfInterest',
        f.orAbsent(
          f.list(
            f.within(
              actionItem,
              'actionItems',
              'Points of interest: what somebody promised to do.',
            ),
          ),
        ),
      ),
    ),
    deprecation: 'Since 2026-11-20: the platform replaced these by highlights.',
    retired: 'The platform removed points of interest in January 2025; highlights replace them.',
  },
});

/** `inReplyTo` is the id of another comment of the call. */
export const comment = f.object('CallComment', 'A public comment on a call.', {
  upstreamId: f.id('id', 'Id at the platform.'),
  text: f.text('comment', 'The comment.'),
  startSeconds: f.float('audioStartTime', 'Where the part commented on begins, in seconds.'),
  endSeconds: f.float('audioEndTime', 'Where it ends, in seconds.'),
  postedAt: f.instant('posted', 'When it was written.'),
  isDuringCall: f.flag('duringCall', 'Whether it was written while the call was going on.'),
  commenter: f.link('User', 'commenterUserId', 'Who wrote it.'),
});

export type CommentRecord = f.RecordOf<typeof comment> & { readonly inReplyTo: string | null };
