import { existsSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';
import { projectFiles } from '#test/tidy/sources.ts';

// The requirements of levels 1 and 2 of OWASP ASVS 5.0, as `section:number of requirements`.
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2
  2.1:3 2.2:3 2.3:4 2.4:1
  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4
  10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
  17.1:1 17.2:4 17.3:2
`;
const REQUIREMENTS = SECTIONS.trim()
  .split(/\s+/)
  .map((section) => section.split(':'))
  .flatMap(([section, count]) => Array.from({ length: Number(count) }, (_, at) => `${section}.${at + 1}`));

const TABLE = 'docs/security-asvs.md';
const PAGE = 'docs/security.md';
/** Quoted as Node, browsers and JOSE write them. */
const ALGORITHM =
  /'((?:aes|aria|camellia|des|chacha20)-(?:\d{3}-|ede|poly)[\w-]*|md[45]|rc4|sha-?\d+|ripemd\d*|[rhpe]s\d{3}|(?:ed|x)(?:25519|448))'/gi;
const PROGRAM = /^(?:electron|relay|renderer|shared|build\/package)\/.+\.tsx?$/;
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;

type Row = { readonly ids: readonly string[]; readonly state: string; readonly shown: string; readonly command: string };

/** The rows of the two tables, and the lines of what is not here. */
function rows(): readonly Row[] {
  return (projectText(TABLE).match(/^## .+$[^]*?(?=^## |$(?![^]))/gm) ?? []).flatMap((section) => {
    const state = /^## (.+)$/m.exec(section)?.[1]?.toLowerCase() ?? '';
    return section.split('\n').flatMap((line) => {
      const [, ids, shown = '', command = NOTHING] =
        /^\| (\d[\d., ]*) \| (.+) \| (.+) \|$/.exec(line) ?? /^- (\d[\d., ]*): (.+)$/.exec(line) ?? [];
      return ids === undefined ? [] : [{ ids: ids.split(', '), state, shown, command }];
    });
  });
}

const READ = 'read';
const NOTHING = '–';
/** What stands in the column: files of tests, or names of scripts, between backticks. */
const COMMAND = /^`[^`]+`$/;
/** Commands that take no file. */
const SCRIPTS: ReadonlySet<string> = new Set(['sim', 'types', 'lint']);
/** Whether the runner would run a file of this name if it is asked to. */
const byVitest = (file: string): boolean =>
  chosenIn('vitest.config.ts', /include: \['([^']+)'\]/g).some((pattern) => matchesGlob(file, pattern));
const byPlaywright = (file: string): boolean =>
  chosenIn('playwright.config.ts', /name: '\w+', testDir: '([^']+)'/g).some((folder) => matchesGlob(file, `${folder}/**/*.spec.ts`));

const chosenIn = (config: string, pattern: RegExp): readonly string[] =>
  [...projectText(config).matchAll(pattern)].map(([, chosen = '']) => chosen);

/** What is wrong with a command, in a word; null if it can be typed as the page says. */
function faultOfCommand(command: string): string | null {
  if (!COMMAND.test(command)) return 'no command';
  const wrong = command
    .slice(1, -1)
    .split(' ')
    .find((word) => !isRun(word));
  return wrong === undefined ? null : `runs no test: ${wrong}`;
}

function isRun(word: string): boolean {
  if (SCRIPTS.has(word)) return true;
  const runs = word.startsWith('test/e2e/') ? byPlaywright : byVitest;
  return runs(word) && existsSync(word) && /^\s*(?:it|test)(?:\.\w+)*\(/m.test(projectText(word));
}

const count = (state: string): number => rows().flatMap((row) => (row.state === state ? row.ids : [])).length;
const plainName = (name: string): string => name.toLowerCase().replace(/^sha-/, 'sha');
const linksOf = (text: string): readonly string[] => [...text.matchAll(LINK)].map(([, target = '']) => target);

/** As the rendered pages have them: lower case, with only letters, digits, spaces and hyphens kept. */
function anchorsOf(path: string): readonly string[] {
  return [...projectText(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isBroken(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? from : join(dirname(from), file);
  return !existsSync(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor));
}

describe('the table of OWASP ASVS', () => {
  it('has each requirement of levels 1 and 2 once', () => {
    expect(REQUIREMENTS).toHaveLength(253);
    expect(
      rows()
        .flatMap(({ ids }) => ids)
        .toSorted(),
    ).toEqual(REQUIREMENTS.toSorted());
  });

  it('has none that is not met without a reason that was accepted', () => {
    expect(rows().filter(({ state }) => !['met', 'accepted', 'not here'].includes(state))).toEqual([]);
    const accepted = rows().filter(({ state }) => state === 'accepted');
    expect(accepted.filter(({ shown }) => !linksOf(shown).some((link) => link.startsWith('security.md#')))).toEqual([]);
  });

  it('has a command for each that is met, or says that it was only read', () => {
    const wrong = rows().flatMap(({ ids, state, command }) => {
      if (command === (state === 'met' ? READ : NOTHING)) return [];
      const fault = faultOfCommand(command);
      return fault === null ? [] : [`${ids.join(', ')}: ${fault}`];
    });
    expect(wrong).toEqual([]);
  });

  it('says how many of them were run', () => {
    const met = rows().filter(({ state }) => state === 'met');
    const read = met.filter(({ command }) => command === READ).flatMap(({ ids }) => ids).length;
    const [said] = /Of the \d+ that are met, .+?\./.exec(projectText(TABLE)) ?? [];
    expect(said).toBe(`Of the ${count('met')} that are met, ${count('met') - read} have a command and ${read} were read.`);
  });

  it.each([
    ['`test/unit/docs/asvs.test.ts`', null],
    ['`test/unit/docs/asvs.test.ts test/e2e/headless/browsers.spec.ts sim`', null],
    ['`types lint`', null],
    ['looked at', 'no command'],
    ['`units`', 'runs no test: units'],
    ['`test/unit/docs/gone.test.ts`', 'runs no test: test/unit/docs/gone.test.ts'],
    ['`test/support/project-text.ts`', 'runs no test: test/support/project-text.ts'],
    ['`test/unit/docs/asvs.spec.ts`', 'runs no test: test/unit/docs/asvs.spec.ts'],
    ['`test/e2e/headless/fixture.ts`', 'runs no test: test/e2e/headless/fixture.ts'],
  ])('would find out about a command: %s', (command, fault) => {
    expect(faultOfCommand(command)).toBe(fault);
  });

  it('lists every algorithm that the source names', () => {
    const [, list = ''] = projectText(TABLE).split('\n## Algorithms\n');
    const listed = [...list.matchAll(/^\| (`.+`) \|/gm)].flatMap(([, names = '']) => names.slice(1, -1).split('`, `'));
    const named = projectFiles()
      .filter((path) => PROGRAM.test(path))
      .flatMap((path) => [...projectText(path).matchAll(ALGORITHM)].map(([, name = '']) => name));
    expect(new Set(named.map(plainName))).toContain('aes-256-gcm');
    expect([...new Set(named.map(plainName))].filter((name) => !listed.map(plainName).includes(name))).toEqual([]);
  });

  it.each([TABLE, PAGE, 'SECURITY.md'])('%s: every link leads to a file, and to a heading where it names one', (path) => {
    const links = linksOf(projectText(path)).filter((link) => !link.startsWith('https://'));
    expect(links.length).toBeGreaterThan(1);
    expect(links.filter((link) => isBroken(path, link))).toEqual([]);
  });

  it('is counted on the page beside it', () => {
    const page = projectText(PAGE);
    const counted = ['of levels 1 and 2', 'met', 'accepted, with the reason above', 'not met', 'not here: Intray has nothing of the kind'];
    const said = counted.map((what) => page.split('\n').find((line) => line.startsWith(`| ${what} | `)));
    const figures = [REQUIREMENTS.length, count('met'), count('accepted'), 0, count('not here')];
    expect(said).toEqual(counted.map((what, at) => `| ${what} | ${figures[at]} |`));
  });
});
