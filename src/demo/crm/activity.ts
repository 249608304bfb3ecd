/** Tasks and events: calls and meetings that the call platform has too, and to-dos that only the CRM has. */

import { memberAt } from '../../contract/member-at.ts';
import { dayMs } from '../company/calendar.ts';
import { purpose, Random } from '../company/random.ts';
import { eventSubjects, phoneCallSubjects, taskSubjects } from '../text/company-data.ts';
import { type CrmPlan, dateText, type LoggedCall, ownerOf, stampsOf, whole } from './writer.ts';

export function writeTasks(plan: CrmPlan): void {
  const { world, writer } = plan;
  const { volume, calendar, seed } = world;
  const logged = plan.phoned.slice(0, Math.floor(volume.tasks * 0.4));
  for (const [index, call] of logged.entries()) {
    writer.add(
      'Task',
      { created: whole(call.at) + call.duration * 1000, by: ownerOf(plan, call.host) },
      {
        Subject: phoneSubject(call, index),
        Status: 'Completed',
        Priority: 'Normal',
        ActivityDate: dateText(call.at),
        ...targets(call),
        OwnerId: ownerOf(plan, call.host),
        Description: `Logged by the telephone system: ${call.title}`,
        TaskSubtype: 'Call',
        IsClosed: true,
        IsArchived: isArchived(plan, call.at),
        CompletedDateTime: new Date(whole(call.at) + call.duration * 1000),
        CallType: call.direction === 'Inbound' ? 'Inbound' : 'Outbound',
        CallDurationInSeconds: call.duration,
        CallDisposition: 'Answered',
        CallObject: call.id,
      },
    );
  }
  for (let index = logged.length; index < volume.tasks; index += 1) {
    const random = new Random(seed, purpose.activities, index);
    const owner = ownerOf(plan, random.int(world.colleagues.length));
    const stamps = stampsOf(calendar, random, owner, 540);
    const closed = random.chance(0.65);
    const high = random.chance(0.2);
    const due = stamps.created + random.between(0, 60) * dayMs;
    const recurs = random.chance(0.01);
    writer.add('Task', stamps, {
      Subject: random.pick([...taskSubjects, null]),
      Status: closed
        ? 'Completed'
        : random.pick(['Not Started', 'In Progress', 'Waiting on someone else', 'Deferred']),
      Priority: high ? 'High' : random.pick(['Normal', 'Low']),
      ActivityDate: random.chance(0.9) ? dateText(due) : null,
      ...someTargets(plan, random),
      OwnerId: random.chance(0.03) ? writer.idOf('Group', 0) : owner,
      Description: random.chance(0.4)
        ? 'Ask about the contract; don\'t mention the "other" offer.'
        : null,
      TaskSubtype: random.chance(0.3) ? 'Email' : 'Task',
      IsClosed: closed,
      IsArchived: closed && isArchived(plan, due),
      IsHighPriority: high,
      CompletedDateTime: closed ? new Date(stamps.modified ?? stamps.created) : null,
      IsDeleted: index % 97 === 13,
      IsRecurrence: recurs,
      RecurrenceType: recurs ? 'RecursWeekly' : null,
      RecurrenceInterval: recurs ? 1 : null,
    });
  }
}

export function writeEvents(plan: CrmPlan): void {
  const { world, writer } = plan;
  const { volume, calendar, seed } = world;
  const met = plan.met.slice(0, Math.floor(volume.events * 0.6));
  for (const call of met) {
    const start = whole(call.at);
    writer.add(
      'Event',
      { created: start - 5 * dayMs, by: ownerOf(plan, call.host) },
      {
        Subject: call.title,
        ...times(start, Math.max(15, Math.ceil(call.duration / 900) * 15)),
        Location: 'https://meet.example.com',
        ...targets(call),
        OwnerId: ownerOf(plan, call.host),
        EventSubtype: 'Event',
        IsArchived: isArchived(plan, start),
        ShowAs: 'Busy',
      },
    );
  }
  for (let index = met.length; index < volume.events; index += 1) {
    const random = new Random(seed, purpose.activities, index, 1);
    const owner = ownerOf(plan, random.int(world.colleagues.length));
    const stamps = stampsOf(calendar, random, owner, 500);
    const allDay = random.chance(0.1);
    // Half lie in the months to come.
    const day = random.chance(0.5)
      ? calendar.horizon + random.between(1, 90) * dayMs
      : stamps.created + random.between(1, 30) * dayMs;
    const start = day - (day % dayMs) + (allDay ? 0 : random.between(15, 23) * 3_600_000);
    writer.add('Event', stamps, {
      Subject: random.pick(eventSubjects),
      ...(allDay
        ? {
            StartDateTime: new Date(start),
            EndDateTime: new Date(start),
            DurationInMinutes: 1440,
            IsAllDayEvent: true,
            ActivityDateTime: null,
            ActivityDate: dateText(start),
            EndDate: dateText(start),
          }
        : times(start, random.pick([15, 30, 60, 90]))),
      Location: random.chance(0.5) ? random.pick(['Room 1', 'Café “Zur Post”', 'Online']) : null,
      ...someTargets(plan, random),
      OwnerId: owner,
      EventSubtype: 'Event',
      IsArchived: isArchived(plan, start),
      ShowAs: random.pick(['Busy', 'OutOfOffice', 'Free']),
      IsPrivate: random.chance(0.05),
      IsGroupEvent: random.chance(0.1),
    });
  }
}

/** What a logged phone call was about, as its host noted it: by the stage that was talked about. */
function phoneSubject({ stage }: LoggedCall, index: number): string {
  const subjects = phoneCallSubjects[stage]!;
  return memberAt(subjects, index % subjects.length);
}

/** The CRM archives events and closed tasks a year after their day. */
function isArchived({ world }: CrmPlan, at: number): boolean {
  return at < world.calendar.horizon - 365 * dayMs;
}

function targets({ who, what, account }: LoggedCall) {
  return { WhoId: who, WhatId: who?.startsWith('00Q') ? null : what, AccountId: account };
}

/** Subject of an activity: a contact with a deal or account, or a lead alone. */
function someTargets(plan: CrmPlan, random: Random) {
  const { world, writer } = plan;
  if (random.chance(0.12)) return { WhoId: writer.idOf('Lead', random.int(world.leads.length)) };
  const customer = random.pickEarly(world.customers, 1.4);
  const [from, to] = customer.people;
  const deals = memberAt(world.dealsOf, customer.index);
  const dice = random.float();
  const what =
    dice < 0.4 && deals.length > 0
      ? writer.idOf('Opportunity', random.pick(deals))
      : dice < 0.8
        ? customer.id
        : dice < 0.85
          ? writer.idOf('Campaign', random.int(world.volume.campaigns))
          : null;
  return {
    WhoId:
      random.chance(0.7) && to > from ? writer.idOf('Contact', random.between(from, to - 1)) : null,
    WhatId: what,
    AccountId: what?.startsWith('701') || what === null ? null : customer.id,
  };
}

function times(start: number, minutes: number) {
  return {
    StartDateTime: new Date(start),
    EndDateTime: new Date(start + minutes * 60_000),
    DurationInMinutes: minutes,
    IsAllDayEvent: false,
    ActivityDateTime: new Date(start),
    ActivityDate: dateText(start),
    EndDate: dateText(start + minutes * 60_000),
  };
}
