import { describe, expect, it } from 'vitest';
import { windowsPlace } from '#shared/lib/windows-place.ts';
import * as fc from 'fast-check';
import { backOffMs } from '#shared/lib/back-off.ts';
import { daysIn } from '#shared/lib/day-in-zone.ts';
import { wallMs } from '#shared/lib/duration.ts';

describe('a path of Windows, by its text alone', () => {
  it.each([
    ['\\\\attacker\\share', 'attacker', '\\\\attacker\\share'],
    ['//attacker/share/Scans', 'attacker', '\\\\attacker\\share\\Scans'],
    ['\\/attacker/share', 'attacker', '\\\\attacker\\share'],
    ['/\\attacker\\share', 'attacker', '\\\\attacker\\share'],
    ['\\\\ATTACKER\\Share\\Scans', 'attacker', '\\\\ATTACKER\\Share\\Scans'],
    ['\\\\10.0.0.7\\c$\\Scans', '10.0.0.7', '\\\\10.0.0.7\\c$\\Scans'],
    ['\\\\fe80--1.ipv6-literal.net\\share', 'fe80--1.ipv6-literal.net', '\\\\fe80--1.ipv6-literal.net\\share'],
    ['\\\\attacker@SSL\\DavWWWRoot\\x', 'attacker@ssl', '\\\\attacker@SSL\\DavWWWRoot\\x'],
    ['\\\\attacker@SSL@8443\\x', 'attacker@ssl@8443', '\\\\attacker@SSL@8443\\x'],
    ['\\\\attacker@80\\x', 'attacker@80', '\\\\attacker@80\\x'],
    ['\\\\?\\UNC\\attacker\\share', 'attacker', '\\\\attacker\\share'],
    ['//?/unc/attacker/share', 'attacker', '\\\\attacker\\share'],
    ['\\??\\UNC\\attacker\\share', 'attacker', '\\\\attacker\\share'],
    ['/??/UNC/attacker/share', 'attacker', '\\\\attacker\\share'],
    ['\\\\wsl$\\Debian\\home', 'wsl$', '\\\\wsl$\\Debian\\home'],
    ['\\\\Büro-PC\\Scans', 'büro-pc', '\\\\Büro-PC\\Scans'],
  ])('%s lies on another computer', (path, host, clean) => {
    expect(windowsPlace(path)).toEqual({ kind: 'remote', host, path: clean });
  });

  it.each([
    ['C:\\Scans', 'C:\\Scans'],
    ['c:/Scans/2026', 'c:\\Scans\\2026'],
    ['C:\\', 'C:\\'],
    ['C:\\\\attacker\\share', 'C:\\\\attacker\\share'],
    ['\\\\?\\C:\\Scans', 'C:\\Scans'],
    ['\\??\\D:\\Scans', 'D:\\Scans'],
    ['C:\\Scans\\..\\Consoles', 'C:\\Scans\\..\\Consoles'],
    ['C:\\Comptabilité\\comté 2026', 'C:\\Comptabilité\\comté 2026'],
  ])('%s lies on a drive of this one', (path, clean) => {
    expect(windowsPlace(path)).toEqual({ kind: 'drive', path: clean });
  });

  it.each([
    ['a device', '\\\\.\\PhysicalDrive0'],
    ['a pipe', '\\\\.\\pipe\\intray'],
    ['a pipe with slashes', '//./pipe/intray'],
    ['a share through the device', '\\\\.\\UNC\\attacker\\share'],
    ['the root of all devices', '\\\\?\\GLOBALROOT\\Device\\Mup\\attacker\\share'],
    ['the same, by the older prefix', '\\??\\GLOBALROOT\\Device\\Mup\\attacker\\share'],
    ['a volume by its number', '\\\\?\\Volume{6a2b0000-0000-0000-0000-100000000000}\\'],
    ['a prefix in a prefix', '\\\\?\\UNC\\?\\UNC\\attacker\\share'],
    ['a pipe of another computer', '\\\\attacker\\pipe\\spoolss'],
    ['the pipes of another computer', '\\\\attacker\\IPC$'],
    ['another computer without a share', '\\\\attacker'],
    ['the same with an end', '\\\\attacker\\'],
    ['no computer', '\\\\\\attacker\\share'],
    ['a share that leads up', '\\\\attacker\\..\\share'],
    ['what stands for this computer', '\\\\?\\UNC\\.\\share'],
    ['the root of whichever drive', '\\Scans'],
    ['a drive’s own folder', 'C:Scans'],
    ['a relative one', 'Scans'],
    ['nothing', ''],
    ['a stream', 'C:\\Scans\\scan.pdf:evil'],
    ['the content as a stream', 'C:\\Scans\\scan.pdf::$DATA'],
    ['the entries as a stream', 'C:\\Scans:$I30:$INDEX_ALLOCATION'],
    ['a stream in the middle', 'C:\\Scans:evil\\x'],
    ['a stream on a share', '\\\\server\\share\\scan.pdf:evil'],
    ['a stream behind a prefix', '\\\\?\\C:\\Scans\\scan.pdf:evil'],
    ['a device’s name', 'C:\\Scans\\CON'],
    ['one in small letters with an ending', 'C:\\Scans\\nul.pdf'],
    ['one with spaces', 'C:\\Scans\\COM1 .txt'],
    ['one in the middle', 'C:\\aux\\Scans'],
    ['one on a share', '\\\\server\\share\\PRN'],
    ['letters that no name has', 'C:\\Scans\\*'],
    ['a zero', 'C:\\Scans\\a\0.pdf'],
    ['a line', '\\\\server\nC:\\share\\x'],
  ])('%s is no place', (_what, path) => {
    expect(windowsPlace(path)).toEqual({ kind: 'none' });
  });
});

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('backOffMs', () => {
  it('doubles from 2 s to 15 minutes, and stays there', () => {
    const ceilings = [1, 2, 3, 8, 9, 10, 11, 1_000].map((attempts) => backOffMs(attempts, 0.999_999_999) / 1_000);
    expect(ceilings.map(Math.round)).toEqual([2, 4, 8, 256, 512, 900, 900, 900]);
  });

  it('waits between half and all of it', () => {
    expect([backOffMs(1, 0), backOffMs(1, 0.5), backOffMs(20, 0)]).toEqual([1_000, 1_500, 450_000]);
  });

  it('stays within its bounds for any number of attempts', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 1e9 }), chance, (attempts, fraction) => {
        const waitMs = backOffMs(attempts, fraction);
        expect(waitMs).toSatisfy((ms: number) => Number.isInteger(ms) && ms >= 1_000 && ms <= 900_000);
      }),
    );
  });

  it('takes other bounds', () => {
    expect([backOffMs(1, 0, { firstMs: 100, mostMs: 250 }), backOffMs(9, 0, { firstMs: 100, mostMs: 250 })]).toEqual([50, 125]);
  });
});

const at = (moment: string) => wallMs(Date.parse(moment));
const dayOf = (zone: string, moment: string) => {
  const { from, before } = daysIn(zone)(at(moment));
  return [new Date(from).toISOString(), new Date(before).toISOString()];
};

describe('the day of a moment', () => {
  it.each([
    ['Europe/Paris', '2026-11-20T22:59:59Z', '2026-11-19T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
    ['Europe/Paris', '2026-11-20T23:00:00Z', '2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
    ['America/Los_Angeles', '2026-07-01T02:00:00Z', '2026-06-30T07:00:00.000Z', '2026-07-01T07:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2025-12-31T18:15:00.000Z', '2026-01-01T18:15:00.000Z'],
    ['UTC', '1969-12-31T23:59:59.999Z', '1969-12-31T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
  ])('in %s is the one that its calendar shows', (zone, moment, from, before) => {
    expect(dayOf(zone, moment)).toEqual([from, before]);
  });

  it('has 23 hours when summer time begins, and 25 when it ends', () => {
    expect(dayOf('Europe/Paris', '2026-03-29T10:00:00Z')).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z']);
    expect(dayOf('Europe/Paris', '2026-10-25T00:30:00Z')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z']);
  });

  it('contains the moment also where clocks are changed at midnight', () => {
    for (let hour = 0; hour < 72; hour += 1) {
      const moment = wallMs(at('2026-09-05T00:00:00Z') + hour * 3_600_000);
      const { from, before } = daysIn('America/Santiago')(moment);
      expect(moment).toBeGreaterThanOrEqual(from);
      expect(moment).toBeLessThan(before);
    }
  });

  it('is that of UTC in a zone that is none', () => {
    expect(dayOf('Nowhere/None', '2026-11-20T22:00:00Z')).toEqual(['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z']);
  });
});
