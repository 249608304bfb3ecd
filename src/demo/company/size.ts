/** Sizes of the company: the number of each kind of record in a small and in a large one. */

export type CompanySize = 'small' | 'large';

/** In a small company and in a large one. */
const counts = {
  /** Users of the call-analytics platform; all but a few are users of the CRM too. */
  users: [40, 500],
  accounts: [150, 5_000],
  contacts: [800, 60_000],
  leads: [200, 15_000],
  opportunities: [300, 20_000],
  calls: [2_500, 200_000],
  tasks: [900, 80_000],
  events: [400, 30_000],
  campaigns: [12, 120],
  cases: [120, 8_000],
  notes: [150, 8_000],
  files: [90, 4_000],
  attachments: [60, 2_000],
  usages: [300, 12_000],
} as const;

export type Volume = Readonly<Record<keyof typeof counts, number>> & {
  /** Whether conversations are measured when the company is made, or at the first request for statistics. */
  readonly measured: boolean;
};

export function volumeOf(size: CompanySize): Volume {
  const ofSize = Object.entries(counts).map(([name, [small, large]]) => [
    name,
    size === 'small' ? small : large,
  ]);
  return { ...Object.fromEntries(ofSize), measured: size === 'large' };
}
