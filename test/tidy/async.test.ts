import { describe, expect, it } from 'vitest';
import { Visitor } from 'oxc-parser';
import { lineOf, type Source, sources } from './sources.ts';

/** Loops, wake-ups, listeners and limits have one home: `shared/async` (docs/decisions/0005-shared-code.md). This test finds copies of them elsewhere. */
const HOME = 'shared/async/';
const PRODUCT = ['shared/', 'electron/', 'renderer/', 'relay/', 'sandbox/'];

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
      'renderer/upload-from-window/upload-queue.ts': 'ends what is under way, for requests that take an AbortSignal; it wakes nobody',
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
  const product = sources().filter(({ path }) => PRODUCT.some((part) => path.startsWith(part)) && !path.startsWith(HOME));

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
