import { type CallExpression, parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { lineOf, type Source, sources } from './sources.ts';

const REASONS = 'test/support/why-skipped.ts';
/** The skipping functions of Vitest and Playwright. */
const TESTS = /^(it|test|describe)\b/;

describe('a test that is left out', () => {
  const tests = sources().filter(({ path }) => path.startsWith('test/') && path !== REASONS);

  it('says why, in words that the report shows', () => {
    expect(tests.flatMap(wordless)).toEqual([]);
  });

  it('is left out for what a place lacks, not for the name of the system', () => {
    const asking = tests.filter(({ path }) => path.endsWith('.test.ts')).flatMap(platformQuestions);
    expect(asking).toEqual([]);
  });

  it.each([
    ["it.skipIf(onWindows)('a', () => {})", 1],
    ["describe.runIf(onLinux)('a', () => {})", 1],
    ["it.skip('a', () => {})", 1],
    ["it.todo('a')", 1],
    ["it('a', { skip: onWindows }, () => {})", 1],
    ["it('a', ({ skip }) => skip())", 1],
    ["it('a', (context) => context.skip(onWindows && isSlow))", 1],
    ["test.skip(process.platform === 'win32')", 1],
    ["it('a', ({ skip }) => skip('there is no curl here'))", 1],
    ["it('a', (context) => context.skip(why !== null, why ?? ''))", 1],
    ["it('a', unless(NO_LINKS), () => {})", 0],
  ])('is found in %s', (text, found) => {
    expect(wordless(sourceOf(text))).toHaveLength(found);
  });

  it.each([
    ["test('a', ({ page }) => test.skip(page === null, 'there is no page'))", 0],
    ["test('a', ({ page }) => test.skip(page === null))", 1],
  ])('of Playwright, which has no other way, gives its words itself: %s', (text, found) => {
    expect(wordless(sourceOf(text, 'test/e2e/a.spec.ts'))).toHaveLength(found);
  });

  it.each([
    ["const onWindows = process.platform === 'win32';", 1],
    ["if ('linux' !== process.platform) return;", 1],
    ["switch (process.platform) { case 'win32': break; }", 1],
    ['const at = { platform: process.platform };', 0],
  ])('asks for the system in %s', (text, found) => {
    expect(platformQuestions(sourceOf(text))).toHaveLength(found);
  });
});

function wordless(source: Source): readonly string[] {
  const found: string[] = [];
  const note = (node: { readonly start: number }, cure: string): void => {
    found.push(`${source.path}:${lineOf(source.text, node.start)}: ${cure}`);
  };
  new Visitor({
    CallExpression(call) {
      const name = source.text.slice(call.callee.start, call.callee.end);
      if (/\.(skipIf|runIf)$/.test(name)) note(call, `give the test unless(…) of ${REASONS}`);
      else if (/^(it|test|describe)\b.*\.todo$/.test(name)) note(call, 'write it, or leave it out');
      else if (/(^|\.)skip$/.test(name) && !(isOfPlaywright(source) && hasWords(call))) note(call, cureOf(source));
      else if (TESTS.test(name) && call.arguments.some(isSkipOption)) note(call, `give the test unless(…) of ${REASONS}`);
    },
  }).visit(source.parsed.program);
  return found;
}

/** In these files a fixture knows what is missing, and none of our reporters prints it. */
function isOfPlaywright({ path }: Source): boolean {
  return path.startsWith('test/e2e/');
}

function cureOf(source: Source): string {
  return isOfPlaywright(source) ? 'add the reason' : `give the test unless(…) of ${REASONS}`;
}

/** A condition and a reason, or the reason alone, as a text or a name for one. A function means a test that is always skipped. */
function hasWords(call: CallExpression): boolean {
  const [first, second] = call.arguments;
  if (first === undefined) return false;
  const isFunction = [first, second].some((one) => ['ArrowFunctionExpression', 'FunctionExpression'].includes(one?.type ?? ''));
  if (isFunction) return false;
  return second !== undefined || ['Literal', 'TemplateLiteral', 'Identifier', 'MemberExpression'].includes(first.type);
}

function isSkipOption(argument: CallExpression['arguments'][number]): boolean {
  if (argument.type !== 'ObjectExpression') return false;
  return argument.properties.some((one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'skip');
}

function platformQuestions(source: Source): readonly string[] {
  const found: string[] = [];
  const look = (asked: { readonly start: number; readonly end: number }): void => {
    if (source.text.slice(asked.start, asked.end) !== 'process.platform') return;
    found.push(`${source.path}:${lineOf(source.text, asked.start)}: name what the place lacks in ${REASONS}`);
  };
  new Visitor({
    BinaryExpression(node) {
      look(node.left);
      look(node.right);
    },
    SwitchStatement: (node) => look(node.discriminant),
  }).visit(source.parsed.program);
  return found;
}

function sourceOf(text: string, path = 'a.test.ts'): Source {
  return { path, text, parsed: parseSync(path, text) };
}

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
  /^sandbox\/decoding\/thread\.ts$/,
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
