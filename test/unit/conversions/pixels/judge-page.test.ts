import { describe, expect, it } from 'vitest';
import { judgedPage, type Seen } from '#test/conversions/pixels/judge-page.ts';
import { isListed, lookedAt } from '#test/conversions/pixels/looked-at.ts';
import type { Picture } from '#test/conversions/pixels/picture.ts';

function plain(value: number): Picture {
  return { width: 16, height: 16, rgb: new Uint8Array(16 * 16 * 3).fill(value) };
}

function seen(reader: string, value: number, byProfile: number | null = null): Seen {
  return { reader, picture: plain(value), byProfile: byProfile === null ? null : plain(byProfile) };
}

function verdict(made: number, ...readers: readonly Seen[]): string {
  return judgedPage(plain(made), { seen: readers, stretch: 1 }).verdict;
}

describe('a page of what was made is', () => {
  it('right if it is what both readers see, or the only one', () => {
    expect(verdict(200, seen('A', 201), seen('B', 199))).toBe('right');
    expect(verdict(200, seen('A', 201))).toBe('right');
  });

  it('wrong if it is what no reader sees, whether they agree or not', () => {
    expect(verdict(0, seen('A', 200), seen('B', 200))).toBe('wrong');
    expect(verdict(0, seen('A', 200), seen('B', 100))).toBe('wrong');
    expect(verdict(0, seen('A', 200))).toBe('wrong');
  });

  it('disputed if one reader sees it and the other something else', () => {
    expect(verdict(200, seen('A', 200), seen('B', 100))).toBe('disputed');
  });

  it('right if the readers agree, and only a limit lies between', () => {
    expect(verdict(209, seen('A', 200), seen('B', 194))).toBe('right');
  });

  it('right in the colours of the profile, if the readers agree without it', () => {
    expect(verdict(150, seen('A', 200, 150), seen('B', 200))).toBe('right');
    expect(verdict(150, seen('A', 200, 150), seen('B', 90))).toBe('disputed');
  });

  it('unread if no reader sees it', () => {
    expect(verdict(200)).toBe('unread');
  });
});

describe('the list of pages that were looked at', () => {
  const hash = 'a'.repeat(64);

  it('names readers that are wrong about one page, or all', () => {
    const list = lookedAt(`sha256\tpage\treader\twhy\n${hash}\t2\tMuPDF\tblack\n${'b'.repeat(64)}\t*\tFFmpeg\tgreen\n`);
    expect(isListed(list, { sha256: hash, page: 2, reader: 'MuPDF' })).toBe(true);
    expect(isListed(list, { sha256: hash, page: 1, reader: 'MuPDF' })).toBe(false);
    expect(isListed(list, { sha256: hash, page: 2, reader: 'FFmpeg' })).toBe(false);
    expect(isListed(list, { sha256: 'b'.repeat(64), page: 7, reader: 'FFmpeg' })).toBe(true);
  });

  it('has a reason in each line', () => {
    expect(() => lookedAt(`sha256\tpage\treader\twhy\n${hash}\t2\tMuPDF\t\n`)).toThrow('not a line of the list');
  });
});
