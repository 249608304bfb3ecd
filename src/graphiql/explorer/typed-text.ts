/** GraphQL text of what somebody types into a field, and what is wrong with what is none. */

/** Blanks of every width, and apostrophes, group digits and mean nothing else. */
const grouping = /[\s_'’]/g;

/** A number as programs write it; null where it is none, or may be two: 75.000 is 75 to some, 75,000 to others. */
function plainNumber(typed: string): string | null {
  const text = typed.trim().replaceAll(grouping, '').replace('−', '-');
  if (/^-?[1-9]\d{0,2}\.\d{3}$/.test(text)) return null;
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return text;
  if (/^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return text.replaceAll(',', '');
  if (/^-?[1-9]\d{0,2}(?:\.\d{3}){2,}(?:,\d+)?$|^-?[1-9]\d{0,2}\.\d{3},\d+$/.test(text))
    return text.replaceAll('.', '').replace(',', '.');
  if (/^-?(?:0|[1-9]\d*),(?:\d{1,2}|\d{4,})$/.test(text)) return text.replace(',', '.');
  return null;
}

export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);
export const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));

/** Null where it is no value of the type. */
export function textOf(scalar: string, typed: string): string | null {
  switch (scalar) {
    case 'Int': {
      const number = plainNumber(typed);
      return number !== null && /^-?\d+$/.test(number) ? number : null;
    }
    case 'Float':
      return plainNumber(typed);
    case 'Date':
      return isDay(typed) ? JSON.stringify(typed) : null;
    case 'DateTime':
      return isMoment(typed) ? JSON.stringify(typed) : null;
    default:
      return JSON.stringify(typed);
  }
}

const expected: Readonly<Record<string, string>> = {
  Int: 'a whole number, such as 1,000',
  Float: 'a number, such as 75,000 or 0.5',
  Date: 'a day, such as 2026-03-31',
  DateTime: 'a day with a time, such as 2026-03-31T09:00:00Z',
};

/** Why it is no value of the type. */
export function faultOf(scalar: string, typed: string): string {
  const [, number, part] = /^\s*(-?[1-9]\d{0,2})\.(\d{3})\s*$/.exec(typed) ?? [];
  if (number !== undefined && scalar === 'Float')
    return `${typed.trim()} may be two numbers: write ${number}${part}, or ${number}.${part}0.`;
  const word = typed.trim() === '' ? 'nothing' : `“${typed}”`;
  return `expected ${expected[scalar] ?? scalar}; got ${word}.`;
}
