/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  fragment CallHead on Call {\n    title\n    startedAt\n    scheduledAt\n    durationSeconds\n    direction\n    scope\n    system\n    isPrivate\n    url\n    primaryUser {\n      name\n    }\n    accounts {\n      matchedBy\n      record {\n        id\n        name\n      }\n    }\n    opportunities {\n      matchedBy\n      record {\n        id\n        name\n        stageName\n        account {\n          id\n        }\n      }\n    }\n  }\n": typeof types.CallHeadFragmentDoc,
    "\n  fragment CallInsight on Call {\n    content {\n      brief\n      keyPoints\n      outcome {\n        category\n        name\n      }\n      highlights {\n        title\n        items {\n          text\n          startSeconds\n        }\n      }\n    }\n    interaction {\n      statistics {\n        name\n        value\n      }\n      questions {\n        companyCount\n        nonCompanyCount\n      }\n    }\n  }\n": typeof types.CallInsightFragmentDoc,
    "\n  fragment CallPeople on Call {\n    parties {\n      upstreamId\n      speakerId\n      affiliation\n      ...CallPerson\n    }\n  }\n": typeof types.CallPeopleFragmentDoc,
    "\n  fragment CallPerson on Party {\n    name\n    title\n    affiliation\n    methods\n    emailAddress\n    phoneNumber\n    user {\n      name\n      title\n    }\n    contactMatches {\n      matchedBy\n      record {\n        id\n        name\n        title\n        account {\n          id\n          name\n        }\n      }\n    }\n    leadMatches {\n      matchedBy\n      record {\n        id\n        name\n        company\n        status\n      }\n    }\n  }\n": typeof types.CallPersonFragmentDoc,
    "\n  fragment CallScorecards on Call {\n    answeredScorecards(first: 10) {\n      nodes {\n        id\n        scorecardName\n        overallScore\n        reviewMethod\n        reviewedAt\n        reviewer {\n          name\n        }\n        reviewedUser {\n          name\n        }\n        answers {\n          questionRevisionId\n          answer\n          answerText\n          score\n          isOverall\n          isNotApplicable\n          question {\n            text\n            maxRange\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n      }\n    }\n  }\n": typeof types.CallScorecardsFragmentDoc,
    "\n  query Call($id: ID!) {\n    call(by: { id: $id }) {\n      id\n      title\n      durationSeconds\n      ...CallHead\n      ...Player\n      ...CallVoices\n      ...CallTimeline\n      ...CallInsight\n      ...CallTrackers\n      ...CallPeople\n      ...CallScorecards\n      ...CallTranscript @defer\n    }\n  }\n": typeof types.CallDocument,
    "\n  fragment CallTimeline on Call {\n    content {\n      outline {\n        section\n        startSeconds\n        durationSeconds\n      }\n      trackers {\n        name\n        occurrences {\n          startSeconds\n        }\n      }\n    }\n    comments {\n      startSeconds\n      text\n      commenter {\n        name\n      }\n    }\n  }\n": typeof types.CallTimelineFragmentDoc,
    "\n  fragment CallTrackers on Call {\n    content {\n      topics {\n        name\n        durationSeconds\n      }\n      trackers {\n        trackerId\n        name\n        count\n        occurrences {\n          startSeconds\n        }\n        phrases {\n          phrase\n          count\n        }\n      }\n    }\n  }\n": typeof types.CallTrackersFragmentDoc,
    "\n  fragment Player on Call {\n    isPrivate\n    media {\n      audioUrl\n      videoUrl\n    }\n  }\n": typeof types.PlayerFragmentDoc,
    "\n  fragment CallTranscript on Call {\n    transcript {\n      monologues {\n        topic\n        speakerId\n        sentences {\n          startMs\n          endMs\n          text\n        }\n      }\n    }\n  }\n": typeof types.CallTranscriptFragmentDoc,
    "\n  fragment CallVoices on Call {\n    parties {\n      speakerId\n      name\n      emailAddress\n      phoneNumber\n      affiliation\n    }\n    interaction {\n      speakers {\n        upstreamId\n        talkTimeSeconds\n      }\n    }\n  }\n": typeof types.CallVoicesFragmentDoc,
    "\n  fragment DealRow on Opportunity {\n    name\n    stageName\n    amount\n    closeDate\n  }\n": typeof types.DealRowFragmentDoc,
    "\n  query Deals($first: Int = 25, $after: String) {\n    opportunities(\n      first: $first\n      after: $after\n      filter: { isClosed: { eq: false } }\n      orderBy: [{ field: CLOSE_DATE }]\n    ) {\n      totalCount\n      nodes {\n        id\n        ...DealRow\n      }\n    }\n  }\n": typeof types.DealsDocument,
};
const documents: Documents = {
    "\n  fragment CallHead on Call {\n    title\n    startedAt\n    scheduledAt\n    durationSeconds\n    direction\n    scope\n    system\n    isPrivate\n    url\n    primaryUser {\n      name\n    }\n    accounts {\n      matchedBy\n      record {\n        id\n        name\n      }\n    }\n    opportunities {\n      matchedBy\n      record {\n        id\n        name\n        stageName\n        account {\n          id\n        }\n      }\n    }\n  }\n": types.CallHeadFragmentDoc,
    "\n  fragment CallInsight on Call {\n    content {\n      brief\n      keyPoints\n      outcome {\n        category\n        name\n      }\n      highlights {\n        title\n        items {\n          text\n          startSeconds\n        }\n      }\n    }\n    interaction {\n      statistics {\n        name\n        value\n      }\n      questions {\n        companyCount\n        nonCompanyCount\n      }\n    }\n  }\n": types.CallInsightFragmentDoc,
    "\n  fragment CallPeople on Call {\n    parties {\n      upstreamId\n      speakerId\n      affiliation\n      ...CallPerson\n    }\n  }\n": types.CallPeopleFragmentDoc,
    "\n  fragment CallPerson on Party {\n    name\n    title\n    affiliation\n    methods\n    emailAddress\n    phoneNumber\n    user {\n      name\n      title\n    }\n    contactMatches {\n      matchedBy\n      record {\n        id\n        name\n        title\n        account {\n          id\n          name\n        }\n      }\n    }\n    leadMatches {\n      matchedBy\n      record {\n        id\n        name\n        company\n        status\n      }\n    }\n  }\n": types.CallPersonFragmentDoc,
    "\n  fragment CallScorecards on Call {\n    answeredScorecards(first: 10) {\n      nodes {\n        id\n        scorecardName\n        overallScore\n        reviewMethod\n        reviewedAt\n        reviewer {\n          name\n        }\n        reviewedUser {\n          name\n        }\n        answers {\n          questionRevisionId\n          answer\n          answerText\n          score\n          isOverall\n          isNotApplicable\n          question {\n            text\n            maxRange\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n      }\n    }\n  }\n": types.CallScorecardsFragmentDoc,
    "\n  query Call($id: ID!) {\n    call(by: { id: $id }) {\n      id\n      title\n      durationSeconds\n      ...CallHead\n      ...Player\n      ...CallVoices\n      ...CallTimeline\n      ...CallInsight\n      ...CallTrackers\n      ...CallPeople\n      ...CallScorecards\n      ...CallTranscript @defer\n    }\n  }\n": types.CallDocument,
    "\n  fragment CallTimeline on Call {\n    content {\n      outline {\n        section\n        startSeconds\n        durationSeconds\n      }\n      trackers {\n        name\n        occurrences {\n          startSeconds\n        }\n      }\n    }\n    comments {\n      startSeconds\n      text\n      commenter {\n        name\n      }\n    }\n  }\n": types.CallTimelineFragmentDoc,
    "\n  fragment CallTrackers on Call {\n    content {\n      topics {\n        name\n        durationSeconds\n      }\n      trackers {\n        trackerId\n        name\n        count\n        occurrences {\n          startSeconds\n        }\n        phrases {\n          phrase\n          count\n        }\n      }\n    }\n  }\n": types.CallTrackersFragmentDoc,
    "\n  fragment Player on Call {\n    isPrivate\n    media {\n      audioUrl\n      videoUrl\n    }\n  }\n": types.PlayerFragmentDoc,
    "\n  fragment CallTranscript on Call {\n    transcript {\n      monologues {\n        topic\n        speakerId\n        sentences {\n          startMs\n          endMs\n          text\n        }\n      }\n    }\n  }\n": types.CallTranscriptFragmentDoc,
    "\n  fragment CallVoices on Call {\n    parties {\n      speakerId\n      name\n      emailAddress\n      phoneNumber\n      affiliation\n    }\n    interaction {\n      speakers {\n        upstreamId\n        talkTimeSeconds\n      }\n    }\n  }\n": types.CallVoicesFragmentDoc,
    "\n  fragment DealRow on Opportunity {\n    name\n    stageName\n    amount\n    closeDate\n  }\n": types.DealRowFragmentDoc,
    "\n  query Deals($first: Int = 25, $after: String) {\n    opportunities(\n      first: $first\n      after: $after\n      filter: { isClosed: { eq: false } }\n      orderBy: [{ field: CLOSE_DATE }]\n    ) {\n      totalCount\n      nodes {\n        id\n        ...DealRow\n      }\n    }\n  }\n": types.DealsDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CallHead on Call {\n    title\n    startedAt\n    scheduledAt\n    durationSeconds\n    direction\n    scope\n    system\n    isPrivate\n    url\n    primaryUser {\n      name\n    }\n    accounts {\n      matchedBy\n      record {\n        id\n        name\n      }\n    }\n    opportunities {\n      matchedBy\n      record {\n        id\n        name\n        stageName\n        account {\n          id\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CallHeadFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CallInsight on Call {\n    content {\n      brief\n      keyPoints\n      outcome {\n        category\n        name\n      }\n      highlights {\n        title\n        items {\n          text\n          startSeconds\n        }\n      }\n    }\n    interaction {\n      statistics {\n        name\n        value\n      }\n      questions {\n        companyCount\n        nonCompanyCount\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CallInsightFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CallPeople on Call {\n    parties {\n      upstreamId\n      speakerId\n      affiliation\n      ...CallPerson\n    }\n  }\n"): typeof import('./graphql.ts').CallPeopleFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CallPerson on Party {\n    name\n    title\n    affiliation\n    methods\n    emailAddress\n    phoneNumber\n    user {\n      name\n      title\n    }\n    contactMatches {\n      matchedBy\n      record {\n        id\n        name\n        title\n        account {\n          id\n          name\n        }\n      }\n    }\n    leadMatches {\n      matchedBy\n      record {\n        id\n        name\n        company\n        status\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CallPersonFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CallScorecards on Call {\n    answeredScorecards(first: 10) {\n      nodes {\n        id\n        scorecardName\n        overallScore\n        reviewMethod\n        reviewedAt\n        reviewer {\n          name\n        }\n        reviewedUser {\n          name\n        }\n        answers {\n          questionRevisionId\n          answer\n          answerText\n          score\n          isOverall\n          isNotApplicable\n          question {\n            text\n            maxRange\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CallScorecardsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Call($id: ID!) {\n    call(by: { id: $id }) {\n      id\n      title\n      durationSeconds\n      ...CallHead\n      ...Player\n      ...CallVoices\n      ...CallTimeline\n      ...CallInsight\n      ...CallTrackers\n      ...CallPeople\n      ...CallScorecards\n      ...CallTranscript @defer\n    }\n  }\n"): typeof import('./graphql.ts').CallDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CallTimeline on Call {\n    content {\n      outline {\n        section\n        startSeconds\n        durationSeconds\n      }\n      trackers {\n        name\n        occurrences {\n          startSeconds\n        }\n      }\n    }\n    comments {\n      startSeconds\n      text\n      commenter {\n        name\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CallTimelineFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CallTrackers on Call {\n    content {\n      topics {\n        name\n        durationSeconds\n      }\n      trackers {\n        trackerId\n        name\n        count\n        occurrences {\n          startSeconds\n        }\n        phrases {\n          phrase\n          count\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CallTrackersFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Player on Call {\n    isPrivate\n    media {\n      audioUrl\n      videoUrl\n    }\n  }\n"): typeof import('./graphql.ts').PlayerFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CallTranscript on Call {\n    transcript {\n      monologues {\n        topic\n        speakerId\n        sentences {\n          startMs\n          endMs\n          text\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CallTranscriptFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CallVoices on Call {\n    parties {\n      speakerId\n      name\n      emailAddress\n      phoneNumber\n      affiliation\n    }\n    interaction {\n      speakers {\n        upstreamId\n        talkTimeSeconds\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CallVoicesFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment DealRow on Opportunity {\n    name\n    stageName\n    amount\n    closeDate\n  }\n"): typeof import('./graphql.ts').DealRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Deals($first: Int = 25, $after: String) {\n    opportunities(\n      first: $first\n      after: $after\n      filter: { isClosed: { eq: false } }\n      orderBy: [{ field: CLOSE_DATE }]\n    ) {\n      totalCount\n      nodes {\n        id\n        ...DealRow\n      }\n    }\n  }\n"): typeof import('./graphql.ts').DealsDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
