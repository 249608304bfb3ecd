/** Random questions about everything that the schema shows, as text: lists with filters, parents, children, counts, sums, calls, search, rows by id, free SOQL. */

import {
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { encodeGlobalId } from '../../../src/graph/global-id.ts';
import { model, schema } from '../world.ts';
import { literal, RandomFilters, Word } from './random-filter.ts';

export const questionKinds = [
  ...(['list', 'list', 'list', 'aggregate', 'aggregate', 'record', 'record'] as const),
  ...(['calls', 'calls', 'callsAggregate', 'search', 'soql', 'silence', 'entities'] as const),
  ...(['person', 'platform'] as const),
] as const;
export type QuestionKind = (typeof questionKinds)[number];

export interface Question {
  readonly kind: QuestionKind;
  readonly query: string;
}

/** Members that are another text for each viewer, change with time, or go by user and not by row. */
const leftOut = new Set([
  ...['cursor', 'startCursor', 'endCursor', 'edges', 'coverage', 'pending', 'media', 'photoUrl'],
  ...['interaction', 'activity', 'dailyActivity', 'coaching', 'talkRatio', 'indexStatus'],
  ...['picklists'],
]);

const isConnection = (type: GraphQLOutputType): boolean =>
  getNamedType(type).name.endsWith('Connection');

/** Fields at which calls are looked at from a record, or a person. */
const insights = new Set([
  ...['relatedCalls', 'lastCall', 'peopleSpokenWith', 'callsPerPeriod', 'trackersOverTime'],
  ...['accounts', 'contacts', 'leads', 'opportunities', 'parties', 'crmContext', 'calls'],
  ...['crmContextAtCall', 'answeredScorecards', 'crmUsers', 'users', 'dealFigures'],
]);

export class Questions extends RandomFilters {
  next(): Question {
    const kind = this.pick(questionKinds);
    return { kind, query: this.#ofKind[kind]() };
  }

  readonly #objects = model.objects.filter(({ name }) => name !== 'Organization');

  readonly #ofKind: Readonly<Record<QuestionKind, () => string>> = {
    list: () => `{ ${this.#rootField(this.#listField())} }`,
    aggregate: () => `{ ${this.#aggregate()} }`,
    record: () => `{ ${this.#record()} }`,
    calls: () => `{ ${this.#calls()} }`,
    callsAggregate: () => `{ ${this.#callsAggregate()} }`,
    search: () => `{ ${this.#search()} }`,
    soql: () => `{ ${this.#soql()} }`,
    silence: () => `{ ${this.#rootField('opportunitiesBySilence')} }`,
    entities: () => `{ ${this.#entities()} }`,
    person: () => `{ ${this.#person()} }`,
    platform: () => `{ ${this.#platform()} }`,
  };

  #listField(): string {
    const { typeName } = this.pick(this.#objects);
    const fields = Object.values(schema.getQueryType()!.getFields());
    return fields.find(({ type }) => getNamedType(type).name === `${typeName}Connection`)!.name;
  }

  #rootField(name: string): string {
    const field = schema.getQueryType()!.getFields()[name]!;
    const place = name === 'opportunitiesBySilence' ? 'inside' : 'root';
    return `${name}${this.windowArgs(field, place)} ${this.#connection(field.type, 3)}`;
  }

  #connection(type: GraphQLOutputType, depth: number): string {
    const connection = getNamedType(type) as GraphQLObjectType;
    const fields = connection.getFields();
    const node = getNamedType(fields.nodes!.type) as GraphQLObjectType;
    const total = fields.totalCount !== undefined && this.chance(0.6) ? 'totalCount ' : '';
    return `{ ${total}pageInfo { hasNextPage } nodes ${this.#selection(node, depth)} }`;
  }

  /** Some leaves, and some parents, children and insights while there is depth. */
  #selection(type: GraphQLObjectType, depth: number): string {
    const isLeftOut = (name: string): boolean =>
      leftOut.has(name) ||
      // Folders have no order, and a workspace's calls another one where the index lists them.
      (['LibraryFolder', 'Workspace'].includes(type.name) && name === 'calls');
    const all = Object.values(type.getFields()).filter(({ name }) => !isLeftOut(name));
    const leaves = all.filter(
      ({ type: of, args }) => isLeafType(getNamedType(of)) && args.length === 0,
    );
    const isNode = type.getFields().upstreamId !== undefined;
    const parts = new Set(isNode ? ['__typename', 'upstreamId'] : ['__typename']);
    for (const { name } of this.some(leaves, isNode ? 3 : 12)) parts.add(name);
    const branches = all.filter(({ type: of }) => !isLeafType(getNamedType(of)));
    const preferred = branches.filter(({ name }) => insights.has(name));
    if (branches.length > 0 && depth > 0)
      for (let count = isNode ? 1 + this.below(2) : branches.length; count > 0; count -= 1) {
        const from = preferred.length > 0 && this.chance(0.35) ? preferred : branches;
        const field = isNode ? this.pick(from) : branches[count - 1]!;
        const text = this.#branch(field, depth - 1);
        // Two windows of one field would contradict each other.
        if (text !== null && ![...parts].some((part) => part.split(/[ (]/)[0] === field.name))
          parts.add(text);
      }
    return `{ ${[...parts].join(' ')} }`;
  }

  #branch(
    field: {
      name: string;
      type: GraphQLOutputType;
      args: readonly { name: string; type: GraphQLInputType }[];
    },
    depth: number,
  ): string | null {
    const type = getNamedType(field.type);
    const required = field.args.filter(({ type: of }) => isNonNullType(of)).map(({ name }) => name);
    if (isConnection(field.type)) {
      const args = required.length > 0 ? null : this.windowArgs(field);
      return args === null ? null : `${field.name}${args} ${this.#connection(field.type, depth)}`;
    }
    const given = required.map((name) => {
      if (name === 'bucket') return 'bucket: WEEK, from: "2026-07-01T00:00:00Z"';
      return name === 'first' ? 'first: 10' : null;
    });
    if (given.includes(null)) return null;
    const args = given.length > 0 ? `(${given.join(', ')})` : '';
    if (isInterfaceType(type)) return `${field.name}${args} ${this.#anyRecord()}`;
    if (!isObjectType(type)) return null;
    return `${field.name}${args} ${this.#selection(type, depth)}`;
  }

  #anyRecord(): string {
    return '{ __typename recordName ... on Account { upstreamId industry owner { name } } ... on Opportunity { upstreamId stageName } ... on Contact { upstreamId email account { upstreamId } } ... on Task { upstreamId } ... on Case { upstreamId } ... on Lead { upstreamId } }';
  }

  #aggregate(): string {
    const list = Object.values(schema.getQueryType()!.getFields()).filter(({ name }) =>
      name.endsWith('Aggregate'),
    );
    const field = this.pick(
      list.filter(
        ({ name }) => name !== 'callsAggregate' && name !== 'answeredScorecardsAggregate',
      ),
    );
    const of = (name: string) => getNamedType(field.args.find((arg) => arg.name === name)!.type);
    const group = of('groupBy');
    if (!isInputObjectType(group)) throw new TypeError(field.name);
    const groupFields = getNamedType(group.getFields().field!.type);
    if (!isEnumType(groupFields)) throw new TypeError(field.name);
    const args: Record<string, unknown> = { first: 200 };
    if (this.chance(0.5)) args.filter = this.filter(of('filter').name, 2);
    const names = groupFields.getValues().map(({ name }) => name);
    const references = names.filter((name) => name.endsWith('_ID'));
    const plain = names.filter((name) => !/DATE|STAMP|TIME/.test(name));
    if (this.chance(0.8))
      args.groupBy = this.some(this.chance(0.4) ? references : plain, 1 + this.below(2)).map(
        (name) => ({ field: new Word(name) }),
      );
    const type = getNamedType(field.type) as GraphQLObjectType;
    const parts = Object.values(type.getFields()).flatMap(({ name, type: part }) => {
      const figures = getNamedType(part);
      if (!['sum', 'avg', 'min', 'max', 'countDistinct'].includes(name)) return [];
      if (!isObjectType(figures)) return [];
      const members = Object.values(figures.getFields()).filter(({ type: leaf }) =>
        isLeafType(getNamedType(leaf)),
      );
      return this.chance(0.5) || members.length === 0
        ? []
        : [
            `${name} { ${this.some(members, 2)
              .map((member) => member.name)
              .join(' ')} }`,
          ];
    });
    return `${field.name}(${literal(args).slice(2, -2)}) { count keys { field value record ${this.#anyRecord()} } ${parts.join(' ')} }`;
  }

  #record(): string {
    const { name, typeName } = this.pick(this.#objects);
    const root = Object.values(schema.getQueryType()!.getFields());
    const type = schema.getType(typeName) as GraphQLObjectType;
    const ids = this.some(this.idsOf(name), 6);
    const [id] = ids;
    const one = root.find((field) => getNamedType(field.type) === type && !isListType(field.type));
    const globals = ids.map((each) => encodeGlobalId(typeName, each));
    return this.pick([
      `node(id: ${literal(globals[0])}) { __typename ... on ${typeName} ${this.#selection(type, 2)} }`,
      `nodes(ids: ${literal(globals)}) { __typename ... on ${typeName} ${this.#selection(type, 2)} }`,
      `${one!.name}(by: { upstreamId: ${literal(id)} }) ${this.#selection(type, 3)}`,
    ]);
  }

  #callSelection = (depth: number): string =>
    this.#selection(schema.getType('Call') as GraphQLObjectType, depth);

  #calls(): string {
    const ids = this.some(this.idsOf('Call'), 8);
    const globals = ids.map((id) => encodeGlobalId('Call', id));
    const filter = this.#callFilter();
    return this.pick([
      `nodes(ids: ${literal(globals)}) { __typename ... on Call ${this.#callSelection(2)} }`,
      `call(by: { upstreamId: ${literal(ids[0])} }) ${this.#callSelection(3)}`,
      `calls(first: ${1 + this.below(20)}, filter: ${literal(filter)}) { totalCount pageInfo { hasNextPage } nodes ${this.#callSelection(2)} }`,
      `calls(first: ${1 + this.below(20)}, filter: ${literal(filter)}, order: ${'about' in filter ? this.pick(['NEWEST', 'OLDEST']) : 'OLDEST'}) { totalCount pageInfo { hasNextPage } nodes ${this.#callSelection(1)} }`,
    ]);
  }

  #callFilter(): Record<string, unknown> {
    const day = (): string => `2026-${String(1 + this.below(10)).padStart(2, '0')}-01T00:00:00Z`;
    const account = (): object => ({ account: this.filter('AccountFilter', 1) });
    const options: readonly (() => Record<string, unknown>)[] = [
      () => ({ from: day() }),
      () => ({ to: day() }),
      () => ({ scope: [this.pick(['External', 'Internal'])] }),
      () => ({ minDurationSeconds: 600 * this.below(5) }),
      () => ({ titleContains: this.pick(['e', 'review', 'demo']) }),
      () => ({ about: account() }),
      () => ({ about: { opportunity: this.filter('OpportunityFilter', 1) } }),
      () => ({ about: { stage: [this.pick(this.valuesOf('Opportunity', 'StageName'))] } }),
      () => ({
        about: {
          linkedField: [
            {
              object: 'Account',
              field: 'Industry',
              in: this.some(this.valuesOf('Account', 'Industry'), 3),
            },
          ],
        },
      }),
      () => ({ about: { tracker: [{ name: ['Competitors'] }] } }),
      () => ({ participants: { contact: this.filter('ContactFilter', 1) } }),
      () => ({ participants: { role: ['ATTENDEE'], atLeast: 1 + this.below(5) } }),
    ];
    const chosen = this.some(options, 1 + this.below(2)).map((make) => make());
    // With "about" both lists come from the index, in one order.
    return Object.assign({ about: {} }, ...chosen);
  }

  #callsAggregate(): string {
    const fields = schema.getType('CallGroupField');
    if (!isEnumType(fields)) throw new TypeError('CallGroupField');
    const names = fields.getValues().map(({ name }) => name);
    const groupBy = this.chance(0.85)
      ? { groupBy: this.some(names, 1 + this.below(2)).map((name) => new Word(name)) }
      : {};
    const filter = this.chance(0.5) ? { filter: this.#callFilter() } : {};
    const args = { first: 200, ...groupBy, ...filter };
    return `callsAggregate(${literal(args).slice(2, -2)}) { totalCount groups { count minutes accounts people keys { field value startsAt record ${this.#anyRecord()} user { upstreamId } tracker { name } } } }`;
  }

  #search(): string {
    const { name, field } = this.pick([
      { name: 'Account', field: 'Name' },
      { name: 'Contact', field: 'LastName' },
      { name: 'Opportunity', field: 'Name' },
      { name: 'Lead', field: 'LastName' },
      { name: 'Case', field: 'Subject' },
      { name: 'Task', field: 'Subject' },
    ]);
    const words = String(this.pick(this.valuesOf(name, field))).match(/[\p{L}]{3,}/gu) ?? ['an'];
    const term = this.pick(words).slice(0, 2 + this.below(4));
    return `search(first: 200, term: ${literal(term)}) ${this.#anyRecord()}`;
  }

  #soql(): string {
    const object = this.pick(['Account', 'Contact', 'Opportunity', 'Case', 'Task', 'Lead', 'Note']);
    const id = this.pick(this.idsOf(object));
    const statement = this.pick([
      `SELECT Id, OwnerId FROM ${object} ORDER BY Id LIMIT 200`,
      `SELECT COUNT(Id) FROM ${object}`,
      `SELECT OwnerId, COUNT(Id) n FROM ${object} GROUP BY OwnerId`,
      `SELECT Id FROM ${object} WHERE Id = '${id}' OR OwnerId != null ORDER BY CreatedDate DESC, Id LIMIT 50`,
      'SELECT Id, Account.Name, Account.Owner.Name FROM Contact ORDER BY Id LIMIT 200',
      "SELECT Id FROM Contact WHERE Account.Industry != 'Energy' ORDER BY Id LIMIT 200",
      'SELECT Id, (SELECT Id FROM Contacts) FROM Account ORDER BY Id LIMIT 100',
      'SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM Opportunity WHERE IsWon = true) ORDER BY Id',
      'SELECT Id FROM Account WHERE Id NOT IN (SELECT AccountId FROM Contact) ORDER BY Id LIMIT 200',
      'SELECT Account.Name, SUM(Amount) FROM Opportunity GROUP BY Account.Name',
      'SELECT MAX(Amount), MIN(CloseDate) FROM Opportunity',
      'SELECT Id, AmountWonOpportunities FROM Campaign ORDER BY Id',
      'SELECT Id, Name FROM Product2 ORDER BY Id',
      'SELECT Id, What.Name, Who.Name FROM Task ORDER BY Id LIMIT 200',
    ]);
    return `soql(first: 100, query: ${literal(statement)}) { totalCount pageInfo { hasNextPage } nodes { values record { __typename recordName } } }`;
  }

  #entities(): string {
    const { name, typeName } = this.pick(this.#objects);
    const type = schema.getType(typeName) as GraphQLObjectType;
    const representations = this.some(this.idsOf(name), 4).map((id) => ({
      ...{ __typename: typeName, id: encodeGlobalId(typeName, id) },
    }));
    return `_entities(representations: ${literal(representations)}) { __typename ... on ${typeName} ${this.#selection(type, 1)} }`;
  }

  #person(): string {
    const type = schema.getType('User') as GraphQLObjectType;
    const { typeName } = model.object('User')!;
    const crmUser = schema.getType(typeName) as GraphQLObjectType;
    const id = this.pick(this.idsOf('User'));
    return this.pick([
      `users(first: ${3 + this.below(20)}) { nodes ${this.#selection(type, 2)} }`,
      `users(first: 40) { nodes { upstreamId relatedCalls(first: 2) { totalCount nodes { upstreamId title } } } }`,
      `crmUser(by: { upstreamId: ${literal(id)} }) ${this.#selection(crmUser, 2)}`,
      'crmUsers(first: 50) { nodes { upstreamId dealFigures { count won lost open winRate amounts { lost open won } } team: dealFigures(of: DIRECT_REPORTS) { count won lost open } } }',
    ]);
  }

  #platform(): string {
    return this.pick([
      `answeredScorecards(first: ${1 + this.below(40)}) { totalCount nodes { upstreamId overallScore call { upstreamId title } reviewedUser { upstreamId } } }`,
      `answeredScorecardsAggregate(groupBy: [${this.pick(['REVIEWED_USER', 'REVIEWER', 'SCORECARD', 'MANAGER'])}]) { totalCount reviews groups { keys { value } count scored meanScore } }`,
      'workspaces { nodes { upstreamId calls(first: 5) { totalCount } libraryFolders { nodes { name calls(first: 1000) { nodes { upstreamId title } } } } } }',
      'trackers(first: 30) { nodes { name } }',
      'scorecards(first: 20) { nodes { upstreamId } }',
      'campaigns(first: 12, orderBy: [{ field: NUMBER_OF_RESPONSES, direction: DESC }]) { nodes { name numberOfLeads amountWonOpportunities campaignMembers(first: 5) { totalCount } } }',
    ]);
  }
}
