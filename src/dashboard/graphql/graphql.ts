/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** How two things of different systems were found to belong together. */
export type MatchReason =
  /** The call-analytics platform itself linked the CRM record. */
  | 'CRM_CONTEXT'
  /** They carry the same e-mail address, capitals and blanks aside. */
  | 'EMAIL'
  /** A user of the platform took part. */
  | 'USER';

export type CallHeadFragment = { title: string | null, startedAt: string | null, scheduledAt: string | null, durationSeconds: number | null, direction: string | null, scope: string | null, system: string | null, isPrivate: boolean | null, url: string | null, primaryUser: { name: string | null } | null, accounts: Array<{ matchedBy: Array<MatchReason>, record: { id: string, name: string | null } }> | null, opportunities: Array<{ matchedBy: Array<MatchReason>, record: { id: string, name: string | null, stageName: string | null, account: { id: string } | null } }> | null } & { ' $fragmentName'?: 'CallHeadFragment' };

export type CallInsightFragment = { content: { brief: string | null, keyPoints: Array<string | null> | null, outcome: { category: string | null, name: string | null } | null, highlights: Array<{ title: string | null, items: Array<{ text: string | null, startSeconds: Array<number | null> | null } | null> | null } | null> | null } | null, interaction: { statistics: Array<{ name: string | null, value: number | null } | null> | null, questions: { companyCount: number | null, nonCompanyCount: number | null } | null } | null } & { ' $fragmentName'?: 'CallInsightFragment' };

export type CallPeopleFragment = { parties: Array<(
    { upstreamId: string | null, speakerId: string | null, affiliation: string | null }
    & { ' $fragmentRefs'?: { 'CallPersonFragment': CallPersonFragment } }
  ) | null> | null } & { ' $fragmentName'?: 'CallPeopleFragment' };

export type CallPersonFragment = { name: string | null, title: string | null, affiliation: string | null, methods: Array<string | null> | null, emailAddress: string | null, phoneNumber: string | null, user: { name: string | null, title: string | null } | null, contactMatches: Array<{ matchedBy: Array<MatchReason>, record: { id: string, name: string | null, title: string | null, account: { id: string, name: string | null } | null } }> | null, leadMatches: Array<{ matchedBy: Array<MatchReason>, record: { id: string, name: string | null, company: string | null, status: string | null } }> | null } & { ' $fragmentName'?: 'CallPersonFragment' };

export type CallScorecardsFragment = { answeredScorecards: { nodes: Array<{ id: string, scorecardName: string | null, overallScore: number | null, reviewMethod: string | null, reviewedAt: string | null, reviewer: { name: string | null } | null, reviewedUser: { name: string | null } | null, answers: Array<{ questionRevisionId: string | null, answer: string | null, answerText: string | null, score: number | null, isOverall: boolean | null, isNotApplicable: boolean | null, question: { text: string | null, maxRange: string | null } | null } | null> | null } | null>, pageInfo: { hasNextPage: boolean } } | null } & { ' $fragmentName'?: 'CallScorecardsFragment' };

export type CallQueryVariables = Exact<{
  id: string | number;
}>;


export type CallQuery = { call: (
    { id: string, title: string | null, durationSeconds: number | null }
    & { ' $fragmentRefs'?: { 'CallHeadFragment': CallHeadFragment;'PlayerFragment': PlayerFragment;'CallVoicesFragment': CallVoicesFragment;'CallTimelineFragment': CallTimelineFragment;'CallInsightFragment': CallInsightFragment;'CallTrackersFragment': CallTrackersFragment;'CallPeopleFragment': CallPeopleFragment;'CallScorecardsFragment': CallScorecardsFragment } }
  ) & { ' $fragmentRefs'?: { 'CallTranscriptFragment': Incremental<CallTranscriptFragment> } } | null };

export type CallTimelineFragment = { content: { outline: Array<{ section: string | null, startSeconds: number | null, durationSeconds: number | null } | null> | null, trackers: Array<{ name: string | null, occurrences: Array<{ startSeconds: number | null } | null> | null } | null> | null } | null, comments: Array<{ startSeconds: number | null, text: string | null, commenter: { name: string | null } | null } | null> | null } & { ' $fragmentName'?: 'CallTimelineFragment' };

export type CallTrackersFragment = { content: { topics: Array<{ name: string | null, durationSeconds: number | null } | null> | null, trackers: Array<{ trackerId: string | null, name: string | null, count: number | null, occurrences: Array<{ startSeconds: number | null } | null> | null, phrases: Array<{ phrase: string | null, count: number | null } | null> | null } | null> | null } | null } & { ' $fragmentName'?: 'CallTrackersFragment' };

export type PlayerFragment = { isPrivate: boolean | null, media: { audioUrl: string | null, videoUrl: string | null } | null } & { ' $fragmentName'?: 'PlayerFragment' };

export type CallTranscriptFragment = { transcript: { monologues: Array<{ topic: string | null, speakerId: string | null, sentences: Array<{ startMs: number | null, endMs: number | null, text: string | null } | null> | null } | null> | null } | null } & { ' $fragmentName'?: 'CallTranscriptFragment' };

export type CallVoicesFragment = { parties: Array<{ speakerId: string | null, name: string | null, emailAddress: string | null, phoneNumber: string | null, affiliation: string | null } | null> | null, interaction: { speakers: Array<{ upstreamId: string | null, talkTimeSeconds: number | null } | null> | null } | null } & { ' $fragmentName'?: 'CallVoicesFragment' };

export type DealRowFragment = { name: string | null, stageName: string | null, amount: number | null, closeDate: string | null } & { ' $fragmentName'?: 'DealRowFragment' };

export type DealsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DealsQuery = { opportunities: { totalCount: number | null, nodes: Array<(
      { id: string }
      & { ' $fragmentRefs'?: { 'DealRowFragment': DealRowFragment } }
    ) | null> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const CallHeadFragmentDoc = new TypedDocumentString(`
    fragment CallHead on Call {
  title
  startedAt
  scheduledAt
  durationSeconds
  direction
  scope
  system
  isPrivate
  url
  primaryUser {
    name
  }
  accounts {
    matchedBy
    record {
      id
      name
    }
  }
  opportunities {
    matchedBy
    record {
      id
      name
      stageName
      account {
        id
      }
    }
  }
}
    `, {"fragmentName":"CallHead"}) as unknown as TypedDocumentString<CallHeadFragment, unknown>;
export const CallInsightFragmentDoc = new TypedDocumentString(`
    fragment CallInsight on Call {
  content {
    brief
    keyPoints
    outcome {
      category
      name
    }
    highlights {
      title
      items {
        text
        startSeconds
      }
    }
  }
  interaction {
    statistics {
      name
      value
    }
    questions {
      companyCount
      nonCompanyCount
    }
  }
}
    `, {"fragmentName":"CallInsight"}) as unknown as TypedDocumentString<CallInsightFragment, unknown>;
export const CallPersonFragmentDoc = new TypedDocumentString(`
    fragment CallPerson on Party {
  name
  title
  affiliation
  methods
  emailAddress
  phoneNumber
  user {
    name
    title
  }
  contactMatches {
    matchedBy
    record {
      id
      name
      title
      account {
        id
        name
      }
    }
  }
  leadMatches {
    matchedBy
    record {
      id
      name
      company
      status
    }
  }
}
    `, {"fragmentName":"CallPerson"}) as unknown as TypedDocumentString<CallPersonFragment, unknown>;
export const CallPeopleFragmentDoc = new TypedDocumentString(`
    fragment CallPeople on Call {
  parties {
    upstreamId
    speakerId
    affiliation
    ...CallPerson
  }
}
    fragment CallPerson on Party {
  name
  title
  affiliation
  methods
  emailAddress
  phoneNumber
  user {
    name
    title
  }
  contactMatches {
    matchedBy
    record {
      id
      name
      title
      account {
        id
        name
      }
    }
  }
  leadMatches {
    matchedBy
    record {
      id
      name
      company
      status
    }
  }
}`, {"fragmentName":"CallPeople"}) as unknown as TypedDocumentString<CallPeopleFragment, unknown>;
export const CallScorecardsFragmentDoc = new TypedDocumentString(`
    fragment CallScorecards on Call {
  answeredScorecards(first: 10) {
    nodes {
      id
      scorecardName
      overallScore
      reviewMethod
      reviewedAt
      reviewer {
        name
      }
      reviewedUser {
        name
      }
      answers {
        questionRevisionId
        answer
        answerText
        score
        isOverall
        isNotApplicable
        question {
          text
          maxRange
        }
      }
    }
    pageInfo {
      hasNextPage
    }
  }
}
    `, {"fragmentName":"CallScorecards"}) as unknown as TypedDocumentString<CallScorecardsFragment, unknown>;
export const CallTimelineFragmentDoc = new TypedDocumentString(`
    fragment CallTimeline on Call {
  content {
    outline {
      section
      startSeconds
      durationSeconds
    }
    trackers {
      name
      occurrences {
        startSeconds
      }
    }
  }
  comments {
    startSeconds
    text
    commenter {
      name
    }
  }
}
    `, {"fragmentName":"CallTimeline"}) as unknown as TypedDocumentString<CallTimelineFragment, unknown>;
export const CallTrackersFragmentDoc = new TypedDocumentString(`
    fragment CallTrackers on Call {
  content {
    topics {
      name
      durationSeconds
    }
    trackers {
      trackerId
      name
      count
      occurrences {
        startSeconds
      }
      phrases {
        phrase
        count
      }
    }
  }
}
    `, {"fragmentName":"CallTrackers"}) as unknown as TypedDocumentString<CallTrackersFragment, unknown>;
export const PlayerFragmentDoc = new TypedDocumentString(`
    fragment Player on Call {
  isPrivate
  media {
    audioUrl
    videoUrl
  }
}
    `, {"fragmentName":"Player"}) as unknown as TypedDocumentString<PlayerFragment, unknown>;
export const CallTranscriptFragmentDoc = new TypedDocumentString(`
    fragment CallTranscript on Call {
  transcript {
    monologues {
      topic
      speakerId
      sentences {
        startMs
        endMs
        text
      }
    }
  }
}
    `, {"fragmentName":"CallTranscript"}) as unknown as TypedDocumentString<CallTranscriptFragment, unknown>;
export const CallVoicesFragmentDoc = new TypedDocumentString(`
    fragment CallVoices on Call {
  parties {
    speakerId
    name
    emailAddress
    phoneNumber
    affiliation
  }
  interaction {
    speakers {
      upstreamId
      talkTimeSeconds
    }
  }
}
    `, {"fragmentName":"CallVoices"}) as unknown as TypedDocumentString<CallVoicesFragment, unknown>;
export const DealRowFragmentDoc = new TypedDocumentString(`
    fragment DealRow on Opportunity {
  name
  stageName
  amount
  closeDate
}
    `, {"fragmentName":"DealRow"}) as unknown as TypedDocumentString<DealRowFragment, unknown>;
export const CallDocument = new TypedDocumentString(`
    query Call($id: ID!) {
  call(by: {id: $id}) {
    id
    title
    durationSeconds
    ...CallHead
    ...Player
    ...CallVoices
    ...CallTimeline
    ...CallInsight
    ...CallTrackers
    ...CallPeople
    ...CallScorecards
    ...CallTranscript @defer
  }
}
    fragment CallHead on Call {
  title
  startedAt
  scheduledAt
  durationSeconds
  direction
  scope
  system
  isPrivate
  url
  primaryUser {
    name
  }
  accounts {
    matchedBy
    record {
      id
      name
    }
  }
  opportunities {
    matchedBy
    record {
      id
      name
      stageName
      account {
        id
      }
    }
  }
}
fragment CallInsight on Call {
  content {
    brief
    keyPoints
    outcome {
      category
      name
    }
    highlights {
      title
      items {
        text
        startSeconds
      }
    }
  }
  interaction {
    statistics {
      name
      value
    }
    questions {
      companyCount
      nonCompanyCount
    }
  }
}
fragment CallPeople on Call {
  parties {
    upstreamId
    speakerId
    affiliation
    ...CallPerson
  }
}
fragment CallPerson on Party {
  name
  title
  affiliation
  methods
  emailAddress
  phoneNumber
  user {
    name
    title
  }
  contactMatches {
    matchedBy
    record {
      id
      name
      title
      account {
        id
        name
      }
    }
  }
  leadMatches {
    matchedBy
    record {
      id
      name
      company
      status
    }
  }
}
fragment CallScorecards on Call {
  answeredScorecards(first: 10) {
    nodes {
      id
      scorecardName
      overallScore
      reviewMethod
      reviewedAt
      reviewer {
        name
      }
      reviewedUser {
        name
      }
      answers {
        questionRevisionId
        answer
        answerText
        score
        isOverall
        isNotApplicable
        question {
          text
          maxRange
        }
      }
    }
    pageInfo {
      hasNextPage
    }
  }
}
fragment CallTimeline on Call {
  content {
    outline {
      section
      startSeconds
      durationSeconds
    }
    trackers {
      name
      occurrences {
        startSeconds
      }
    }
  }
  comments {
    startSeconds
    text
    commenter {
      name
    }
  }
}
fragment CallTrackers on Call {
  content {
    topics {
      name
      durationSeconds
    }
    trackers {
      trackerId
      name
      count
      occurrences {
        startSeconds
      }
      phrases {
        phrase
        count
      }
    }
  }
}
fragment Player on Call {
  isPrivate
  media {
    audioUrl
    videoUrl
  }
}
fragment CallTranscript on Call {
  transcript {
    monologues {
      topic
      speakerId
      sentences {
        startMs
        endMs
        text
      }
    }
  }
}
fragment CallVoices on Call {
  parties {
    speakerId
    name
    emailAddress
    phoneNumber
    affiliation
  }
  interaction {
    speakers {
      upstreamId
      talkTimeSeconds
    }
  }
}`, {"hash":"sha256:a416800dfb1d59944dffaed88f68a5975cca753c5e5e542f8ce59599dae8b1d7","deferredFields":{"CallTranscript":["transcript"]}}) as unknown as TypedDocumentString<CallQuery, CallQueryVariables>;
export const DealsDocument = new TypedDocumentString(`
    query Deals($first: Int = 25, $after: String) {
  opportunities(
    first: $first
    after: $after
    filter: {isClosed: {eq: false}}
    orderBy: [{field: CLOSE_DATE}]
  ) {
    totalCount
    nodes {
      id
      ...DealRow
    }
  }
}
    fragment DealRow on Opportunity {
  name
  stageName
  amount
  closeDate
}`, {"hash":"sha256:bcad538fee69fe2f18ad4b5cac5e7fd1e16857774f371e56ba028fa06fd45ab1"}) as unknown as TypedDocumentString<DealsQuery, DealsQueryVariables>;