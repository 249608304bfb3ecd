/** Enum values in the spelling of the schema. */

/** annualRevenue → ANNUAL_REVENUE */
export function screaming(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}
