import { describe, expect, it } from 'vitest';
import { conversionGroupOf, convertedByItself, NO_CONVERSIONS } from '#shared/domain/folder/folder-conversions.ts';
import { CONVERTED_KINDS } from '#shared/domain/item/conversion/conversion.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { plus } from '#shared/lib/duration.ts';
import { NOW } from '../items.ts';

const ALL = { photos: NOW, tiff: NOW, 'too-large': NOW };

describe('what is made of a file without asking', () => {
  it.each<[Problem, string | null]>([
    [{ kind: 'not-taken', found: 'tiff' }, 'tiff'],
    [{ kind: 'not-taken', found: 'avif' }, 'avif'],
    [{ kind: 'too-large', bytes: 9_000_000, bytesMax: 5_242_880, found: 'png' }, 'png'],
    [{ kind: 'too-large', bytes: 9_000_000, bytesMax: 5_242_880 }, null],
    [{ kind: 'password' }, null],
    [{ kind: 'not-taken', found: 'zip' }, null],
    [{ kind: 'blank' }, null],
  ])('of %j is made from %s', (problem, kind) => {
    expect(convertedByItself(problem, ALL, NOW)).toBe(kind);
    expect(convertedByItself(problem, ALL, plus(NOW, -1))).toBeNull();
    expect(convertedByItself(problem, NO_CONVERSIONS, NOW)).toBeNull();
  });

  it('belongs to one of three groups', () => {
    const groups = CONVERTED_KINDS.map((kind) => [kind, conversionGroupOf(kind)]);
    expect(groups.filter(([, group]) => group === 'photos').map(([kind]) => kind)).toEqual(['heic', 'avif', 'webp']);
    expect(groups.filter(([, group]) => group === 'too-large').map(([kind]) => kind)).toEqual(['pdf', 'jpeg', 'png', 'bmp']);
  });
});
