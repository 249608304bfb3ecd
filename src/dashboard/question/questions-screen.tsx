/** Questions: the saved ones of this server, each a form with its table, and that as a file. */

import { type FormEvent, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { useIdentity } from '../data/identity.ts';
import { type SavedQuestion, useSavedQuestions } from '../data/saved-question.ts';
import { plural } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { SavedQuestions } from '../shared/saved-questions.tsx';
import { Screen } from '../shared/screen.tsx';
import { Skeleton } from '../shared/skeleton.tsx';
import { type QuestionRows, rowsAddress, saveTable, useQuestionRows } from './question-rows.ts';
import { QuestionTable } from './question-table.tsx';
import { VariableField } from './variable-field.tsx';
import { askedVariables, paramsOf, textsOf } from './variable-text.ts';
import './question.css';

const noRows: QuestionRows = { columns: [], rows: [], complete: true };

export default function QuestionsScreen() {
  const { name } = useParams<{ name?: string }>();
  const [params] = useSearchParams();
  const questions = useSavedQuestions();
  const question = questions?.find((question) => question.name === name) ?? null;
  const isAskable =
    question?.variables.every((variable) => !variable.isRequired || params.has(variable.name)) ??
    false;
  const address = question !== null && isAskable ? rowsAddress(question.name, params) : null;
  const answer = useQuestionRows(question, params, address);
  // The form is there whatever becomes of the answer.
  const screenData = questions === null && name !== undefined ? undefined : (answer.data ?? noRows);
  return (
    <Screen
      title={question?.title ?? 'Questions'}
      answer={{ ...answer, data: screenData }}
      skeleton={<Skeleton rows={3} height="block" />}
    >
      {(data) =>
        name === undefined ? (
          <QuestionList />
        ) : question === null ? (
          <NoQuestion name={name} />
        ) : (
          <OneQuestion
            // Another address is another form.
            key={`${name}?${params}`}
            question={question}
            params={params}
            data={answer.isLoading && answer.data === undefined ? null : data}
            isAsked={address !== null}
          />
        )
      }
    </Screen>
  );
}

function QuestionList() {
  return (
    <>
      <div>
        <h1>Questions</h1>
        <p className="muted">
          Each is a form with its table, and an address that spreadsheets and Grafana read.
        </p>
      </div>
      <SavedQuestions />
    </>
  );
}

function NoQuestion({ name }: { name: string }) {
  return (
    <div>
      <h1>No such question</h1>
      <p>
        None is called “{name}”. <Link href="/questions">All questions</Link>
      </p>
    </div>
  );
}

interface OneQuestionProps {
  readonly question: SavedQuestion;
  readonly params: URLSearchParams;
  /** Null until there is an answer. */
  readonly data: QuestionRows | null;
  readonly isAsked: boolean;
}

function OneQuestion({ question, params, data, isAsked }: OneQuestionProps) {
  const {
    title,
    description,
    columns,
    rows: { path },
  } = question;
  return (
    <>
      <div className="question-head">
        <Link href="/questions">All questions</Link>
        <h1>{title}</h1>
        <p className="muted">{description}</p>
      </div>
      <QuestionForm question={question} params={params} />
      {isAsked && (
        <Panel
          title={data === null || data === noRows ? 'Rows' : plural(data.rows.length, 'row')}
          paths={[path.join('.')]}
          aside={
            <Takeaway question={question} params={params} isWhole={data?.complete !== false} />
          }
        >
          {data === null ? (
            <Skeleton rows={6} height="line" />
          ) : data.rows.length === 0 ? (
            <Empty isKnown={data !== noRows}>No row answers this.</Empty>
          ) : (
            <QuestionTable columns={data.columns} rows={data.rows} />
          )}
          {columns.some(({ about }) => about !== '') && (
            <details className="meaning">
              <summary>What the columns mean</summary>
              <dl>
                {columns.map(({ name, about }) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{about}</dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
        </Panel>
      )}
    </>
  );
}

function QuestionForm({ question, params }: Pick<OneQuestionProps, 'question' | 'params'>) {
  const [, navigate] = useLocation();
  const variables = askedVariables(question);
  if (variables.length === 0) return null;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const search = paramsOf(variables, new FormData(event.currentTarget)).toString();
    const path = `/questions/${encodeURIComponent(question.name)}`;
    navigate(search === '' ? path : `${path}?${search}`);
  };
  return (
    <form className="panel question-form" onSubmit={submit} aria-label="Variables">
      {variables.map((variable) => (
        <VariableField key={variable.name} variable={variable} texts={textsOf(variable, params)} />
      ))}
      <button type="submit">Ask</button>
    </form>
  );
}

interface TakeawayProps extends Pick<OneQuestionProps, 'question' | 'params'> {
  readonly isWhole: boolean;
}

/** The rows as a file, and their address. */
function Takeaway({ question: { name }, params, isWhole }: TakeawayProps) {
  const { bearer } = useIdentity();
  const [said, setSaid] = useState('');
  const save = (): void => {
    setSaid('Saving …');
    void saveTable(name, params, bearer, !isWhole).then((refusal) => setSaid(refusal ?? 'Saved'));
  };
  return (
    <span className="takeaway">
      <button type="button" onClick={save}>
        {isWhole ? 'CSV' : 'CSV of these rows'}
      </button>
      <a href={rowsAddress(name, params)} target="_blank" rel="noreferrer">
        Address for programs
      </a>
      <span role="status" className="muted">
        {said}
      </span>
    </span>
  );
}
