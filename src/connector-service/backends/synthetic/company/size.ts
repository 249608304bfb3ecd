/** How many of everything the two sizes hold. */

export type CompanySize = 'small' | 'large';

export interface Volume {
  /** People who use the call-analytics platform; all but a few are users of the CRM too. */
  readonly users: number;
  readonly accounts: number;
  readonly contacts: number;
  readonly leads: number;
  readonly opportunities: number;
  readonly calls: number;
  readonly tasks: number;
  readonly events: number;
  readonly campaigns: number;
  readonly cases: number;
  readonly notes: number;
  readonly files: number;
  readonly attachments: number;
  readonly usages: number;
  /** Whether conversations are measured when the company is made, or when statistics first ask. */
  readonly measured: boolean;
}

export const volumes: Readonly<Record<CompanySize, Volume>> = {
  small: {
    users: 40,
    accounts: 150,
    contacts: 800,
    leads: 200,
    opportunities: 300,
    calls: 2_500,
    tasks: 900,
    events: 400,
    campaigns: 12,
    cases: 120,
    notes: 150,
    files: 90,
    attachments: 60,
    usages: 300,
    measured: false,
  },
  large: {
    users: 500,
    accounts: 5_000,
    contacts: 60_000,
    leads: 15_000,
    opportunities: 20_000,
    calls: 200_000,
    tasks: 80_000,
    events: 30_000,
    campaigns: 120,
    cases: 8_000,
    notes: 8_000,
    files: 4_000,
    attachments: 2_000,
    usages: 12_000,
    measured: true,
  },
};

/** Calls reach back this many days from the horizon: 18 months. */
export const spanDays = 548;
