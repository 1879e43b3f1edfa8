import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_ID } from '#electron/desktop/app-id.ts';
import { openedWith } from '#electron/desktop/invitation/opened-with.ts';
import { QUIT_SWITCH } from '#electron/desktop/launch-options.ts';
import { projectText } from '#test/support/project-text.ts';
import { unless } from '#test/support/why-skipped.ts';
import { compileBoth, macrosOfTemplates, MAKENSIS } from '../../package/installer/small-installer.ts';

const noMakensis = existsSync(MAKENSIS) ? null : 'makensis is not here: apt-get install nsis';
const script = projectText('build/installer.nsh');

describe('our part of the installer of Windows', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'intray-installer-'));
    writeFileSync(join(folder, 'Intray.exe'), '');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const compiled = (own?: string) =>
    compileBoth({ version: '1.2.3', app: folder, out: join(folder, 'out', 'Intray-1.2.3.exe'), ...(own === undefined ? {} : { own }) });

  it('compiles with electron-builder’s own scripts around it, without a warning', unless(noMakensis), async () => {
    expect(await compiled()).toEqual({ ok: true, value: undefined });
  });

  it('would not compile with a text that one of the languages lacks, or a macro that is not closed', unless(noMakensis), async () => {
    const lacking = script.replace(/^ {2}LangString intrayDeleteProfile 1036 .*\n/m, '');
    expect(await compiled(lacking)).toMatchObject({ ok: false, failure: expect.stringContaining('intrayDeleteProfile') });
    expect(await compiled(script.replace('!macroend', ''))).toMatchObject({ ok: false });
  });

  it('defines macros that electron-builder’s scripts call, and no others', () => {
    const ours = [...script.matchAll(/^ *!macro (\w+)/gm)].map(([, name]) => name);
    expect(ours).toEqual(['customCheckAppRunning', 'customInstall', 'customUnInit', 'customUnInstall']);
    expect(macrosOfTemplates()).toEqual(expect.arrayContaining(ours));
  });

  it('opens links and files of invitations with one argument behind the end of all options', () => {
    const [, open] = /^!define INTRAY_OPEN '(.*)'$/m.exec(script) ?? [];
    expect(open).toBe('"${INTRAY_PROGRAM}" -- "%1"');
    const commands = [...script.matchAll(/^ *WriteRegStr HKCU .*\\shell\\open\\command" "" (.*)$/gm)].map(([, command]) => command);
    expect(commands).toEqual(["'${INTRAY_OPEN}'", "'${INTRAY_OPEN}'"]);
    // As Windows fills it in, whatever a page has put into its link.
    const argv = ['C:\\Intray\\Intray.exe', '--', `intray://relay.example.com/invitation#1.${'A'.repeat(22)}" --profile=\\\\evil\\share`];
    expect(openedWith(argv, 'win32')).toBeNull();
    expect(openedWith([argv[0] ?? '', '--', `intray://relay.example.com/invitation#1.${'A'.repeat(22)}`], 'win32')?.kind).toBe('link');
  });

  it('names what the app names so', () => {
    // electron-builder.yml contains the app's id.
    expect(script).toContain('DeleteRegValue HKCU "Software\\Microsoft\\Windows\\CurrentVersion\\Run" "${APP_ID}"');
    expect(projectText('electron-builder.yml')).toMatch(new RegExp(`^appId: ${APP_ID}$`, 'm'));
    expect(script).toContain(`" ${QUIT_SWITCH}'`);
    expect(readFileSync('electron/companies/vault.ts', 'utf8')).toContain('`vault-key-${keyId}`');
    expect(readFileSync('electron/platform/secrets/keychain.ts', 'utf8')).toContain("?? 'Intray'");
    expect(script).toContain('"Intray/vault-key-$0"');
  });
});
