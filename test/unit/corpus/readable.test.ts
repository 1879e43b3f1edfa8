import { describe, expect, it } from 'vitest';
import { endsInsideObject, isReadable, whyNot } from '#test/corpus/readable.ts';
import type { Answer } from '#test/corpus/tools/run-tool.ts';

const WELL: Answer = { exit: 0, count: 3, pixels: '', said: [] };

function reads(mupdf: Partial<Answer>, poppler: Partial<Answer> = {}): Parameters<typeof whyNot>[0] {
  return [
    { tool: 'mupdf', answer: { ...WELL, ...mupdf } },
    { tool: 'poppler', answer: { ...WELL, ...poppler } },
  ];
}

function isCut(text: string): boolean {
  return endsInsideObject(Buffer.from(text));
}

describe('a file', () => {
  it('is readable when two tools read it, whatever they made anew', () => {
    expect(isReadable('pdf', reads({}))).toBe(true);
    expect(isReadable('pdf', reads({ said: ['warning: trying to repair broken xref', 'warning: repairing PDF document'] }))).toBe(true);
  });

  it.each([
    ['an exit code', reads({ exit: 1 })],
    ['no end within its time', reads({}, { exit: null })],
    ['other pages', reads({ count: 2 })],
    ['no page', reads({ count: 0 }, { count: 0 })],
    ['a complaint about content', reads({ said: ['warning: padding truncated image'] })],
    ['a complaint of the other', reads({}, { said: ['Syntax Error: Unexpected end of file in flate stream'] })],
  ])('is none with %s', (_, read) => {
    expect(isReadable('pdf', read)).toBe(false);
    expect(whyNot(read)).not.toBe('not asked');
  });

  it('is none that nobody was asked about', () => {
    expect(isReadable('pdf', [])).toBe(false);
    expect(whyNot([])).toBe('not asked');
  });

  it('was cut where it ends inside an object, and not where only its end is missing', () => {
    expect(isCut('1 0 obj\n<<>>\nendobj\n2 0 obj\n<< /Length 12 >>\nstream\nabc')).toBe(true);
    expect(isCut('1 0 obj\n<<>>\nendobj\n2 0 obj\n<<>>\nendobj\nxref\n0 3')).toBe(false);
    expect(isCut('1 0 obj\n<<>>\nendobj\n2 0 obj\n<<>>\nstartxref\n9\n%%EOF')).toBe(false);
  });
});
