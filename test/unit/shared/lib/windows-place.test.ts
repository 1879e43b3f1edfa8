import { describe, expect, it } from 'vitest';
import { windowsPlace } from '#shared/lib/windows-place.ts';

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
