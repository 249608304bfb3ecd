/** What comes of a won deal: a contract, and often an asset. */

import type { Deal } from '../company/opportunity.ts';
import type { Random } from '../random.ts';
import { products } from '../text/company.ts';
import { type CrmPlan, dateText, ownerOf, whole } from './plan.ts';

const dayMs = 86_400_000;
const contractNumber = (serial: number): string => String(100 + serial).padStart(8, '0');

/** @param at when the deal was won, in milliseconds. */
export function writeContract(plan: CrmPlan, deal: Deal, random: Random, at: number): void {
  const { world, writer } = plan;
  const owner = ownerOf(plan, deal.owner);
  const stamps = { created: whole(at), by: owner };
  const account = world.customers[deal.customer]!.id;
  writer.add('Contract', stamps, {
    ContractNumber: contractNumber(deal.index),
    AccountId: account,
    OwnerId: owner,
    Status: 'Activated',
    StatusCode: 'Activated',
    StartDate: dateText(at),
    EndDate: dateText(at + 365 * dayMs),
    ContractTerm: 12,
    CustomerSignedId: deal.people.length > 0 ? writer.idOf('Contact', deal.people[0]!) : null,
    CustomerSignedDate: dateText(at),
  });
  if (random.chance(0.7)) {
    const product = random.int(products.length);
    writer.add('Asset', stamps, {
      Name: products[product],
      AccountId: account,
      ContactId: deal.people.length > 0 ? writer.idOf('Contact', deal.people[0]!) : null,
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
