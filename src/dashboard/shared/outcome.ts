/** What came of a call, as the platform names it. */

interface Outcome {
  readonly name: string | null;
}

/** Null where the platform does not know: its word alone, `Unknown`, would say nothing of what is unknown. */
export const outcomeText = (
  content: { readonly outcome: Outcome | null } | null | undefined,
): string | null => {
  const name = content?.outcome?.name ?? null;
  return name?.toLowerCase() === 'unknown' ? null : name;
};
