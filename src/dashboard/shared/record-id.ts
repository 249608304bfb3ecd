/** Ids as people paste them: the CRM's own of 15 or 18 characters, the graph's global ids, a call's number, an e-mail address. */

export type RecordKind = 'Account' | 'Contact' | 'Lead' | 'Opportunity' | 'Call' | 'email';

export interface RecordName {
  /** Null for an id of something that has no screen, and for what is no id. */
  readonly kind: RecordKind | null;
  /** As the upstream system writes it. */
  readonly id: string;
}

/** Of standard objects; the CRM's ids begin with them. */
const prefixes: Readonly<Record<string, RecordKind>> = {
  '001': 'Account',
  '003': 'Contact',
  '006': 'Opportunity',
  '00Q': 'Lead',
};
const kinds: readonly string[] = ['Account', 'Contact', 'Lead', 'Opportunity', 'Call'];

export function readRecordName(text: string): RecordName {
  const name = unescaped(text).trim();
  if (/^[^\s@]+@[^\s@]+$/.test(name)) return { kind: 'email', id: name };
  if (/^\d{16,20}$/.test(name)) return { kind: 'Call', id: name };
  if (/^([A-Za-z0-9]{15}|[A-Za-z0-9]{18})$/.test(name))
    return { kind: prefixes[name.slice(0, 3)] ?? null, id: name };
  const global = /^([A-Z]\w*):(\S+)$/.exec(decoded(name));
  const [, kind = '', id = ''] = global ?? [];
  return kinds.includes(kind) ? { kind: kind as RecordKind, id } : { kind: null, id: name };
}

/** The router leaves `%40` as it is. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Empty for what is no base64url. */
function decoded(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

/** The screen it has; null for none. */
export function addressOf({ kind, id }: RecordName): string | null {
  switch (kind) {
    case 'Account':
      return `/account/${id}`;
    case 'Contact':
    case 'Lead':
      return `/person/${id}`;
    case 'Opportunity':
      return `/deal/${id}`;
    case 'email':
      return `/person/${encodeURIComponent(id)}`;
    case 'Call':
      return `/call/${id}`;
    default:
      return null;
  }
}
