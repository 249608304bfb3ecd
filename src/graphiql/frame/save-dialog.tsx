/** The dialog that saves a question as a file of the folder of saved questions. */

import type { GraphQLSchema } from 'graphql';
import { useEffect, useRef, useState } from 'react';
import { download } from '../../dashboard/shared/copy.ts';
import { fileNameOf, proposedText, questionFile } from '../share/question-file.ts';

interface SaveDialogProps {
  readonly query: string;
  readonly schema: GraphQLSchema | null;
  readonly onClose: () => void;
  readonly onSaved: (file: string) => void;
}

export function SaveDialog({ query, schema, onClose, onSaved }: SaveDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(() => proposedText(query, schema));
  useEffect(() => dialog.current!.showModal(), []);
  const file = fileNameOf(text.title);
  const save = (): void => {
    download(file, new Blob([questionFile(query, text)], { type: 'application/graphql' }));
    onSaved(file);
    onClose();
  };
  return (
    <dialog ref={dialog} className="save" aria-label="Save as a question" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <h2>Save as a question</h2>
        <p className="note">
          This downloads a file. Give it to whoever runs this server, for the folder that{' '}
          <code>QUERIES_DIR</code> names (<code>queries/</code> without it): from the next start on
          everybody has the question here and in the dashboard. Until then a link shares it.
        </p>
        <label>
          Title
          <input
            required
            value={text.title}
            onChange={({ target }) => setText({ ...text, title: target.value })}
          />
        </label>
        <label>
          What a row is, and what it tells
          <textarea
            rows={2}
            value={text.description}
            onChange={({ target }) => setText({ ...text, description: target.value })}
          />
        </label>
        {Object.entries(text.variables).map(([name, about]) => (
          <label key={name}>
            Meaning of ${name}
            <input
              required
              value={about}
              onChange={({ target }) =>
                setText({ ...text, variables: { ...text.variables, [name]: target.value } })
              }
            />
          </label>
        ))}
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary">
            Save {file}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
