/** The Variables pane: JSON of the values that a question's variables are given. */

/** Variables as they are typed. @throws Error where they are no JSON object */
export function readVariables(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`Expected variables as JSON: ${(error as Error).message}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('Expected variables as a JSON object.');
  return value as Readonly<Record<string, unknown>>;
}

/** Null where they are no JSON object, such as while somebody types. */
export function variablesIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return readVariables(text);
  } catch {
    return null;
  }
}

/** The pane's text with a value for this variable, or without one. */
export function withVariable(text: string, name: string, value: unknown): string {
  const { [name]: _former, ...others } = readVariables(text);
  const values = value === undefined ? others : { ...readVariables(text), [name]: value };
  return Object.keys(values).length === 0 ? '' : JSON.stringify(values, null, 2);
}
