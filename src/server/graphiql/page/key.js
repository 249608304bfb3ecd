/** The key that every tab asks with, where the server asks for one. */

import { element } from './element.js';

/** The dashboard's name for it: who has given it there need not do so again. */
const storageKey = 'switchboard:bearer';

const key = () => sessionStorage.getItem(storageKey) ?? '';

/** Adds the key to a request whose tab has no Authorization of its own. @returns false where there is none to add. */
export function authorize(headers) {
  if (!headers.has('authorization') && key() !== '')
    headers.set('authorization', `Bearer ${key()}`);
  return headers.has('authorization');
}

/** In place of an answer that could only be a refusal, which a browser would write to its console as well. */
export const answerWithoutKey = () =>
  new Response(
    JSON.stringify({
      errors: [{ message: 'Enter your key above: this server asks everyone for one.' }],
    }),
    { headers: { 'content-type': 'application/json' } },
  );

/** @param changed called when another key was given. */
export function keyField(changed) {
  const label = element('label', 'key-field');
  const field = element('input');
  field.type = 'password';
  field.autocomplete = 'off';
  field.spellcheck = false;
  field.placeholder = 'sent with every question';
  field.value = key();
  field.addEventListener('change', () => {
    sessionStorage.setItem(storageKey, field.value.trim());
    changed();
  });
  label.title = 'An API key or token; kept in this window until it is closed';
  label.append('Key', field);
  return label;
}
