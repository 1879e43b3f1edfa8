import { describe, expect, it } from 'vitest';
import { lineOf, type Source, sources } from './sources.ts';
import { Visitor } from 'oxc-parser';

type Ban = { readonly what: string; readonly pattern: RegExp; readonly example: string; readonly but?: RegExp };

/** PDF's own password scheme; it protects nothing of ours. */
const PDF_PASSWORD = /^electron\/intake\/inspect\/pdf\/pdf-password\.ts$/;

// Code that turns data into a program or a page, and cryptography that no longer protects (docs/security-asvs.md, 1.2, 1.3, 11.4 and 12.3).
const BANS: readonly Ban[] = [
  {
    what: 'makes HTML of a text',
    pattern: /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(/,
    example: 'place.innerHTML = reason;',
  },
  { what: 'makes a program of a text', pattern: /\beval\(|\bnew Function\(|from 'node:vm'/, example: "eval('1')" },
  {
    what: 'starts a shell',
    pattern: /\bshell: true|\bimport \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'/,
    example: "import { exec } from 'node:child_process';",
  },
  {
    what: 'believes any certificate',
    pattern: /rejectUnauthorized: (?!true)|checkServerIdentity: \(\) =>/,
    example: 'connect({ rejectUnauthorized: false })',
  },
  {
    what: 'hashes weakly',
    pattern: /createHash\('(md5|sha1|ripemd160)'\)/i,
    example: "createHash('md5')",
    but: PDF_PASSWORD,
  },
  {
    what: 'seals without noticing a change',
    pattern: /createCipheriv\('[^']*-(cbc|ecb|ctr|ofb|cfb)/i,
    example: "createCipheriv('aes-256-cbc'",
    but: PDF_PASSWORD,
  },
];
const PRODUCT = /^(electron|relay|renderer|sandbox|shared)\//;

describe('what is unsafe', () => {
  const product = sources().filter(({ path }) => PRODUCT.test(path));

  for (const { what, pattern, example, but } of BANS) {
    it(`nothing ${what}`, () => {
      expect(example).toMatch(pattern);
      const found = product.filter(({ path, text }) => pattern.test(text) && but?.test(path) !== true);
      expect(found.map(({ path }) => path)).toEqual([]);
      // An exception that is no longer needed must go.
      expect(but === undefined || product.some(({ path, text }) => but.test(path) && pattern.test(text))).toBe(true);
    });
  }

  it('is looked for in many files', () => {
    expect(product.length).toBeGreaterThan(500);
  });
});

/** Loops, wake-ups, listeners and limits have one home: `shared/async` (docs/decisions/0005-shared-code.md). This test finds copies of them elsewhere. */
const HOME = 'shared/async/';
const ASYNC_PRODUCT = ['shared/', 'electron/', 'renderer/', 'relay/', 'sandbox/'];

type Relapse = {
  readonly what: string;
  readonly pattern: RegExp;
  readonly instead: string;
  /** An example that the pattern matches, so that it is known to work. */
  readonly example: string;
  /** Files that may do so, each with its reason. */
  readonly except?: Readonly<Record<string, string>>;
};

const RELAPSES: readonly Relapse[] = [
  {
    what: 'sets or lists of listeners',
    pattern: /\b(Set|Array)<\(.*=> (void|unknown)\)?>|\(\(.*\) => void\)\[\] = \[\]/,
    instead: 'Emitter',
    example: 'readonly #rings = new Set<() => void>();',
    except: { 'electron/journal/sqlite/group-commit.ts': 'what each piece of work is told, once, after the commit' },
  },
  {
    what: 'turns made of a chain of promises',
    pattern: /(#?\w+) = (this\.)?\1\.(then|catch|finally)\(|= \w+\.catch\(\(\) => (undefined|null|\{\})\)/,
    instead: 'Mutex',
    example: 'last = turn.catch(() => undefined);',
  },
  {
    what: 'an AbortController that is made anew as an alarm',
    pattern: /^\s*(this\.#?\w+|\w+) = new AbortController\(\)/m,
    instead: 'WakeSignal, or SweepLoop.wake',
    example: '  this.#alarm = new AbortController();',
    except: {
      'renderer/upload-from-window/upload-queue.tsx': 'ends what is under way, for requests that take an AbortSignal; it wakes nobody',
    },
  },
  {
    what: 'time-outs made of a race',
    pattern: /Promise\.race\(/,
    instead: 'withTimeout',
    example: 'await Promise.race([asked, clock.sleep(1)]);',
  },
  {
    what: 'flights that are shared by hand',
    pattern: /\?\?= [^;]*\.finally\(/,
    instead: 'singleFlight',
    example: 'flight ??= fetched().finally(() => {',
    except: { 'electron/companies/connection-watch.ts': 'one for each company, and the loop asks whether one is under way' },
  },
  {
    what: 'a second part of the same name',
    pattern:
      /\b(class|function|type|const) (create)?(Semaphore|Mutex|Emitter|Bell|Gate|Nap|[Cc]oalesced?|[Tt]hrottle|[Dd]ebounce|[Ss]ingleFlight|[Ww]ithTimeout|SweepLoop|WakeSignal)\b/,
    instead: 'the one in shared/async',
    example: 'export class Semaphore {',
  },
];

/** Loops that sleep between turns but are not a sweep, a retry or a throttle. */
const SLEEPING_LOOPS: Readonly<Record<string, string>> = {
  'electron/companies/retry-patiently.ts': 'the answer says how long to wait, and how long is left bounds it',
  'electron/results/long-poll-doorbell.ts':
    'questions that the relay keeps waiting: the pause is part of reading the answer, and failures bound it',
  'relay/retention/sweeper.ts': 'pauses between the steps of one round',
  'sandbox/clock/offset-clock.ts': 'it is a clock',
  'sandbox/faults/faulty.ts': 'each fault of one call in turn, of which a delay is one',
  'shared/node/files/retry-while-locked.ts': 'eight pauses of growing length, of which the list is short',
};

describe('waiting', () => {
  const product = sources().filter(({ path }) => ASYNC_PRODUCT.some((part) => path.startsWith(part)) && !path.startsWith(HOME));

  for (const { what, pattern, instead, example, except = {} } of RELAPSES) {
    it(`has one home: no ${what}`, () => {
      const wrong = product.filter(({ path, text }) => except[path] === undefined && pattern.test(text));
      expect(wrong.map(({ path, text }) => `${path}:${lineOf(text, text.search(pattern))} use ${instead}`)).toEqual([]);
      expect(pattern.test(example)).toBe(true);
    });
  }

  it('has one home: no loop of its own sleeps between its turns', () => {
    const found = product.filter((source) => sleepsInLoop(source)).map(({ path }) => path);
    expect(found.filter((path) => SLEEPING_LOOPS[path] === undefined)).toEqual([]);
  });

  it('excepts no file that needs it no longer', () => {
    const sleeping = new Set(product.filter((source) => sleepsInLoop(source)).map(({ path }) => path));
    const idle = RELAPSES.flatMap(({ pattern, except = {} }) =>
      Object.keys(except).filter((path) => !product.some((source) => source.path === path && pattern.test(source.text))),
    );
    expect([...idle, ...Object.keys(SLEEPING_LOOPS).filter((path) => !sleeping.has(path))]).toEqual([]);
  });
});

/** A sleep of 0 only yields to other work in the middle of a long task. */
function sleepsInLoop({ text, parsed }: Source): boolean {
  let found = false;
  const look = ({ start, end }: { readonly start: number; readonly end: number }): void => {
    found ||= /\.sleep\((?!0\b)/.test(text.slice(start, end));
  };
  new Visitor({
    WhileStatement: look,
    DoWhileStatement: look,
    ForStatement: look,
    ForOfStatement: look,
    ForInStatement: look,
  }).visit(parsed.program);
  return found;
}
