/** Calls, users and settings of a small company of our own making, with the odd values and missing members that recordings have. */

import { callSettings } from './call-setting.ts';
import { platformId, type Row } from './platform-row.ts';

const dayMs = 86_400_000;

export interface CallCompanyOptions {
  readonly now: number;
  readonly users: number;
  readonly calls: number;
  /** Accounts of the CRM, which calls are linked to. */
  readonly accounts: readonly {
    readonly id: string;
    readonly contact: string | null;
    readonly contactId: string;
  }[];
  /** Names of the speakers in a call's talk times: published, the party's id; some tenants have the other. */
  readonly speakersBy: 'party' | 'speaker';
}

const people = ['Ines Oduya', 'Marek Tveit', 'Lin Abebe', 'Cal Roux', 'Bo Lund'];

export function callCompany(options: CallCompanyOptions) {
  const { now, users: size, calls: count, accounts, speakersBy } = options;
  /** With the company's offset, and as many digits of a second as come. */
  const instant = (ms: number, digits = 0): string => {
    const shifted = new Date(ms + 3_600_000).toISOString();
    return `${shifted.slice(0, 19)}${digits === 0 ? '' : `.${'123456'.slice(0, digits)}`}+01:00`;
  };
  const userId = (n: number): string => platformId(1, n);
  const workspaces = [1, 2].map((n) => ({
    ...{ id: platformId(2, n), name: n === 1 ? 'Initial workspace' : 'Partners' },
    description: n === 1 ? 'Default workspace' : null,
  }));
  const workspaceOf = (n: number): string => workspaces[n % 7 === 0 ? 1 : 0]!.id;
  const users = people.slice(0, size).map((name, at): Row => {
    const [firstName = '', lastName = ''] = name.split(' ');
    return {
      ...{
        id: userId(at + 1),
        emailAddress: `${firstName}.${lastName}@brightwell.example`.toLowerCase(),
      },
      ...{
        created: instant(now - 500 * dayMs, 6),
        active: at !== 3,
        emailAliases: [],
        trustedEmailAddress: null,
      },
      ...{
        firstName,
        lastName,
        title: at === 0 ? null : 'Account Executive',
        phoneNumber: at === 1 ? '' : null,
      },
      ...{ extension: null, personalMeetingUrls: [], managerId: at === 0 ? null : userId(1) },
      settings: {
        ...{
          webConferencesRecorded: true,
          preventWebConferenceRecording: false,
          telephonyCallsImported: true,
        },
        ...{
          emailsImported: true,
          preventEmailImport: false,
          nonRecordedMeetingsImported: true,
          gongConnectEnabled: false,
        },
      },
      ...{ meetingConsentPageUrl: null, spokenLanguages: [{ language: 'en-US', primary: true }] },
    };
  });

  const calls = Array.from({ length: count }, (_, at): Row => {
    const n = at + 1;
    const start = now - (count - at) * 8 * 3_600_000 - 3_600_000;
    const host = ((n - 1) % Math.max(1, Math.min(size, 3))) + 1;
    const account = accounts[n % Math.max(1, accounts.length)];
    const party = (kind: number): string => platformId(kind, n);
    const speaker = (kind: number): string => platformId(kind + 2, n);
    const parties = [
      // In four of a hundred recorded calls the host is missing.
      ...(n % 25 === 0
        ? []
        : [
            {
              ...{
                id: party(10),
                emailAddress: users[host - 1]?.emailAddress,
                name: people[host - 1],
              },
              ...{ title: 'Account Executive', userId: userId(host), speakerId: speaker(10) },
              ...{
                context: [],
                affiliation: 'Internal',
                phoneNumber: '',
                methods: ['Invitee', 'Attendee'],
              },
            },
          ]),
      {
        ...{
          id: party(11),
          speakerId: n % 6 === 0 ? null : speaker(11),
          affiliation: 'External',
          methods: ['Attendee'],
        },
        ...(account?.contact == null ? {} : { emailAddress: account.contact, name: 'Pia Hale' }),
        ...(account === undefined
          ? {}
          : {
              context: [
                {
                  system: 'Salesforce',
                  objects: [
                    {
                      objectType: 'Contact',
                      objectId: account.contactId,
                      fields: [],
                      timing: 'Now',
                    },
                  ],
                },
              ],
            }),
      },
      // Somebody of whom nothing is known but that they came.
      ...(n % 10 === 0
        ? [{ id: party(14), speakerId: null, affiliation: 'Unknown', methods: [] }]
        : []),
    ];
    const speakerName = (kind: number) => (speakersBy === 'party' ? party(kind) : speaker(kind));
    const title = n === 4 ? '' : `Review of quarry ${n}`;
    return {
      metaData: {
        ...{
          id: platformId(3, n),
          url: `https://us-1.app.example/call?id=${platformId(3, n)}`,
          title,
        },
        ...{
          scheduled: instant(start),
          started: instant(start + 61_000, n % 2 === 0 ? 6 : 3),
          duration: 600 + n,
        },
        ...{
          primaryUserId: userId(host),
          direction: n % 5 === 0 ? 'Outbound' : 'Conference',
          system: n % 5 === 0 ? 'Outreach' : 'Zoom',
        },
        ...{
          scope: n % 4 === 0 ? 'Internal' : 'External',
          media: n % 5 === 0 ? 'Audio' : 'Video',
          language: n === 5 ? 'und' : 'eng',
        },
        ...{
          workspaceId: workspaceOf(n),
          sdrDisposition: null,
          clientUniqueId: null,
          customData: null,
          purpose: null,
        },
        ...{
          meetingUrl: 'https://meet.example/1',
          isPrivate: n % 20 === 0,
          calendarEventId: n % 3 === 0 ? null : `event${n}`,
        },
      },
      ...(account === undefined
        ? { context: [] }
        : {
            context: [
              {
                system: 'Salesforce',
                objects: [
                  {
                    objectType: 'Account',
                    objectId: account.id,
                    fields: [{ name: 'Name', value: 'Quarry' }],
                    timing: 'Now',
                  },
                ],
              },
            ],
          }),
      parties,
      content: {
        structure: [{ name: 'Meeting Setup', duration: 40 }],
        topics: [{ name: 'Pricing', duration: n % 3 === 0 ? 120 : 0 }],
        trackers: [
          {
            ...{
              id: platformId(6, 1),
              name: 'Competitors',
              count: n % 3 === 0 ? 1 : 0,
              type: 'KEYWORD',
            },
            occurrences: n % 3 === 0 ? [{ startTime: 12.5, speakerId: speaker(10) }] : [],
            phrases:
              n % 3 === 0
                ? [
                    {
                      count: 1,
                      phrase: 'Stonehaul',
                      occurrences: [{ startTime: 12.5, speakerId: speaker(10) }],
                    },
                  ]
                : [],
          },
          {
            id: platformId(6, 2),
            name: 'Next steps',
            count: 0,
            type: 'SMART',
            occurrences: [],
            phrases: [],
          },
        ],
        brief: n % 2 === 0 ? 'They agreed on a trial.' : undefined,
        outline: [
          {
            section: 'Start',
            startTime: 0.2,
            duration: 60,
            items: [{ text: 'Hellos', startTime: 1.1 }],
          },
        ],
        highlights: [
          { title: 'Next steps', items: [{ text: 'Send the offer', startTimes: [30.5] }] },
        ],
        callOutcome:
          n % 2 === 0
            ? { id: 'MEETING_BOOKED', category: 'Answered', name: 'Meeting booked' }
            : undefined,
        keyPoints: [{ text: 'A trial begins in May.' }],
      },
      interaction: {
        speakers: [
          { id: speakerName(10), userId: userId(host), talkTime: 300.5 },
          { id: speakerName(11), talkTime: 200 },
        ],
        interactionStats: [
          { name: 'Talk Ratio', value: 0.6 },
          { name: 'Patience', value: 0.9 },
        ],
        video: [{ name: 'Browser', duration: 100 }],
        questions: { companyCount: 4, nonCompanyCount: 2 },
      },
      collaboration: {
        publicComments:
          n % 8 === 0
            ? [
                {
                  id: platformId(7, n),
                  audioStartTime: 5,
                  audioEndTime: 9,
                  commenterUserId: userId(1),
                  comment: 'Well asked',
                  posted: instant(start + dayMs),
                  inReplyTo: null,
                  duringCall: false,
                },
              ]
            : [],
      },
    };
  });

  const transcripts = calls.map(({ metaData }: Row, at): Row => {
    const n = at + 1;
    const speaker = (kind: number): string => platformId(kind + 2, n);
    return {
      callId: metaData.id,
      transcript:
        n === 6
          ? []
          : [
              {
                speakerId: speaker(10),
                topic: null,
                sentences: [{ start: 0, end: 1_500, text: 'Hello there.' }],
              },
              {
                speakerId: speaker(11),
                topic: 'Pricing',
                sentences: [{ start: 1_600, end: 4_000, text: 'What does it cost?' }],
              },
            ],
    };
  });

  const settings = callSettings({ now, calls, workspaces, userId, instant });
  return { workspaces, users, calls, transcripts, ...settings };
}

export type CallCompany = ReturnType<typeof callCompany>;
