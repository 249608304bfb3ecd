/** Words of the vendors' published descriptions: the only words that a scrubbed recording may hold. */

import { platformOperations } from '../../connector-service/vendor/call-platform/operation.ts';
import { crmObjects } from '../../connector-service/vendor/crm/execute.ts';
import { buildCrmModel } from '../../contract/crm/model.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The CRM's own objects and their fields: an organisation's end in `__c`. */
const standard = buildCrmModel().objects;
const standardNames: readonly string[] = standard.map(({ name }) => name);
const standardFields: readonly string[] = standard.flatMap(({ fields }) =>
  fields.map(({ name }) => name),
);

/** Members of requests and answers. */
export const documentedKeys: ReadonlySet<string> = new Set([
  ...standardFields,
  ...words(`
  active addedBy affiliation answerGuide answerOptions answerText answeredScorecardId answeredScorecards
  answers audioEndTime audioStartTime audioUrl brief calendarEventId call callFromDate callId callIds
  callOutcome callStartTime callToDate callTranscripts calls callsAsHost callsAttended
  callsCommentsGiven callsCommentsReceived callsGaveFeedback callsMarkedAsFeedbackGiven
  callsMarkedAsFeedbackReceived callsReceivedFeedback callsRequestedFeedback callsScorecardsFilled
  callsScorecardsReceived callsSharedExternally callsSharedInternally category clientUniqueId
  coachingData collaboration comment commenterUserId companyCount content contentSelector context
  contextTiming count created createdBy creatorUserId currentPageNumber currentPageSize cursor customData
  description directReportsMetrics direction duration duringCall editorUserId emailAddress emailAliases
  emailsImported enabled end exposedFields extension fields filter filterQuery firstName folderId folders
  from fromDate fromDateTime fromSec gongConnectEnabled highlights id inReplyTo includeRelatedForms
  interaction interactionStats isOverall isPrivate items keyPoints keywordTrackers keywords language
  languageKeywords lastName manager manager-id managerId maxRange media meetingConsentPageUrl meetingUrl
  metaData methods metrics minRange name nonCompanyCount nonRecordedMeetingsImported notApplicable note
  objectId objectType objects occurrences othersCallsListenedTo outline ownCallsListenedTo parentFolderId
  partOfQuestion parties peopleInteractionStats personInteractionStats personalMeetingUrls phoneNumber
  phrase phrases pointsOfInterest posted preventEmailImport preventWebConferenceRecording primary
  primaryUserId primaryUserIds publicComments purpose questionId questionRevisionId questionText
  questionType questions records report requestId reviewFromDate reviewMethod reviewTime reviewToDate
  reviewedUserId reviewedUserIds reviewerUserId saidAt saidAtInterval saidAtUnit saidInTopics scheduled
  scope score scorecardId scorecardIds scorecardName scorecards sdrDisposition section selectedOptions
  sentences settings snippet speakerId speakers spokenLanguages start startTime startTimes started
  structure system talkTime telephonyCallsImported text timeZone timing title to toDate toDateTime toSec
  topic topics totalRecords trackerId trackerName trackerOccurrences trackers transcript
  trustedEmailAddress type updated updaterUserId url user userAggregateActivityStats
  userDailyActivityStats userEmailAddress userId userIds users usersAggregateActivityStats
  usersDetailedActivities value video videoUrl visibilityType webConferencesRecorded workspace-id
  workspaceId workspaces errors
  attributes done Id Name nextRecordsUrl totalSize searchRecords q message errorCode batchRequests
  method results statusCode result hasErrors
  access_token refresh_token instance_url api_base_url_for_customer token_type issued_at expires_in
  signature error error_description QualifiedApiName EntityDefinition
`),
]);

/** Values of members that have a closed list of them. */
export const documentedValues: Readonly<Record<string, readonly string[]>> = {
  affiliation: words('Internal External Unknown'),
  contextTiming: words('Now TimeOfCall'),
  context: words('None Basic Extended'),
  direction: words('Inbound Outbound Conference Unknown'),
  language: words('eng fre ger spa ita por dut jpn und zxx'),
  media: words('Video Audio'),
  methods: words('Invitee Attendee'),
  objectType: words('Opportunity Account Contact User Lead'),
  reviewMethod: words('AUTOMATIC MANUAL BOTH'),
  scope: words('Internal External Unknown api refresh_token'),
  system: words('Salesforce HubSpot MicrosoftDynamic Generic Gong'),
  timing: words('Now TimeOfCall'),
  type: [...words('KEYWORD SMART Organization AggregateResult EntityParticle'), ...standardNames],
  visibilityType: words('PUBLIC PRIVATE OPT_IN_USERS'),
  token_type: words('Bearer bearer'),
  QualifiedApiName: [...standardFields, ...standardNames],
  error: words(
    'invalid_grant invalid_client invalid_client_id invalid_request invalid_scope unauthorized_client unsupported_grant_type inactive_user inactive_org',
  ),
  errorCode: words(
    'INVALID_SESSION_ID INVALID_TYPE INVALID_FIELD MALFORMED_QUERY MALFORMED_ID NOT_FOUND REQUEST_LIMIT_EXCEEDED QUERY_TIMEOUT API_DISABLED_FOR_ORG API_CURRENTLY_DISABLED INSUFFICIENT_ACCESS INVALID_QUERY_LOCATOR SERVER_UNAVAILABLE',
  ),
  method: words('GET POST'),
};

/** Parts of paths. */
export const documentedParts: ReadonlySet<string> = new Set([
  ...words(
    'services data query queryAll search sobjects composite batch oauth2 token VersionData Body',
  ),
  ...words('v2 generate-customer-token'),
  ...Object.values(platformOperations).flatMap(({ path }) =>
    typeof path === 'string' ? path.split('/') : [],
  ),
  ...Object.values(crmObjects),
]);

/** Words of the statements that are sent. */
export const documentedWords: ReadonlySet<string> = new Set([
  ...words('SELECT FROM WHERE LIMIT IN AND Id Name Organization = FALSE'),
  ...words('EntityParticle QualifiedApiName EntityDefinition.QualifiedApiName'),
  ...standardFields,
  ...standardNames,
]);

const scopes = new Set(
  [...Object.values(platformOperations).map(({ scope }) => scope)].concat(
    'api:calls:read:media-url',
    'api:stats:scorecards',
  ),
);

/** Sentences of errors: the whole text has to be one of them. */
export function isDocumentedSentence(text: string): boolean {
  const scope = /^You don't have permission to use '(api:[a-z:-]+)' in your app\.$/.exec(text)?.[1];
  if (scope !== undefined) return scopes.has(scope);
  const field = /^([A-Za-z-]+): must not be null$/.exec(text)?.[1];
  if (field !== undefined) return documentedKeys.has(field);
  return sentences.has(text);
}

const sentences: ReadonlySet<string> = new Set([
  'No calls found corresponding to the provided filters',
  'No transcripts found corresponding to the provided filters',
  'Method Not Allowed',
  'Unsupported Media Type',
  'Malformed request',
  'API request limit exceeded',
  'Session expired or invalid',
  'TotalRequests Limit exceeded.',
  'The requested resource does not exist',
  'invalid query locator',
]);
