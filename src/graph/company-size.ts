/** How large the company behind a tenant is, as far as answers have told: what bounds lists that must be read whole. */

/** Until a list of users has been seen. */
const assumedUsers = 2_000;
const pageSize = 100;
/** Users that may have come since they were counted. */
const grownBy = (users: number): number => Math.max(5, Math.ceil(users / 50));

export class CompanySizes {
  readonly #users = new Map<string, number>();

  /** @param total users of the tenant's company, where an answer told. */
  learnUsers(tenant: string, total: number | null): void {
    if (total !== null) this.#users.set(tenant, total);
  }

  /** Most pages of the list of all users. */
  userPages(tenant: string): number {
    const known = this.#users.get(tenant);
    const users = known === undefined ? assumedUsers : known + grownBy(known);
    return Math.max(1, Math.ceil(users / pageSize));
  }
}
