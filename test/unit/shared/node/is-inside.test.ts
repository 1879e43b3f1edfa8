import { describe, expect, it } from 'vitest';
import { isInside, isSamePath, isWithin, placeKey } from '#shared/node/is-inside.ts';

describe('a path', () => {
  it.each([
    ['linux', '/scans/2026', '/scans'],
    ['linux', '/scans/2026/', '/scans/'],
    ['linux', '/scans', '/'],
    ['linux', '/scans/..2026', '/scans'],
    ['linux', '/w/Achats/..scan.pdf', '/w/Achats/'],
    ['linux', '/...', '/'],
    ['darwin', '/Users/a/Scans/x', '/users/a/scans'],
    ['darwin', '/Users/a/Re\u0301c\u0327u/x', '/Users/a/Réçu'],
    ['win32', 'C:\\Scans\\2026', 'c:\\scans'],
    ['win32', 'C:/Scans/2026', 'C:\\Scans'],
    ['win32', 'C:\\w\\Achats\\..scan.pdf', 'c:\\W\\achats\\'],
    ['win32', '\\\\nas\\scans\\a', '\\\\NAS\\Scans'],
    ['win32', 'C:\\Scans', 'C:\\'],
  ] as const)('on %s: %s lies in %s', (system, inner, outer) => {
    expect(isInside(inner, outer, system)).toBe(true);
    expect(isInside(outer, inner, system)).toBe(false);
  });

  it.each([
    ['linux', '/scans', '/scans'],
    ['linux', '/scans2', '/scans'],
    ['linux', '/Scans/a', '/scans'],
    ['linux', '/scans/a\\b', '/scans/a'],
    ['linux', '/', '/scans'],
    ['linux', '/', '/'],
    ['linux', '/scans/..', '/scans'],
    ['win32', 'C:\\', 'c:/'],
    ['darwin', '/users/A/scans', '/Users/a/Scans'],
    ['win32', 'D:\\scans\\a', 'C:\\scans'],
    ['win32', 'C:\\SCANS', 'c:/scans/'],
    ['win32', '\\\\nas\\other\\a', '\\\\nas\\scans'],
  ] as const)('on %s: %s does not lie in %s', (system, inner, outer) => {
    expect(isInside(inner, outer, system)).toBe(false);
  });
});

describe('a path is within a folder', () => {
  it.each([
    ['linux', '/scans/', '/scans', true],
    ['linux', '/scans/a', '/scans', true],
    ['linux', '/Scans', '/scans', false],
    ['linux', '/', '/scans', false],
    ['darwin', '/Users/A/Scans', '/users/a/scans/', true],
    ['win32', 'C:\\SCANS', 'c:/scans/', true],
    ['win32', 'c:\\', 'C:\\', true],
    ['win32', 'C:\\Scans2', 'C:\\Scans', false],
  ] as const)('on %s: %s within %s: %s', (system, inner, outer, within) => {
    expect(isWithin(inner, outer, system)).toBe(within);
  });
});

describe('two spellings', () => {
  it.each([
    ['linux', '/scans', '/scans'],
    ['linux', '/scans', '/scans/'],
    ['linux', '/', '/'],
    ['darwin', '/Users/a/Rec\u0327u', '/users/a/reçu'],
    ['win32', 'C:\\Scans', 'c:\\scans'],
    ['win32', 'C:\\Scans\\', 'C:/SCANS'],
    ['win32', 'C:\\Factures ÉTÉ', 'c:\\factures été'],
    ['win32', '\\\\nas\\Scans\\2026', '\\\\NAS\\scans\\2026\\'],
    ['win32', 'C:\\', 'c:\\'],
  ] as const)('on %s %s and %s are one path', (system, one, other) => {
    expect([isSamePath(one, other, system), placeKey(one, system) === placeKey(other, system)]).toEqual([true, true]);
  });

  it.each([
    ['linux', '/Scans', '/scans'],
    ['darwin', '/scans', '/scans2'],
    ['win32', 'C:\\Scans', 'D:\\Scans'],
    ['win32', 'C:\\Scans', 'C:\\Scans\\2026'],
  ] as const)('on %s %s and %s are two', (system, one, other) => {
    expect(isSamePath(one, other, system)).toBe(false);
  });
});
