/** Cases with their comments, and notes on all kinds of records. */

import { memberAt } from '../../contract/member-at.ts';
import { purpose, Random } from '../company/random.ts';
import { caseRemarks, caseSubjects } from '../text/company-data.ts';
import { type CrmPlan, ownerOf, stampsOf } from './writer.ts';

export function writeCases(plan: CrmPlan): void {
  const { world, writer } = plan;
  for (let index = 0; index < world.volume.cases; index += 1) {
    const random = new Random(world.seed, purpose.cases, index);
    const customer = random.pick(world.customers);
    const [from, to] = customer.people;
    const contact =
      to > from && random.chance(0.85)
        ? memberAt(world.contacts, random.between(from, to - 1))
        : null;
    const owner = ownerOf(plan, random.int(world.colleagues.length));
    const stamps = stampsOf(world.calendar, random, owner, 500);
    const closed = random.chance(0.6);
    const web = contact === null && random.chance(0.7);
    const id = writer.add('Case', stamps, {
      CaseNumber: String(1001 + index).padStart(8, '0'),
      Subject: random.pick(caseSubjects),
      Status: closed ? 'Closed' : random.pick(['New', 'Working', 'Escalated']),
      Priority: random.pick(['High', 'Medium', 'Low']),
      Origin: web ? 'Web' : random.pick(['Phone', 'Email']),
      Type: random.pick(['Problem', 'Feature Request', 'Question', null]),
      Description: random.chance(0.7)
        ? `Since the last update: ${random.pick(caseSubjects)}.\nPlease help.`
        : null,
      AccountId: web ? null : customer.id,
      ContactId: contact?.id,
      OwnerId: random.chance(0.2) ? writer.idOf('Group', 0) : owner,
      ParentId: index > 5 && random.chance(0.05) ? writer.idOf('Case', random.int(index)) : null,
      IsClosed: closed,
      ClosedDate: closed ? new Date(stamps.modified ?? stamps.created) : null,
      IsEscalated: random.chance(0.1),
      ContactEmail: contact?.email,
      ContactPhone: contact?.phone,
      SuppliedName: web ? 'Somebody Else' : null,
      SuppliedEmail: web ? 'somebody@web.example.net' : null,
    });
    for (let count = random.int(4); count > 0; count -= 1)
      writer.add(
        'CaseComment',
        { created: stamps.created + count * 3_600_000, by: owner },
        { ParentId: id, CommentBody: random.pick(caseRemarks), IsPublished: random.chance(0.5) },
      );
  }
}

export function writeNotes(plan: CrmPlan): void {
  const { world, writer } = plan;
  const { volume } = world;
  const parents = [
    ['Account', volume.accounts],
    ['Contact', volume.contacts],
    ['Opportunity', volume.opportunities],
    ['Lead', volume.leads],
  ] as const;
  for (let index = 0; index < volume.notes; index += 1) {
    const random = new Random(world.seed, purpose.cases, index, 1);
    const owner = ownerOf(plan, random.int(world.colleagues.length));
    const [object, count] = random.pick(parents);
    writer.add('Note', () => stampsOf(world.calendar, random, owner, 500), {
      Title: random.pick([
        'Call notes',
        'Org chart',
        '“Quoted” note',
        'Meeting 100%',
        'To do_later',
      ]),
      Body: random.chance(0.95)
        ? `${random.pick(caseRemarks)}\n${random.pick(caseSubjects)}`
        : null,
      ParentId: writer.idOf(object, random.int(count)),
      OwnerId: owner,
      IsPrivate: random.chance(0.1),
      IsDeleted: index % 37 === 30,
    });
  }
}
