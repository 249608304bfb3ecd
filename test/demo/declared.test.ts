import { describe, expect, it } from 'vitest';
import { callFields } from '../../src/contract/calls/call.ts';
import * as f from '../../src/contract/calls/declaration.ts';
import { tracker } from '../../src/contract/calls/tracker.ts';
import { withPlausibleValues } from '../../src/demo/company/made-up-value.ts';

describe('a row of the call platform', () => {
  it('has a value of its type for a field that is declared alone', () => {
    const fields = {
      ...callFields,
      rating: f.float('rating', 'How its host rated it, from 1 to 5.'),
      tags: f.list(f.text('tags', 'What it was tagged with.')),
      seenAt: f.instant('seen', 'When it was last looked at.'),
      isOdd: f.flag('odd', 'Whether it is odd.'),
    };
    const row = withPlausibleValues(fields, '42', { title: 'Weekly' });
    expect(row).toMatchObject({
      title: 'Weekly',
      rating: expect.any(Number),
      tags: expect.any(Array),
      odd: expect.any(Boolean),
      seen: expect.stringMatching(/^2025-\d\d-\d\dT/),
    });
    expect(withPlausibleValues(fields, '42', { title: 'Weekly' })).toEqual(row);
    expect(withPlausibleValues(fields, '43', { title: 'Weekly' })).not.toEqual(row);
  });

  it('keeps what its generator says, nothing included', () => {
    const own = { trackerName: null, partOfQuestion: undefined };
    expect(withPlausibleValues(tracker.fields, '1', own as never)).toMatchObject(own);
  });
});
