/** What the CRM's user sees of its objects: those of a plain organisation as published, custom fields, and nothing that is hidden. */

import { readFileSync } from 'node:fs';

export interface Field {
  readonly name: string;
  readonly type: string;
  /** Of a reference to another object. */
  readonly relationship: string | null;
  readonly targets: readonly string[];
}

export interface Child {
  readonly name: string;
  readonly object: string;
  readonly field: string;
}

export interface ObjectShape {
  readonly name: string;
  readonly prefix: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly children: readonly Child[];
}

const published = readFileSync(new URL('crm-object.txt', import.meta.url), 'utf8');

const readField = (text: string): Field => {
  const [name = '', type = ''] = text.split(':');
  const [, relationship, targets = ''] = type.split('>');
  if (relationship === undefined)
    return { name, type: type.replace(/\(\d+\)$/, ''), relationship: null, targets: [] };
  return { name, type: 'reference', relationship, targets: targets.split('|') };
};

const readChild = (text: string): Child => {
  const [, name = '', object = '', field = ''] = /^(\w+)>(\w+)\.(\w+)$/.exec(text) ?? [];
  return { name, object, field };
};

/** Published: what a parent that may be of several objects shows of itself. */
const nameFields =
  'Id:id Name:string Type:string FirstName:string LastName:string Email:email Phone:phone Title:string Alias:string Username:string IsActive:boolean ProfileId:>Profile>Profile UserRoleId:>UserRole>UserRole';
const nameShape: ObjectShape = {
  name: 'Name',
  prefix: '',
  fields: byLower(nameFields.split(' ').map(readField)),
  children: [],
};

function byLower(fields: readonly Field[]): ReadonlyMap<string, Field> {
  return new Map(fields.map((field) => [field.name.toLowerCase(), field]));
}

const plain: readonly ObjectShape[] = published
  .split('\n\n')
  .slice(1)
  .map((text) => {
    const [head = '', ...lines] = text.split('\n');
    const [name = '', prefix = ''] = head.split(' ');
    const [fields = '', children = ''] = lines.join(' ').split('children ');
    return {
      name,
      prefix,
      fields: byLower(fields.trim().split(/\s+/).map(readField)),
      children: children.split(/\s+/).filter(Boolean).map(readChild),
    };
  });

export class CrmSchema {
  /** Objects (`Case`) and fields (`Account.AnnualRevenue`) that the user may not read; tests change it. */
  readonly hidden = new Set<string>();
  readonly #shapes: readonly ObjectShape[];

  /** @param custom fields of objects, such as `Account.Field_1__c:string`. */
  constructor(custom: readonly string[] = []) {
    this.#shapes = plain.map((shape) => {
      const own = custom
        .filter((field) => field.startsWith(`${shape.name}.`))
        .map((field) => readField(field.slice(shape.name.length + 1)));
      return { ...shape, fields: byLower([...shape.fields.values(), ...own]) };
    });
  }

  get objects(): readonly ObjectShape[] {
    return this.#shapes.filter(({ name }) => !this.hidden.has(name)).map((one) => this.#seen(one));
  }

  object(name: string): ObjectShape | null {
    const shape = this.#shapes.find((one) => one.name.toLowerCase() === name.toLowerCase());
    return shape === undefined || this.hidden.has(shape.name) ? null : this.#seen(shape);
  }

  /** Of a parent; several objects are seen as a Name alone. */
  parent({ targets }: Field): ObjectShape | null {
    const [only, ...others] = targets;
    return others.length > 0 ? nameShape : this.object(only ?? '');
  }

  #seen(shape: ObjectShape): ObjectShape {
    const fields = [...shape.fields].filter(
      ([, { name }]) => !this.hidden.has(`${shape.name}.${name}`),
    );
    const children = shape.children.filter(
      ({ object, field }) => !this.hidden.has(object) && !this.hidden.has(`${object}.${field}`),
    );
    return { ...shape, fields: new Map(fields), children };
  }
}
