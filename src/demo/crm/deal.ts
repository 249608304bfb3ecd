/** Deals with their histories, people and products, and the contract and asset of a won one. */

import { memberAt } from '../../contract/member-at.ts';
import { dayMs } from '../company/calendar.ts';
import { type Deal, pipelineStages } from '../company/opportunity.ts';
import { purpose, Random } from '../company/random.ts';
import { contactRoles, products } from '../text/company-data.ts';
import { type CrmPlan, dateText, integrationUser, ownerOf, whole } from './writer.ts';

const forecastKeys: Readonly<Record<string, string>> = {
  'Best Case': 'BestCase',
  Commit: 'Forecast',
};

/** The forecast category's key for its name. */
const forecastKey = (name: string): string => forecastKeys[name] ?? name;

export function writePriceBook(plan: CrmPlan): void {
  const { writer, world } = plan;
  const stamps = { created: world.calendar.horizon - 880 * dayMs, by: integrationUser(plan) };
  pipelineStages.forEach((stage, index) => {
    writer.add('OpportunityStage', stamps, {
      MasterLabel: stage.name,
      ApiName: stage.name,
      IsActive: true,
      SortOrder: index + 1,
      IsClosed: stage.closed,
      IsWon: stage.won,
      ForecastCategory: forecastKey(stage.forecast),
      ForecastCategoryName: stage.forecast,
      DefaultProbability: stage.probability,
    });
  });
  writer.add('Pricebook2', stamps, {
    Name: 'Standard Price Book',
    IsActive: true,
    IsStandard: true,
  });
  products.forEach((name, index) => {
    const code = name.replace(/[^A-Z]/g, '') + index;
    writer.add('Product2', stamps, {
      Name: name,
      ProductCode: code,
      Family: index < 3 ? 'Core' : 'Add-on',
      IsActive: index !== 5,
      QuantityUnitOfMeasure: 'Each',
    });
    writer.add('PricebookEntry', stamps, {
      Name: name,
      Pricebook2Id: writer.idOf('Pricebook2', 0),
      Product2Id: writer.idOf('Product2', index),
      ProductCode: code,
      UnitPrice: 500 * (index + 1),
      IsActive: true,
    });
  });
}

export function writeDeals(plan: CrmPlan): void {
  for (const deal of plan.world.deals) {
    const random = new Random(plan.world.seed, purpose.opportunities, deal.index, 1);
    const history = writeHistory(plan, deal);
    const quantity = writeLines(plan, deal, random);
    writeDeal(plan, deal, random, history, quantity);
    writeRoles(plan, deal, random);
    const last = memberAt(deal.history, -1);
    if (last.stage.won) writeContract(plan, deal, random, last.at);
  }
}

function writeDeal(
  plan: CrmPlan,
  deal: Deal,
  random: Random,
  history: readonly string[],
  quantity: number,
): void {
  const { world, writer } = plan;
  const first = memberAt(deal.history, 0);
  const last = memberAt(deal.history, -1);
  const { stage, amount, closeDate } = last;
  const month = Number(closeDate.slice(5, 7));
  const quarter = Math.ceil(month / 3);
  const owner = ownerOf(plan, deal.owner);
  const changed = (field: 'amount' | 'closeDate'): string | null => {
    for (let index = deal.history.length - 1; index > 0; index -= 1)
      if (memberAt(deal.history, index)[field] !== memberAt(deal.history, index - 1)[field])
        return memberAt(history, index);
    return null;
  };
  writer.add(
    'Opportunity',
    { created: whole(first.at), modified: whole(last.at), by: owner },
    {
      Name: deal.name.slice(0, 120),
      AccountId: random.chance(0.98) ? memberAt(world.customers, deal.customer).id : null,
      OwnerId: owner,
      StageName: stage.name,
      Amount: amount,
      Probability: stage.probability,
      ExpectedRevenue: amount === null ? null : (amount * stage.probability) / 100,
      CloseDate: closeDate,
      IsClosed: stage.closed,
      IsWon: stage.won,
      Type: deal.kind === 'New Business' ? 'New Business' : 'Existing Customer - Upgrade',
      LeadSource: random.pick(['Web', 'Partner Referral', 'Trade Show', null]),
      NextStep: stage.closed
        ? null
        : random.pick(['Send proposal', 'Call "the boss"', 'Wait for legal', null]),
      Description: random.chance(0.3)
        ? `Wants ${random.pick(products)}; decision in Q${quarter}.`
        : null,
      ForecastCategory: forecastKey(stage.forecast),
      ForecastCategoryName: stage.forecast,
      CampaignId: random.chance(0.3)
        ? writer.idOf('Campaign', random.int(world.volume.campaigns))
        : null,
      ContactId: deal.people.length > 0 ? writer.idOf('Contact', memberAt(deal.people, 0)) : null,
      Pricebook2Id: writer.idOf('Pricebook2', 0),
      HasOpportunityLineItem: quantity > 0,
      TotalOpportunityQuantity: quantity > 0 ? quantity : null,
      Fiscal: `${closeDate.slice(0, 4)} ${quarter}`,
      FiscalQuarter: quarter,
      FiscalYear: Number(closeDate.slice(0, 4)),
      PushCount: Math.max(0, deal.history.length - 3),
      LastStageChangeDate: deal.history.length > 1 ? new Date(whole(last.at)) : null,
      LastAmountChangedHistoryId: changed('amount'),
      LastCloseDateChangedHistoryId: changed('closeDate'),
    },
  );
}

function writeHistory(plan: CrmPlan, deal: Deal): string[] {
  return deal.history.map(({ at, stage, amount, closeDate }, index) => {
    const before = deal.history[index - 1];
    return plan.writer.add(
      'OpportunityHistory',
      { created: whole(at), by: ownerOf(plan, deal.owner) },
      {
        OpportunityId: deal.id,
        StageName: stage.name,
        Amount: amount,
        PrevAmount: before?.amount,
        Probability: stage.probability,
        ExpectedRevenue: amount === null ? null : (amount * stage.probability) / 100,
        CloseDate: closeDate,
        PrevCloseDate: before?.closeDate,
        ForecastCategory: forecastKey(stage.forecast),
      },
    );
  });
}

/** @returns the quantity of all lines together; 0 for a deal without lines. */
function writeLines(plan: CrmPlan, deal: Deal, random: Random): number {
  if (random.chance(0.35)) return 0;
  let sum = 0;
  random.sample([0, 1, 2, 3, 4, 5], random.between(1, 3)).forEach((product, index) => {
    const quantity = random.between(1, 40);
    const price = 500 * (product + 1);
    sum += quantity;
    plan.writer.add(
      'OpportunityLineItem',
      { created: whole(memberAt(deal.history, 0).at), by: ownerOf(plan, deal.owner) },
      {
        Name: `${deal.name} ${products[product]}`.slice(0, 120),
        OpportunityId: deal.id,
        Product2Id: plan.writer.idOf('Product2', product),
        PricebookEntryId: plan.writer.idOf('PricebookEntry', product),
        Quantity: quantity,
        UnitPrice: price,
        ListPrice: price,
        Subtotal: quantity * price,
        TotalPrice: quantity * price,
        SortOrder: index + 1,
      },
    );
  });
  return sum;
}

function writeRoles(plan: CrmPlan, deal: Deal, random: Random): void {
  deal.people.forEach((person, index) => {
    plan.writer.add(
      'OpportunityContactRole',
      { created: whole(memberAt(deal.history, 0).at + 60_000), by: ownerOf(plan, deal.owner) },
      {
        OpportunityId: deal.id,
        ContactId: plan.writer.idOf('Contact', person),
        Role: random.chance(0.9) ? random.pick(contactRoles) : null,
        IsPrimary: index === 0,
      },
    );
  });
}

const contractNumber = (serial: number): string => String(100 + serial).padStart(8, '0');

/** @param at time of the win, in milliseconds. */
function writeContract(plan: CrmPlan, deal: Deal, random: Random, at: number): void {
  const { world, writer } = plan;
  const owner = ownerOf(plan, deal.owner);
  const stamps = { created: whole(at), by: owner };
  const account = memberAt(world.customers, deal.customer).id;
  writer.add('Contract', stamps, {
    ContractNumber: contractNumber(deal.index),
    AccountId: account,
    OwnerId: owner,
    Status: 'Activated',
    StatusCode: 'Activated',
    StartDate: dateText(at),
    EndDate: dateText(at + 365 * dayMs),
    ContractTerm: 12,
    CustomerSignedId:
      deal.people.length > 0 ? writer.idOf('Contact', memberAt(deal.people, 0)) : null,
    CustomerSignedDate: dateText(at),
  });
  if (random.chance(0.7)) {
    const product = random.int(products.length);
    writer.add('Asset', stamps, {
      Name: products[product],
      AccountId: account,
      ContactId: deal.people.length > 0 ? writer.idOf('Contact', memberAt(deal.people, 0)) : null,
      Product2Id: writer.idOf('Product2', product),
      OwnerId: owner,
      Status: 'Installed',
      SerialNumber: `SN-${deal.index}-${random.int(100_000)}`,
      Quantity: random.between(1, 40),
      PurchaseDate: dateText(at),
      InstallDate: dateText(at + 14 * dayMs),
    });
  }
}
