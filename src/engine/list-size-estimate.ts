/** Company size, learned from answers: it bounds the cost of lists that must be fetched whole. */

import { pageRows } from '../contract/entity-spec.ts';

/** Assumed number of users before a list of users came. */
const assumedUsers = 2_000;
/** Users that may have come since they were counted. */
const grownBy = (users: number): number => Math.max(5, Math.ceil(users / 50));

export class CompanySizes {
  readonly #users = new Map<string, number>();
  readonly #loneUsers = new Map<string, { readonly since: number; users: number }>();

  /** Learns the number of users. @param total from an answer; null where it had none */
  learnUsers(tenant: string, total: number | null): void {
    if (total !== null) this.#users.set(tenant, total);
  }

  /**
   * Counts a user fetched alone.
   * @returns whether as many were fetched within the period as the list has pages: from then on the
   * list is fewer calls
   */
  countLoneUser(tenant: string, now: number, periodMs: number): boolean {
    const last = this.#loneUsers.get(tenant);
    const period =
      last !== undefined && now - last.since < periodMs ? last : { since: now, users: 0 };
    period.users += 1;
    this.#loneUsers.set(tenant, period);
    return period.users > this.userPages(tenant);
  }

  /** Most pages of the list of all users. */
  userPages(tenant: string): number {
    const counted = this.#users.get(tenant);
    const users = counted === undefined ? assumedUsers : counted + grownBy(counted);
    return Math.max(1, Math.ceil(users / pageRows));
  }
}
