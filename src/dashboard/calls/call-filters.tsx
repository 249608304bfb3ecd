/** The filters above the calls; each change is a new address. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import type { FormEvent } from 'react';
import { useLast } from '../data/deferred.ts';
import { useAddress } from '../data/url-state.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Choice, type Option, Several, withOwn } from '../shared/choice.tsx';
import { number, plural } from '../shared/format.ts';
import { SaidField } from '../shared/said-field.tsx';
import { saidTerm } from '../shared/said-filter.ts';
import { type SaidStatusRef, saidRefusal } from '../shared/said-status.ts';
import { SideSwitch } from '../shared/side-switch.tsx';
import type { CallChoices } from './call-choices.ts';
import {
  type CallsFilter,
  choicesNote,
  dealResults,
  filterCount,
  isNarrowed,
  noFilter,
  presences,
  scopes,
  shownDays,
} from './calls-filter.ts';
import { FoldedFilters } from './folded-filters.tsx';
import { readLinkedAccounts } from './linked-account.ts';

const fragment = graphql(`
  fragment CallFilters on Query {
    chosenTrackers: nodes(ids: $trackers) {
      ... on Tracker {
        upstreamId
        name
      }
    }
    pipeline: opportunityStages(first: 50, orderBy: [{ field: SORT_ORDER }]) {
      nodes {
        masterLabel
      }
    }
    deal: opportunity(by: { upstreamId: $deal }) @include(if: $asksDeal) {
      name
    }
    dealOwner: crmUser(by: { upstreamId: $dealOwner }) @include(if: $asksDealOwner) {
      name
    }
  }
`);

type Fields = ResultOf<typeof fragment>;

export interface CallFiltersProps {
  readonly query: FragmentType<typeof fragment> & SaidStatusRef;
  /** Null until they have come: their figures are of all calls that pass the other filters. */
  readonly choices: CallChoices | null;
  readonly filter: CallsFilter;
}

interface FilterProps {
  readonly choices: CallChoices | null;
  readonly filter: CallsFilter;
}

const spans = [7, 28, 84, 182, 365];

export function CallFilters({ query, filter, ...props }: CallFiltersProps) {
  const choices = useLast(props.choices);
  const address = useAddress();
  const { get, set } = address;
  const fields = readFragment(fragment, query);
  const fieldDays = shownDays(filter);
  const canSay = saidRefusal(query, '') === null;
  const [deal, dealOwner] = [get('deal'), get('deal-owner')];
  const setDay = (name: 'from' | 'to', day: string): void =>
    set({ days: null, from: get('from'), to: get('to'), ...shownIfSpan(filter), [name]: day });
  return (
    <FoldedFilters count={filterCount(address)}>
      <Choice
        label="Time"
        value={filter.days === null ? null : String(filter.days)}
        any={
          filter.days === null && (filter.from ?? filter.to) !== null ? 'From and to' : 'Any time'
        }
        onChange={(days) => set({ days, from: null, to: null })}
      >
        {withOwn(spans, filter.days).map((days) => [String(days), `Last ${plural(days, 'day')}`])}
      </Choice>
      {(['from', 'to'] as const).map((name) => (
        <label key={name}>
          <span>{name === 'from' ? 'From' : 'To'}</span>
          <input
            type="date"
            value={fieldDays[name]}
            onChange={({ target }) => setDay(name, target.value)}
          />
        </label>
      ))}
      <OwnerChoice choices={choices} filter={filter} />
      {(filter.related === null || get('account') !== null) && (
        <Choice
          label="Account"
          value={get('account')}
          any="Any account"
          onChange={(account) => set({ account })}
        >
          {choices === null ? notCome(get('account')) : accountOptions(choices)}
        </Choice>
      )}
      <Several
        label="Stage then"
        values={filter.stage}
        any="All stages"
        note={choicesNote(filter)}
        onChange={(stage) => set({ stage })}
      >
        {stageOptions(fields, choices)}
      </Several>
      <Choice
        label="Deal by now"
        value={filter.result}
        any="Any result"
        onChange={(result) => set({ result })}
      >
        {Object.entries(dealResults)}
      </Choice>
      <HeardChoices fields={fields} choices={choices} filter={filter} />
      <Choice
        label="Kind"
        className="constant"
        value={filter.scope}
        any="All calls"
        onChange={(scope) => set({ scope })}
      >
        {Object.entries(scopes)}
      </Choice>
      <TextField
        label="Title"
        hint="words of it"
        value={get('title') ?? ''}
        onChange={(title) => set({ title })}
      />
      <TextField
        label="With"
        hint="e-mail or domain"
        value={get('with') ?? ''}
        onChange={(person) => set({ with: person, role: null })}
      />
      {get('with') !== null && (
        <Choice
          label="Who"
          className="constant"
          value={filter.role}
          any="Was there or invited"
          onChange={(role) => set({ role })}
        >
          {Object.entries(presences)}
        </Choice>
      )}
      {(canSay || get('said') !== null) && (
        <div className="said">
          <span>Said</span>
          <SaidField />
          {saidTerm(address) !== '' && <SideSwitch />}
        </div>
      )}
      {deal !== null && (
        <button type="button" className="chosen" onClick={() => set({ deal: null })}>
          Deal: {fields.deal?.name ?? deal} <span aria-hidden="true">×</span>
          <span className="visually-hidden">: calls of any deal</span>
        </button>
      )}
      {dealOwner !== null && (
        <button type="button" className="chosen" onClick={() => set({ 'deal-owner': null })}>
          Deals of {fields.dealOwner?.name ?? dealOwner} <span aria-hidden="true">×</span>
          <span className="visually-hidden">: calls about deals of everybody, or about none</span>
        </button>
      )}
      {isNarrowed(address) && (
        <button type="button" className="chosen" onClick={() => set(noFilter)}>
          Without filters
        </button>
      )}
    </FoldedFilters>
  );
}

/** What was heard in the calls. */
function HeardChoices({ fields, choices, filter }: FilterProps & { fields: Fields }) {
  const { get, set } = useAddress();
  const note = choicesNote(filter);
  return (
    <>
      <Several
        label="Tracker"
        values={filter.tracker}
        any="Any"
        note={note}
        textOf={(id) => trackerName(fields, id)}
        onChange={(tracker) => set({ tracker })}
      >
        {valueOptions(choices?.trackers, ({ tracker }) => tracker?.name ?? 'A deleted tracker')}
      </Several>
      <Choice
        label="Topic"
        value={get('topic')}
        any="Any"
        note={note}
        onChange={(topic) => set({ topic })}
      >
        {valueOptions(choices?.topics, ({ value }) => value)}
      </Choice>
    </>
  );
}

/** Of a span of days the other end stays where it is shown. */
const shownIfSpan = (filter: CallsFilter) =>
  filter.days === null ? {} : { from: shownDays(filter).from };

/** Somebody, or all of whom somebody is the manager: they stand in the address one by one. */
function OwnerChoice({ choices, filter }: FilterProps) {
  const { set } = useAddress();
  const chosen = filter.owner;
  // The groups count the calls of everybody, and a record has some of them.
  const optionText = (name: string, count: number): string =>
    filter.related === null ? `${name} (${number(count)})` : name;
  const groups = choices?.owners?.groups ?? [];
  const owners = groups.flatMap(({ count, keys: [key] }) =>
    key?.value == null
      ? []
      : [
          {
            id: key.user?.id ?? key.value,
            count,
            name: key.user?.name ?? key.value,
            manager: key.user?.manager,
          },
        ],
  );
  const teams = Map.groupBy(
    owners.filter(({ manager }) => manager != null),
    ({ manager }) => manager!.id,
  );
  const people = owners
    .map(({ id, name, count }): Option => [id, optionText(name, count)])
    .sort(byText);
  const ofTeams = [...teams]
    .map(([, members]): Option => {
      const count = members.reduce((sum, member) => sum + member.count, 0);
      return [
        members
          .map(({ id }) => id)
          .sort()
          .join(' '),
        optionText(`Direct reports of ${members[0]?.manager?.name ?? 'somebody'}`, count),
      ];
    })
    .sort(byText);
  const value = chosen.length === 0 ? null : [...chosen].sort().join(' ');
  const options = [...ofTeams, ...people];
  const isListed = options.some(([id]) => id === value) || value === null;
  return (
    <Choice
      label="Owner"
      value={value}
      any="Everybody"
      onChange={(ids) => set({ owner: ids === null ? null : ids.split(' ') })}
    >
      {isListed ? options : [[value, plural(chosen.length, 'owner')], ...options]}
    </Choice>
  );
}

const byText = ([, left]: Option, [, right]: Option): number => left.localeCompare(right);

/** In place of the name of what is chosen, which comes with the choices. */
const notCome = (chosen: string | null): readonly Option[] =>
  chosen === null ? [] : [[chosen, '…']];

const accountOptions = (choices: CallChoices): readonly Option[] =>
  readLinkedAccounts(choices)
    .listed.map(({ id, name, count }): Option => [id, `${name} (${number(count)})`])
    .toSorted(byText);

interface Groups<Key> {
  readonly groups: readonly { readonly keys: readonly Key[] }[];
}

function valueOptions<Key extends { readonly value: string | null }>(
  groups: Groups<Key> | null | undefined,
  nameOf: (key: Key) => string | null,
): readonly Option[] {
  return (groups?.groups ?? [])
    .flatMap(({ keys: [key] }): readonly Option[] =>
      key?.value == null ? [] : [[key.value, nameOf(key) ?? key.value]],
    )
    .toSorted(byText);
}

/** Of one that the address names and no option has. */
function trackerName({ chosenTrackers }: Fields, id: string): string {
  for (const tracker of chosenTrackers)
    if (tracker != null && 'upstreamId' in tracker && tracker.upstreamId === id)
      return tracker.name ?? id;
  return id;
}

/** In the order of the pipeline. */
function stageOptions({ pipeline }: Fields, choices: CallChoices | null): readonly Option[] {
  const order = (pipeline?.nodes ?? []).map((stage) => stage?.masterLabel);
  const placeOf = ([stage]: Option): number => {
    const at = order.indexOf(stage);
    return at === -1 ? order.length : at;
  };
  return valueOptions(choices?.stages, ({ value }) => value).toSorted(
    (left, right) => placeOf(left) - placeOf(right),
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  /** Null for no text. */
  readonly onChange: (text: string | null) => void;
}

function TextField({ label, hint, value, onChange }: TextFieldProps) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('text');
    onChange(String(text ?? '').trim() || null);
  };
  return (
    <form onSubmit={submit}>
      <label>
        <span>{label}</span>
        <input key={value} name="text" type="search" defaultValue={value} placeholder={hint} />
      </label>
    </form>
  );
}
