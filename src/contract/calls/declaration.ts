/**
 * Declaration language for objects of the call platform. A declaration gives each field's position on the wire and
 * its form in the graph. From it follow the graph's types, their requirements upstream, the checks of values and
 * the types of the embedded service's rows.
 */

import type { EntitySpec } from '../entity-spec.ts';

export type ScalarName =
  | 'Boolean'
  | 'DateTime'
  | 'EmailAddress'
  | 'Float'
  | 'ID'
  | 'Int'
  | 'JSON'
  | 'String'
  | 'URL';

/** Types of the graph that rows refer to by an id of the platform. */
export type LinkTarget = 'Call' | 'Scorecard' | 'Tracker' | 'User' | 'Workspace';

type Reading = 'filled' | 'length' | 'numeral';

/** Form of a value on the wire. */
type Form =
  | {
      readonly kind: 'scalar';
      readonly scalar: ScalarName;
      /**
       * Variant of reading. `numeral`: a number may come in place of its digits. `filled`: blank
       * text is null. `length`: the value is a list, and the field its length.
       */
      readonly reading?: Reading;
      /** Member of the objects in the list that is the field's value. */
      readonly member?: string;
    }
  | { readonly kind: 'object'; readonly object: ObjectSpec }
  /** The id of another object. */
  | { readonly kind: 'link'; readonly to: LinkTarget }
  /** Who spoke in the same call: by the id of the voice, or by that of the party. */
  | { readonly kind: 'voice'; readonly by: 'speakerId' | 'partyId' };

export interface FieldSpec<Value = unknown, Wire extends string = string> {
  /** Name of the member on the wire. */
  readonly wire: Wire;
  readonly description: string;
  readonly form: Form;
  readonly isList?: true;
  /** Items of a list, at most; 50 unless declared. */
  readonly most?: number;
  /** Nothing says something else than an empty list. Other lists that do not come are empty. */
  readonly orNull?: true;
  /** Member of the row that holds the wire's member: `metaData`. */
  readonly base?: string;
  /** Part of the row that has to be fetched, in the words of the row's loader: `content.topics`. */
  readonly part?: string;
  /** Hidden from viewers without the right to private calls where the call is one. */
  readonly isPrivate?: true;
  readonly deprecation?: string;
  /** Why the platform has it no more: own accounts say so, other services may still have it. */
  readonly retired?: string;
  /** Type of the value on the wire; no member of the object. */
  readonly value?: Value;
}

export type FieldSpecs = Readonly<Record<string, FieldSpec>>;

export interface ObjectSpec<Fields extends FieldSpecs = FieldSpecs> {
  /** Name of the type in the graph. */
  readonly name: string;
  readonly description: string;
  readonly fields: Fields;
  /** Members that the graph shows by fields of its own: decoded as others are. */
  readonly further?: FieldSpecs;
  /** For objects that can be found again by their global id. */
  readonly node?: {
    readonly entity: EntitySpec;
    /** The part all fields need, where rows come whole. */
    readonly part?: string;
  };
}

type ValueOf<F> = F extends FieldSpec<infer Value, string> ? Value : never;
type WireOf<F> = F extends FieldSpec<unknown, infer Wire> ? Wire : never;
type Absent<F> = F extends unknown ? (undefined extends ValueOf<F> ? F : never) : never;

/** The object on the wire, as its fields declare it. */
export type WireOfFields<Fields> = {
  readonly [F in Exclude<
    Fields[keyof Fields],
    Absent<Fields[keyof Fields]>
  > as WireOf<F>]: ValueOf<F>;
} & {
  readonly [F in Absent<Fields[keyof Fields]> as WireOf<F>]?: ValueOf<F>;
};

export type RecordOf<Spec> = Spec extends ObjectSpec<infer Fields> ? WireOfFields<Fields> : never;

/** Declares an object; keeps the literal types of its fields. */
export function object<const Fields extends FieldSpecs>(
  name: string,
  description: string,
  fields: Fields,
): ObjectSpec<Fields> {
  return { name, description, fields };
}

/** Declares members beside the fields of an object; see {@link ObjectSpec}. */
export const withFurther = <Spec extends ObjectSpec>(spec: Spec, further: FieldSpecs): Spec => ({
  ...spec,
  further,
});

/** Declares an object that can be found again by its global id. `part`: see {@link ObjectSpec}. */
export function node<const Fields extends FieldSpecs>(
  name: string,
  description: string,
  { entity, part }: { readonly entity: EntitySpec; readonly part?: string },
  fields: Fields,
): ObjectSpec<Fields> & { readonly node: NonNullable<ObjectSpec['node']> } {
  return { name, description, fields, node: part === undefined ? { entity } : { entity, part } };
}

const field =
  <Value>(form: Form) =>
  <const Wire extends string>(wire: Wire, description: string): FieldSpec<Value, Wire> => ({
    wire,
    description,
    form,
  });

const scalar = <Value>(name: ScalarName, reading?: Reading) =>
  field<Value>({ kind: 'scalar', scalar: name, ...(reading && { reading }) });

export const text = scalar<string>('String');
/** Text that may be blank for none. */
export const filledText = scalar<string>('String', 'filled');
/** A number as text. */
export const numeral = scalar<string>('String', 'numeral');
/** Text within an object that shows nothing else. */
export const textIn = <const Member extends string, const Wire extends string>(
  member: Member,
  wire: Wire,
  description: string,
) =>
  field<{ readonly [M in Member]: string }>({ kind: 'scalar', scalar: 'String', member })(
    wire,
    description,
  );
export const id = scalar<string>('ID');
export const flag = scalar<boolean>('Boolean');
export const int = scalar<number>('Int');
export const float = scalar<number>('Float');
export const instant = scalar<string>('DateTime');
export const email = scalar<string>('EmailAddress');
export const url = scalar<string>('URL');
export const json = scalar<unknown>('JSON');
/** The length of a list. */
export const length = scalar<readonly unknown[]>('Int', 'length');
/** The party of the same call that speaks with the voice of this id. */
export const voice = <const Wire extends string>(wire: Wire, who: string) =>
  field<never>({ kind: 'voice', by: 'speakerId' })(
    wire,
    `${who}; null where no party of the call carries the speaker id.`,
  );
/** The party of this id; where no party of the same call has it, the one with this speaker id. */
export const partyOrVoice = <const Wire extends string>(wire: Wire, who: string) =>
  field<never>({ kind: 'voice', by: 'partyId' })(
    wire,
    `${who}; null where no party of the call carries the id.`,
  );

/** The id of an object of another type. `-1` in a user's place is the platform itself: none. */
export const link = <const Wire extends string>(to: LinkTarget, wire: Wire, description: string) =>
  field<string>({ kind: 'link', to })(wire, description);

/** An object within the row. */
export const within = <Fields extends FieldSpecs, const Wire extends string>(
  object: ObjectSpec<Fields>,
  wire: Wire,
  description: string,
) => field<WireOfFields<Fields>>({ kind: 'object', object })(wire, description);

/** A list of values; of objects, with `within`. */
export const list = <Value, Wire extends string>(
  of: FieldSpec<Value, Wire>,
): FieldSpec<readonly Value[], Wire> => ({ ...(of as FieldSpec<never, Wire>), isList: true });

/** A member that may be null. */
export const orNull = <Value, Wire extends string>(
  of: FieldSpec<Value, Wire>,
): FieldSpec<Value | null, Wire> => ({ ...of, orNull: true });

/** A member that is left out where it has no value. */
export const orAbsent = <Value, Wire extends string>(
  of: FieldSpec<Value, Wire>,
): FieldSpec<Value | undefined, Wire> => ({ ...of, orNull: true });

/** A field of which a private call shows nothing without the right to it. */
export const hidden = <Value, Wire extends string>(
  of: FieldSpec<Value, Wire>,
): FieldSpec<Value, Wire> => ({ ...of, isPrivate: true });

/** A field that needs a part of the row which is only fetched for it. */
export const inPart = <Value, Wire extends string>(
  part: string,
  of: FieldSpec<Value, Wire>,
): FieldSpec<Value, Wire> => ({ ...of, part });

/** Field whose value is inside a member of the row, such as `metaData`. */
export const below = <Value, Wire extends string>(
  base: string,
  of: FieldSpec<Value, Wire>,
): FieldSpec<Value, Wire> => ({ ...of, base });

/** The same for several fields, which may need a part that has to be fetched. */
export function inside<const Fields extends FieldSpecs>(
  base: string,
  fields: Fields,
  part?: string,
): Fields {
  const moved = Object.entries(fields).map(([name, of]) => [
    name,
    { ...of, base, ...(part !== undefined && { part }) },
  ]);
  return Object.fromEntries(moved) as Fields;
}

/** Every part that some field of the object or of an object within it needs. */
export function partsOf({ fields }: ObjectSpec): ReadonlySet<string> {
  const parts = new Set<string>();
  for (const { part, form } of Object.values(fields)) {
    if (part !== undefined) parts.add(part);
    if (form.kind === 'object') for (const below of partsOf(form.object)) parts.add(below);
  }
  return parts;
}
