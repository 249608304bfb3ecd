import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Execution } from '../../../src/engine/execute/field-error.ts';
import type { Leaf } from '../../../src/engine/execute/leaf-program.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The program of a fresh module, which may find that code can't be generated. */
async function programOf(leaves: readonly Leaf[], mayGenerate: boolean) {
  vi.resetModules();
  if (!mayGenerate) {
    vi.stubGlobal('Function', () => {
      throw new EvalError('Code generation from strings disallowed for this context');
    });
  }
  const { leafProgram } = await import('../../../src/engine/execute/leaf-program.ts');
  const program = leafProgram(leaves);
  // Code is generated for what is shown often.
  for (let at = 0; mayGenerate && at < 100; at += 1)
    program({ bytes: 0 } as Execution, { values: {} }, undefined, {});
  return program;
}

const odd = new Error('of another form');
const rows = [
  { values: { Name: 'Ada', Amount: 12.5, IsWon: true } },
  { values: { Name: null, Amount: odd, IsWon: false } },
  { values: { Amount: 0 } },
  { values: { Name: '', Block: { Deep: 'x' } } },
  { values: { Block: null } },
];

describe.each([
  ['generated code', true],
  ['closures, where code generation is disallowed', false],
])('a leaf program of %s', (_kind, mayGenerate) => {
  it('completes plain values with their bytes, and leaves others to the runner of their field', async () => {
    const names = [['Name'], ['Amount'], ['IsWon'], ['Block', 'Deep']];
    const leaves = names.map((path, at) => ({
      // What a client wrote may be anything: it is no part of a program.
      key: `k${at}'];process.exit(1)//`,
      place: ['values', ...path],
      runner: () => `left ${path.join('.')}`,
    }));
    const program = await programOf(leaves, mayGenerate);
    const answers = rows.map((row) => {
      const run = { bytes: 0 } as Execution;
      const data: Record<string, unknown> = {};
      program(run, row, undefined, data);
      return [run.bytes, ...leaves.map(({ key }) => data[key])];
    });
    expect(answers).toEqual([
      [13, 'Ada', 12.5, true, 'left Block.Deep'],
      [4, 'left Name', 'left Amount', false, 'left Block.Deep'],
      [4, 'left Name', 0, 'left IsWon', 'left Block.Deep'],
      [5, '', 'left Amount', 'left IsWon', 'x'],
      [0, 'left Name', 'left Amount', 'left IsWon', 'left Block.Deep'],
    ]);
  });

  it('has fields of other names than declarations have, too', async () => {
    const leaf = { key: 'a', place: ['values', "x'];throw 1//"], runner: () => 'left' };
    const program = await programOf([leaf], mayGenerate);
    const data: Record<string, unknown> = {};
    program({ bytes: 0 } as Execution, { values: { "x'];throw 1//": 'found' } }, undefined, data);
    expect(data).toEqual({ a: 'found' });
  });
});
