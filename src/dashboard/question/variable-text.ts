/** Variables of a saved question as texts: what an address has of them, what a form shows, and the address that a form leads to. */

import type { QuestionVariable, SavedQuestion, VariableInput } from '../data/saved-question.ts';

/** Variables that a form asks for: all pages are shown, so the size of one is no question. */
export const askedVariables = ({ variables, rows }: SavedQuestion): readonly QuestionVariable[] => {
  const isPaged = (rows.kind === 'nodes' || rows.kind === 'edges') && rows.unpaged === null;
  return variables.filter(({ name }) => !isPaged || name !== rows.mostVariable);
};

/** Name of the field of an object's member. */
export const fieldName = (variable: string, member: string): string => `${variable}.${member}`;

/** Texts that a form begins with: of the address, else the default's. */
export function textsOf(
  { name, default: value, input }: QuestionVariable,
  params: URLSearchParams,
): readonly string[] {
  const texts = params.getAll(name);
  return texts.length > 0 ? texts : defaultTexts(value, input);
}

function defaultTexts(value: unknown, { isList, kind }: VariableInput): readonly string[] {
  if (value === null || value === undefined) return [];
  const items: readonly unknown[] = isList && Array.isArray(value) ? value : [value];
  return items.map((item) =>
    kind === 'object' || kind === 'json' ? JSON.stringify(item) : String(item),
  );
}

/** Members of an object as texts; empty where the text is none. */
export function membersOf(text: string): Readonly<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== null)
        .map(([name, member]) => [name, String(member)]),
    );
  } catch {
    return {};
  }
}

/** Values of the variables that an address has, for GraphiQL; a text that is none of its kind stays one. */
export function valuesOf(
  { variables }: SavedQuestion,
  params: URLSearchParams,
): Readonly<Record<string, unknown>> {
  const inAddress = variables.filter(({ name }) => params.has(name));
  return Object.fromEntries(
    inAddress.map(({ name, input }) => {
      const values = params.getAll(name).map((text) => valueOfText(input.kind, text));
      return [name, input.isList ? values : values[0]];
    }),
  );
}

function valueOfText(kind: VariableInput['kind'], text: string): unknown {
  try {
    return ['text', 'choice', 'date', 'time'].includes(kind) ? text : JSON.parse(text);
  } catch {
    return text;
  }
}

/** Parameters of what a form holds, without those that say what is so anyway. */
export function paramsOf(variables: readonly QuestionVariable[], form: FormData): URLSearchParams {
  const params = new URLSearchParams();
  for (const variable of variables) {
    const texts = formTexts(variable, form);
    const usual = defaultTexts(variable.default, variable.input).map((text) =>
      variable.input.kind === 'object' ? sortedObject(text) : text,
    );
    if (JSON.stringify(texts) !== JSON.stringify(usual))
      for (const text of texts) params.append(variable.name, text);
  }
  return params;
}

function formTexts({ name, input }: QuestionVariable, form: FormData): readonly string[] {
  const textOf = (field: string): string => String(form.get(field) ?? '').trim();
  if (input.kind === 'object') {
    const members = input.fields
      .map((member) => ({ ...member, text: textOf(fieldName(name, member.name)) }))
      .filter(({ text }) => text !== '')
      .map(({ name: member, text, input: { kind } }) => [member, valueOfText(kind, text)]);
    return members.length === 0 ? [] : [sortedObject(JSON.stringify(Object.fromEntries(members)))];
  }
  if (input.isList && input.kind === 'choice') return form.getAll(name).map(String);
  if (input.isList) {
    // One text of lines, or one of each box that is ticked.
    const lines = form.getAll(name).flatMap((text) => String(text).split('\n'));
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  }
  const text = textOf(name);
  if (text === '') return [];
  return [input.kind === 'time' ? new Date(text).toISOString() : text];
}

const sortedObject = (text: string): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(JSON.parse(text) as object).sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  );

/** `LAST_N_DAYS` as people read it: `last n days`. */
export const choiceText = (choice: string): string =>
  /^[A-Z\d_]+$/.test(choice)
    ? choice.charAt(0) + choice.slice(1).toLowerCase().replaceAll('_', ' ')
    : choice;
