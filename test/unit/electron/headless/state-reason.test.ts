import { describe, expect, it } from 'vitest';
import { stateReason } from '#electron/headless/commands/support/state-reason.ts';
import type { Problem } from '#shared/domain/item/problem.ts';

const said = (problem: Problem) => stateReason({ kind: 'unfit', by: 'service', problem });

describe('why a document is not taken, on the terminal', () => {
  it('is told with the service’s own words where it gave some, on one line', () => {
    const tooLarge = { kind: 'too-large', bytes: 5_100_000, bytesMax: 5_000_000 } as const;
    expect(said(tooLarge)).toBe('too-large');
    expect(said({ ...tooLarge, detail: 'The scan\nhas 61 pages.\u001b[2J' })).toBe('too-large: The scan has 61 pages. [2J');
    expect(said({ kind: 'declined', errorCode: 'VALIDATION_ERROR', detail: 'No.' })).toBe('declined: No.');
  });

  it('says why what was made by a folder’s setting was not sent, also while it is ignored', () => {
    const unfit = { by: 'intray', problem: { kind: 'not-taken', found: 'tiff' }, withheld: [{ kind: 'damaged' }] } as const;
    expect(stateReason({ kind: 'unfit', ...unfit })).toBe('not-taken: tiff; converted, but not sent: damaged');
    expect(stateReason({ kind: 'aside', why: 'person', unfit })).toBe('not-taken: tiff; converted, but not sent: damaged');
  });
});
