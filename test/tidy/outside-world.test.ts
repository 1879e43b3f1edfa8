import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

type Ban = { readonly what: string; readonly pattern: RegExp; readonly instead: string };

const BANS: readonly Ban[] = [
  {
    what: 'the wall clock',
    pattern: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/,
    instead: 'clock.wallMs() or clock.monotonicMs()',
  },
  { what: 'timers', pattern: /\b(setTimeout|setInterval|setImmediate)\(/, instead: 'clock.sleep() in a loop that can be stopped' },
  { what: 'chance', pattern: /\bMath\.random\(|\b(randomBytes|randomUUID|getRandomValues|randomInt)\(/, instead: 'the Random port' },
  {
    what: 'sockets',
    pattern: /(^|[^.\w])fetch\((?!request)|from 'undici'|from 'node:(http|https|net|tls|dns)'/m,
    instead: 'the Http port',
  },
  { what: 'the disk', pattern: /from 'node:fs(\/promises)?'/, instead: 'the Files port' },
  { what: 'programs', pattern: /from 'node:child_process'/, instead: 'nothing: parts talk over HTTP' },
];

const PARTS = ['shared/', 'electron/', 'relay/', 'sandbox/'];

/** Where the world begins (ARCHITECTURE.md): real ports, the shell, and the files that are started. */
const WORLDS = [
  /^shared\/node\//,
  /^electron\/platform\//,
  /^electron\/desktop\//,
  /^electron\/(main|preload)\.ts$/,
  /^electron\/file-process\/(main|fork-child|answer-questions)\.ts$/,
  /^electron\/conversion\/process\/(main|codec-files|memory-watch)\.ts$/,
  /^electron\/conversion\/vips\/confined-script\.ts$/,
  /^electron\/headless\/(main|inspect|window-files)\.ts$/,
  /^(relay|sandbox)\/(server|world)\.ts$/,
  /^sandbox\/decoding\/decode-file\.ts$/,
  // Node's own HTTP where Hono is too slow or comes too late, and the certificates named in the settings.
  /^relay\/http\//,
  /^relay\/read-text-file\.ts$/,
  // Pages for a browser, like renderer/, and their parts.
  /^sandbox\/console\/page\//,
  /^shared\/ui\/parts\//,
];

describe('outside the world', () => {
  const inside = sources().filter(({ path }) => PARTS.some((part) => path.startsWith(part)) && !WORLDS.some((world) => world.test(path)));

  for (const ban of BANS) {
    it(`nothing touches ${ban.what}`, () => {
      const wrong = inside.filter(({ text }) => ban.pattern.test(withoutComments(text)));
      expect(wrong.map(({ path }) => `${path}: use ${ban.instead}`)).toEqual([]);
    });
  }

  it('is a place with files in it, so that the checks can fail', () => {
    expect(inside.length).toBeGreaterThan(60);
    expect(BANS.every((ban) => !ban.pattern.test('const a = 1;'))).toBe(true);
    expect(BANS[0]?.pattern.test('const at = Date.now();')).toBe(true);
  });

  it('only the stores know SQL', () => {
    const sql = /\b(INSERT INTO|SELECT .+ FROM|UPDATE \w+ SET|DELETE FROM|CREATE TABLE)\b/;
    const homes = [/^electron\/journal\//, /^relay\/store\//, /^sandbox\/store\//, /^shared\/node\/(open-database|migrate)/];
    const wrong = inside.filter(({ path, text }) => sql.test(withoutComments(text)) && !homes.some((home) => home.test(path)));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}
