/** The company's own people: users of the call-analytics platform and, nearly always, of the CRM. */

import { type UserRecord, user } from '../../contract/calls/user.ts';
import { memberAt } from '../../contract/member-at.ts';
import { familyNames, givenNames, oddPeople, teams, vendor } from '../text/company-data.ts';
import { type Calendar, dayMs, oddTime } from './calendar.ts';
import { asciiWord, compareDecimal, decimalId, recordId } from './id.ts';
import { withPlausibleValues } from './made-up-value.ts';
import { purpose, Random } from './random.ts';

/** One colleague, on both platforms. */
export interface Colleague {
  /** Position in the list of colleagues. */
  readonly index: number;
  /** User id of the call-analytics platform. */
  readonly id: string;
  /** Id of the CRM's user; null for users of the call platform alone. */
  readonly crmId: string | null;
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly aliases: readonly string[];
  /** The address the CRM knows: the same, an alias, or one with other capitals. */
  readonly crmEmail: string;
  readonly title: string | null;
  readonly phone: string | null;
  readonly active: boolean;
  readonly team: number;
  readonly manager: number | null;
  readonly created: number;
}

/** The first colleague leads the company; then one manager for each team; then the teams' members. */
export function makeColleagues(seed: number, calendar: Calendar, count: number): Colleague[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const random = new Random(seed, purpose.users, index);
    const [first, last] =
      index % 9 === 5
        ? memberAt(oddPeople, Math.floor(index / 9) % oddPeople.length)
        : [random.pick(givenNames), random.pick(familyNames)];
    let local = `${asciiWord(first)}.${asciiWord(last)}`.toLowerCase();
    if (taken.has(local)) local = `${local}${index}`;
    taken.add(local);
    const email = `${local}@${vendor.domain}`;
    const team = index === 0 ? 0 : (index - 1) % teams.length;
    const leads = index <= teams.length;
    const aliases = random.chance(0.3)
      ? [
          `${local}@${vendor.aliasDomain}`,
          ...(random.chance(0.3) ? [`${local[0]}${index}@${vendor.domain}`] : []),
        ]
      : [];
    const crmEmail =
      aliases.length > 0 && random.chance(0.5)
        ? memberAt(aliases, 0)
        : random.chance(0.15)
          ? email.replace(/^./, (letter) => letter.toUpperCase())
          : email;
    return {
      index,
      id: decimalId(random),
      crmId: index > 10 && index % 19 === 0 ? null : recordId('005', index),
      first,
      last,
      email,
      aliases,
      crmEmail,
      title: titleOf(random, index, team),
      phone: random.chance(0.7)
        ? `+1 555 01${String(random.int(100)).padStart(2, '0')} ${1000 + index}`
        : null,
      active: leads || !random.chance(0.08),
      team,
      manager: index === 0 ? null : leads ? 0 : team + 1,
      created: calendar.horizon - (560 + random.int(1200)) * dayMs + random.int(dayMs),
    };
  });
}

function titleOf(random: Random, index: number, team: number): string | null {
  if (index === 0) return 'Chief Revenue Officer';
  if (index <= teams.length) return `Director, ${memberAt(teams, team).name}`;
  return random.chance(0.15) ? null : random.pick(memberAt(teams, team).titles);
}

/** Rows of `users`, ordered by id as numbers. */
export function userRows(
  seed: number,
  calendar: Calendar,
  colleagues: readonly Colleague[],
): UserRecord[] {
  return colleagues
    .map((colleague) => {
      const random = new Random(seed, purpose.users, colleague.index, 1);
      const recorded = random.chance(0.8);
      return withPlausibleValues(user.fields, colleague.id, {
        id: colleague.id,
        emailAddress: colleague.email,
        created: oddTime(calendar, random, colleague.created),
        active: colleague.active,
        emailAliases: colleague.aliases,
        trustedEmailAddress: random.chance(0.2) ? colleague.email : null,
        firstName: colleague.first,
        lastName: colleague.last,
        title: colleague.title,
        phoneNumber: colleague.phone,
        extension: random.chance(0.2) ? String(100 + colleague.index) : null,
        personalMeetingUrls: random.chance(0.4)
          ? [`https://meet.example.com/${colleague.email.split('@')[0]}`]
          : [],
        settings: {
          webConferencesRecorded: recorded,
          preventWebConferenceRecording: !recorded && random.chance(0.3),
          telephonyCallsImported: random.chance(0.5),
          emailsImported: random.chance(0.6),
          preventEmailImport: random.chance(0.1),
          nonRecordedMeetingsImported: random.chance(0.3),
          gongConnectEnabled: random.chance(0.2),
        },
        managerId: colleague.manager === null ? null : memberAt(colleagues, colleague.manager).id,
        meetingConsentPageUrl: random.chance(0.2)
          ? `https://consent.example.com/${vendor.name.toLowerCase()}/${colleague.index}`
          : null,
        spokenLanguages: [
          { language: 'en-US', primary: true },
          ...(random.chance(0.2)
            ? [{ language: random.pick(['fr-FR', 'de-DE', 'es-ES', 'ja-JP']), primary: false }]
            : []),
        ],
      });
    })
    .sort((left, right) => compareDecimal(left.id, right.id));
}
