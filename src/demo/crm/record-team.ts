/** Teams of accounts and deals: colleagues beside the owner. */

import { purpose, Random } from '../company/random.ts';
import { type CrmPlan, stampsOf } from './writer.ts';

const roles = ['Account Manager', 'Executive Sponsor', 'Sales Engineer'] as const;

/** One account in six and one deal in eight has a team; members are of either system alone, too. */
export function writeRecordTeams(plan: CrmPlan): void {
  const { writer, world } = plan;
  if (writer.model.object('AccountTeamMember') === undefined) return;
  const addMembers = (object: string, field: string, id: string, random: Random): void => {
    for (const { crmId } of random.sample(world.colleagues, random.between(1, 2))) {
      if (crmId === null) continue;
      const values = { [field]: id, UserId: crmId, TeamMemberRole: random.pick(roles) };
      writer.add(object, stampsOf(world.calendar, random, crmId), values);
    }
  };
  for (const { index } of world.customers) {
    const random = new Random(world.seed, purpose.recordTeams, index, 1);
    if (random.chance(1 / 6))
      addMembers('AccountTeamMember', 'AccountId', writer.idOf('Account', index), random);
  }
  for (const [index] of world.deals.entries()) {
    const random = new Random(world.seed, purpose.recordTeams, index, 2);
    if (random.chance(1 / 8))
      addMembers(
        'OpportunityTeamMember',
        'OpportunityId',
        writer.idOf('Opportunity', index),
        random,
      );
  }
}
