import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isTrustedSender, openShell } from '#electron/desktop/shell.ts';
import { WINDOW_HEADERS } from '#electron/desktop/window/app-scheme.ts';
import * as fake from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { projectFiles } from '#test/tidy/sources.ts';
import { cannedEngine } from './canned-engine.ts';
import { projectText } from '#test/support/project-text.ts';

// Electron's own checklist for secure apps (its tutorial "Security", 20 points), each by its number and name there.

beforeEach(() => fake.resetFakeElectron());

async function preferences() {
  await openShell({ engine: cannedEngine(), log: recordingLog(), root: '/app', locale: 'en', platform: 'linux' });
  return z.record(z.string(), z.unknown()).parse(fake.BrowserWindow.all[0]?.options.webPreferences);
}

const page = () => fake.BrowserWindow.all[0]?.webContents;
const MAIN = projectFiles()
  .filter((path) => /^electron\/(desktop\/.*|main|preload)\.ts$/.test(path))
  .map((path) => projectText(path))
  .join('\n');
const policy = () => WINDOW_HEADERS['content-security-policy'] ?? '';
const packageJson = () =>
  z.object({ devDependencies: z.record(z.string(), z.string()) }).parse(JSON.parse(readFileSync('package.json', 'utf8')));

describe('Electron’s security checklist', () => {
  it('1: only secure content is loaded, from our own scheme', async () => {
    await preferences();
    expect(fake.BrowserWindow.all.flatMap(({ loaded }) => loaded)).toEqual(['app://intray/']);
    expect(MAIN).not.toMatch(/['"`]http:/);
  });

  it('2, 3, 4, 6: no Node in pages; isolated, sandboxed, with the web’s own security', async () => {
    expect(await preferences()).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
    });
  });

  it('5: every permission is refused', async () => {
    await preferences();
    for (const permission of ['media', 'geolocation', 'notifications', 'midi', 'pointerLock', 'fullscreen', 'openExternal', 'hid'])
      expect({ permission, granted: fake.session.defaultSession.allows(permission) }).toEqual({ permission, granted: false });
  });

  it('7: the policy of the page allows nothing by default, nothing inline and nothing from elsewhere', () => {
    expect(policy()).toMatch(/^default-src 'none'/);
    expect(policy()).not.toMatch(/unsafe-|\*|https?:/);
    for (const closed of ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]) expect(policy()).toContain(closed);
  });

  it('8, 9, 10: no insecure content, no experimental features, no features of Blink', async () => {
    const set = Object.keys(await preferences());
    for (const name of ['allowRunningInsecureContent', 'experimentalFeatures', 'enableBlinkFeatures']) expect(set).not.toContain(name);
    expect(MAIN).not.toMatch(/allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|disable-web-security/);
  });

  it('11, 12: there are no webviews, and none can be made', async () => {
    expect(await preferences()).toMatchObject({ webviewTag: false });
    expect(page()?.lets('will-attach-webview', 'app://intray/')).toBe(false);
  });

  it('13, 14: pages stay where they are and open no other', async () => {
    await preferences();
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect'] as const)
      expect(page()?.lets(event, 'https://example.com/')).toBe(false);
    expect(page()?.opensWindows()).toBe(false);
  });

  it('15: nothing that a page says is handed to the system to open, but a message that we made ourselves', async () => {
    expect(MAIN.match(/openExternal\(/g)).toHaveLength(2);
    expect(MAIN).toContain('writeMail: openMail((href) => shell.openExternal(href))');
    expect(projectText('electron/desktop/open-mail.ts')).toMatch(/if \(!isMailLink\(href\)\) return false;\s+return openExternal\(href\)/);
  });

  it('16: Electron is pinned to one release, of the newest line that was there when it was chosen', () => {
    expect(packageJson().devDependencies['electron']).toMatch(/^(4[5-9]|[5-9]\d)\.\d+\.\d+$/);
  });

  it('17: a message counts only from the main frame of our own page', () => {
    expect(isTrustedSender({ url: 'app://intray/#/documents', parent: null })).toBe(true);
    for (const url of ['https://intray/', 'app://intray.evil/', 'file:///app/index.html', 'about:blank', ''])
      expect({ url, trusted: isTrustedSender({ url, parent: null }) }).toEqual({ url, trusted: false });
    expect(isTrustedSender({ url: 'app://intray/', parent: {} as never })).toBe(false);
    expect(isTrustedSender(null)).toBe(false);
  });

  it('18: nothing is loaded by file:', () => {
    expect(MAIN).not.toMatch(/loadFile\(|['"`]file:/);
  });

  it('19: the fuses are set (the packaging’s tests read them back)', () => {
    const config = projectText('electron-builder.yml');
    for (const fuse of ['runAsNode: false', 'onlyLoadAppFromAsar: true', 'grantFileProtocolExtraPrivileges: false'])
      expect(config).toMatch(new RegExp(`^electronFuses:\\n(?:  .*\\n)*  ${fuse}$`, 'm'));
  });

  it('20: the page gets a port of two functions, and nothing of Electron', () => {
    const preload = projectText('electron/preload.ts');
    expect(preload.match(/exposeInMainWorld\(/g)).toHaveLength(1);
    expect([...preload.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name)).toEqual(['postMessage', 'addEventListener']);
  });
});
