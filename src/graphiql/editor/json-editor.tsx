/** An editor of JSON: variables and headers to write, an answer to read. */

import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { habits, look } from './editor-look.ts';

interface JsonEditorProps {
  readonly label: string;
  readonly value: string;
  /** None where it is only read. */
  readonly onChange?: (value: string) => void;
}

export function JsonEditor({ label, value, onChange }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const change = useRef(onChange);
  change.current = onChange;
  const isRead = onChange === undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value is put into the editor below.
  useEffect(() => {
    const editor = new EditorView({
      doc: value,
      parent: host.current!,
      extensions: [
        look,
        isRead ? EditorState.readOnly.of(true) : habits,
        json(),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) change.current?.(state.doc.toString());
        }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, isRead]);

  useEffect(() => {
    const editor = view.current!;
    if (editor.state.doc.toString() !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return <div className="json-editor" ref={host} />;
}
