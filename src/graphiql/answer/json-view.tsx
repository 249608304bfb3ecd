/** The answer as JSON. */

import { useMemo, useState } from 'react';
import { copy } from '../../dashboard/shared/copy.ts';
import { JsonEditor } from '../editor/json-editor.tsx';
import type { Run } from './run.ts';

export function JsonView({ run }: { readonly run: Run }) {
  const [isCopied, setCopied] = useState(false);
  // The calls have a view of their own.
  const text = useMemo(() => {
    const { explain: _calls, ...extensions } = run.answer.extensions ?? {};
    return JSON.stringify({ ...run.answer, extensions }, null, 2);
  }, [run]);
  return (
    <div className="json">
      <button type="button" className="copy" onClick={() => copy(text).then(setCopied)}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
      <JsonEditor label="Answer as JSON" value={text} />
      {run.sent !== run.question.query && (
        <p className="note">
          “pageInfo” was asked for with each list, so that the table can say whether more follows.
        </p>
      )}
    </div>
  );
}
