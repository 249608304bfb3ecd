/** Retired variables: names that earlier versions read. Set, each is told of: silence would be taken for an effect. */

const retired: Readonly<Record<string, string>> = {
  COMPANY_SEED:
    'the gateway’s company is always the same; `switchboard service --seed` makes others',
  MAX_DIRECTIVES: 'a document may have 50 directives',
  MAX_ERRORS: 'an answer names 1,000 errors at most',
  MAX_JSON_DEPTH: 'a request’s JSON may nest 32 deep',
};

export const isRetired = (name: string): boolean => Object.hasOwn(retired, name);

/** @returns one line for each that is set. */
export const retiredSettings = (
  source: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  Object.entries(retired).flatMap(([name, instead]) =>
    source[name]?.trim() ? [`${name}: is read no more since 0.1.0: ${instead}`] : [],
  );
