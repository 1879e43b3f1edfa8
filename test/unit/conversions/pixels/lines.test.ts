import { describe, expect, it } from 'vitest';
import { joinedPixels, type PixelLine, pixelLineOf, pixelLinesOf } from '#test/conversions/pixels/lines.ts';
import { pixelReportOf } from '#test/conversions/pixels/report.ts';
import type { PageVerdict } from '#test/conversions/pixels/judge-page.ts';
import type { PixelRow } from '#test/conversions/pixels/row.ts';

type Of = { readonly verdict?: PageVerdict; readonly outcome?: string; readonly tile?: number; readonly pages?: number };

function line(kind: PixelRow['kind'], sha256: string, { verdict = 'right', outcome = 'made', tile = 3, pages = 1 }: Of = {}): PixelLine {
  const differences = [
    { reader: 'one', mean: 1, worstTile: tile },
    { reader: 'other', mean: 2, worstTile: tile + 1 },
  ];
  const compared = outcome === 'made' ? [{ page: 1, verdict, differences }] : [];
  const made = { pages, pagesMade: outcome === 'made' ? 1 : null, mediaType: outcome === 'made' ? 'image/jpeg' : null };
  const measured = { outcome, remarks: [], seconds: 1.5, compared, isReadable: true, ...made };
  return pixelLineOf({ kind, source: 'somebody/files', path: `a folder/${sha256}.${kind}`, sha256, bytes: 5, measured });
}

const PARTS = [
  [line('webp', 'cc'), line('webp', 'aa', { outcome: 'not-understood' })],
  [line('tiff', 'dd', { verdict: 'disputed', tile: 90 }), line('tiff', 'bb', { tile: 5 }), line('tiff', 'ee', { pages: 2 })],
];
const NONE = { missing: [], left: 0 };

describe('a report of pixels that is joined of parts', () => {
  const joined = joinedPixels(PARTS.map(pixelLinesOf));

  it('is the report of all, in whatever order they were measured', () => {
    const all = PARTS.flat();
    expect(pixelReportOf(joined, NONE)).toBe(pixelReportOf(all, NONE));
    expect(pixelReportOf(all, NONE)).toBe(pixelReportOf(all.toReversed(), NONE));
    expect(pixelLinesOf(joined)).toBe(pixelLinesOf(all.toReversed()));
  });

  it('counts by kind, and names what is wrong or disputed', () => {
    const text = pixelReportOf(joined, { missing: ['a'], left: 4 });
    expect(text).toContain('Not there: 1. Not measured, for want of time: 4.');
    expect(text).toContain('| tiff | 3 | 1 | 1 | 1 | 0 | 0 | 0 | 0 | 3 | 3 | 0 | 1.0/5.0 | 1.50 |');
    expect(text).toContain('| webp | 2 | 1 | 0 | 0 | 0 | 0 | 1 | 0 | 2 | 1 | 0 | 1.0/3.0 | 1.50 |');
    expect(text).toContain('## Disputed\n\n- tiff: `dd.tiff`\n');
    expect(text).toContain('| tiff | somebody/files: a folder/ee.tiff | 1 | 2 pages became 1; one 1.0/3.0, other 2.0/4.0 |');
    expect(text).not.toContain('bb.tiff');
    expect(pixelReportOf([], NONE)).toContain('## Wrong\n\nNone.\n\n## Disputed\n\nNone.');
  });

  it('is made of lines of an earlier version too, with what they do not say left open', () => {
    const earlier = PARTS.map((part) => pixelLinesOf(part).replaceAll(/(\t[^\t\n]*){3}$/gm, ''));
    expect(pixelReportOf(joinedPixels(earlier), NONE)).toContain('| webp | 2 | 1 | 0 | 0 | 0 | 0 | 1 | 0 | ? | ? | ? | 1.0/3.0 | ? |');
  });

  it('refuses a file that two parts have', () => {
    expect(() => joinedPixels([...PARTS, ...PARTS].map(pixelLinesOf))).toThrow('in more than one run: webp');
  });
});
