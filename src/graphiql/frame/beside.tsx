/** Below the question's text: its variables and headers, and what lays it out or takes it along. */

import type { GraphQLSchema } from 'graphql';
import { useEffect, useMemo, useState } from 'react';
import { copy } from '../../dashboard/shared/copy.ts';
import { JsonEditor } from '../editor/json-editor.tsx';
import { prettified } from '../editor/prettify.ts';
import { definitionsIn, documentOf, isDocument } from '../graph/document.ts';
import { addressOf, changeTab, type Tab } from '../tab/tab-store.ts';
import { late } from './late.tsx';
import { VariableForm } from './variable-form.tsx';

const SaveDialog = late(async () => (await import('./save-dialog.tsx')).SaveDialog);

/** Says for a moment what a tool has done. */
function useNote(): readonly [string, (note: string) => void] {
  const [note, setNote] = useState('');
  useEffect(() => {
    if (note === '') return;
    const timer = setTimeout(() => setNote(''), 4_000);
    return () => clearTimeout(timer);
  }, [note]);
  return [note, setNote];
}

function Tools({ tab, schema }: { readonly tab: Tab; readonly schema: GraphQLSchema | null }) {
  const [note, setNote] = useNote();
  const [isSaving, setSaving] = useState(false);
  const layOut = (): void => {
    const query = prettified(tab.query);
    if (query === null) setNote('Left as it is: it has comments inside, or can’t be read.');
    else changeTab(tab.id, { query });
  };
  const share = async (): Promise<void> => {
    const isCopied = await copy(addressOf(tab));
    setNote(isCopied ? 'Link copied.' : 'This browser lets nobody copy.');
  };
  const save = (): void => {
    if (isDocument(tab.query)) setSaving(true);
    else setNote('Expected a question that can be read.');
  };
  return (
    <span className="tools">
      <span className="tool-note" role="status">
        {note}
      </span>
      <button type="button" onClick={layOut}>
        Lay out
      </button>
      <button type="button" title="Question and variables, never headers" onClick={share}>
        Copy link
      </button>
      <button type="button" title="As a file for the folder of saved questions" onClick={save}>
        Save
      </button>
      {isSaving && (
        <SaveDialog
          query={tab.query}
          schema={schema}
          onClose={() => setSaving(false)}
          onSaved={(file) => setNote(`Saved ${file}, among your downloads.`)}
        />
      )}
    </span>
  );
}

interface BesideProps {
  readonly tab: Tab;
  readonly schema: GraphQLSchema | null;
  readonly onRun: () => void;
}

/** Variables and headers, of which one is shown at most, and what takes the question along. */
export function Beside({ tab, schema, onRun }: BesideProps) {
  const [shown, setShown] = useState<'variables' | 'headers' | null>(null);
  const document = useMemo(() => documentOf(tab.query), [tab.query]);
  const hasVariables =
    tab.variables.trim() !== '' || (document !== null && definitionsIn(document).length > 0);
  const open = shown ?? (hasVariables ? 'variables' : null);
  const [isClosed, setClosed] = useState(false);
  const choose = (name: 'variables' | 'headers'): void => {
    setClosed(open === name && !isClosed);
    setShown(name);
  };
  const visible = isClosed ? null : open;
  return (
    <div className="beside">
      <div className="switch">
        {(['variables', 'headers'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-expanded={visible === name}
            onClick={() => choose(name)}
          >
            {name === 'variables' ? 'Variables' : 'Headers'}
          </button>
        ))}
        <Tools tab={tab} schema={schema} />
      </div>
      {visible === 'variables' && document !== null && schema !== null && (
        <VariableForm {...{ tab, document, schema, onRun }} />
      )}
      {visible !== null && (
        <JsonEditor
          key={`${tab.id} ${visible}`}
          label={visible === 'variables' ? 'Variables' : 'Headers'}
          value={tab[visible]}
          onChange={(value) => changeTab(tab.id, { [visible]: value })}
        />
      )}
    </div>
  );
}
