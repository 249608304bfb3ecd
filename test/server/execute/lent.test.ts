import { buildSchema, type GraphQLObjectType, getOperationAST, parse } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { KeptValue } from '../../../src/graph/brought.ts';
import { planOperation } from '../../../src/server/execute/plan.ts';
import { runPlan } from '../../../src/server/execute/run.ts';

const schema = buildSchema(`
  type Book { title: String, author: Author, other: Author, reader: String, pages: [Page!] }
  type Page { text: String, author: Author }
  type Author { name: String! }
  type Query { book: Book }
`);

class Made extends KeptValue {
  readonly of: string;
  constructor(of: string) {
    super();
    this.of = of;
  }
}
const book = new Made('book');
const pages = ['one', 'two'].map((of) => new Made(of));

/** What happened since a test began. */
let asked: string[] = [];
/** What is lent, by author. Who is not in it has to be loaded. */
let lent: Map<string, { name: string | null; holds: boolean }>;

const authorOf = (of: string) => ({
  extensions: {
    lend: () => {
      const found = lent.get(of);
      asked.push(`lend ${of}`);
      if (found === undefined) return undefined;
      const { name } = found;
      return { value: { name }, holds: () => found.holds && lent.get(of) === found };
    },
  },
  resolve: async (_of: unknown, _args: unknown, _context: unknown, _info: unknown) => {
    asked.push(`load ${of}`);
    return { name: `loaded ${of}` };
  },
});

const fields = (type: string) => (schema.getType(type) as GraphQLObjectType).getFields();
Object.assign(fields('Query').book!, { resolve: () => book });
Object.assign(fields('Book').title!, {
  resolve: (of: Made) => {
    asked.push('title');
    return of.of;
  },
});
Object.assign(fields('Book').author!, authorOf('author'));
Object.assign(fields('Book').other!, authorOf('other'));
Object.assign(fields('Book').pages!, { resolve: (_of: Made) => pages });
Object.assign(fields('Book').reader!, {
  resolve: (_of: unknown, _args: unknown, { reader }: { reader: string }) => reader,
});
Object.assign(fields('Author').name!, { resolve: (of: { name: string | null }) => of.name });
Object.assign(fields('Page').text!, { resolve: (of: Made) => of.of });
Object.assign(fields('Page').author!, authorOf('author'));

function planned(query: string) {
  const document = parse(query);
  const plan = planOperation(schema, document, getOperationAST(document)!, {});
  return async (context: object = {}) => {
    asked = [];
    const { data, errors } = await runPlan(plan, null, context, {});
    return { book: JSON.parse(data!.text).book, asked, errors };
  };
}

beforeEach(() => {
  lent = new Map([
    ['author', { name: 'Ada', holds: true }],
    ['other', { name: 'Bo', holds: true }],
  ]);
});

describe('text made of what was lent', () => {
  it('is used again while it holds, and made anew when it does not', async () => {
    const ask = planned('{ book { title author { name } other { name } } }');
    const expected = { title: 'book', author: { name: 'Ada' }, other: { name: 'Bo' } };
    for (let time = 0; time < 2; time += 1)
      expect(await ask()).toMatchObject({
        book: expected,
        asked: ['title', 'lend author', 'lend other'],
      });
    expect(await ask()).toMatchObject({ book: expected, asked: [] });
    lent.set('other', { name: 'Cy', holds: true });
    const changed = { ...expected, other: { name: 'Cy' } };
    expect((await ask()).book).toEqual(changed);
    expect(await ask()).toMatchObject({ book: changed, asked: [] });
  });

  it('is no longer used when something deep below it does not hold', async () => {
    const ask = planned('{ book { pages { text author { name } } } }');
    const written = (name: string) => ({
      pages: [
        { text: 'one', author: { name } },
        { text: 'two', author: { name } },
      ],
    });
    for (let time = 0; time < 4; time += 1) expect((await ask()).book).toEqual(written('Ada'));
    expect((await ask()).asked).toEqual([]);
    lent.set('author', { name: 'Di', holds: true });
    for (let time = 0; time < 3; time += 1) expect((await ask()).book).toEqual(written('Di'));
    expect((await ask()).asked).toEqual([]);
  });

  it('is not kept where something had to be loaded, or hangs on who asks', async () => {
    const loading = planned('{ book { title author { name } } }');
    lent.delete('author');
    for (let time = 0; time < 4; time += 1)
      expect(await loading()).toMatchObject({
        book: { author: { name: 'loaded author' } },
        asked: ['title', 'lend author', 'load author'],
      });
    const asking = planned('{ book { author { name } reader } }');
    for (const reader of ['x', 'x', 'x', 'y'])
      expect((await asking({ reader })).book).toMatchObject({ reader });
  });

  it('is not kept with a failure in it', async () => {
    const ask = planned('{ book { author { name } } }');
    lent.set('author', { name: null, holds: true });
    for (let time = 0; time < 4; time += 1) {
      const { book: shown, errors, asked: lending } = await ask();
      expect(shown).toEqual({ author: null });
      expect(errors).toHaveLength(1);
      expect(lending).toEqual(['lend author']);
    }
  });

  it('stands beside that of other selections on the same value', async () => {
    const one = planned('{ book { title } }');
    const other = planned('{ book { other { name } } }');
    for (let time = 0; time < 2; time += 1) {
      await one();
      await other();
    }
    expect((await one()).asked).toEqual([]);
    expect((await other()).asked).toEqual([]);
  });
});
