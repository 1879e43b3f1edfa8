import type { Plugin, Rolldown } from 'vite';

/** What a start would load of undici without it: WebSockets, a second `fetch`, caches, a mock of itself. Our own files use these three classes alone. */
const UNDICI = 'undici';
const UNDICI_USED = { Agent: 'agent', Pool: 'pool', ProxyAgent: 'proxy-agent' } as const;
/** HTTP/2, which `undici-http.ts` turns off; loading it loads all of Node's own. */
const HTTP2 = /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/;
const WITHOUT_HTTP2 = "module.exports = () => {\n  throw new Error('HTTP/2 is not built in')\n}\n";

/** One per line, as the bundler writes them. */
const BUILT_IN = /^import (?:(.+) from )?"(node:[\w/]+)";$/gm;
// oxlint-disable-next-line no-control-regex -- All that is not ASCII.
const NOT_ASCII = /[^\u0000-\u007f]/g;

/** An escaped character would become a backslash and a text; the export `default` of a built-in module is the module itself. */
// oxlint-disable-next-line no-control-regex -- as above
const UNCLEAR = /\\[^\u0000-\u007f]|^import \{.*\bdefault as .*\} from "node:/m;

/**
 * Makes the programs that run in Node quicker to load. What is gained is in docs/performance.md.
 * - Of undici, only what is used is built in.
 * - Node's own modules are asked for by a call: for an `import`, Node first reads every property of the module, and many of these load further modules.
 * - No character beyond ASCII: a single one doubles the memory of a whole script.
 */
export function leanPrograms(): Plugin {
  return {
    name: 'lean-programs',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'main' || name === 'headless',
    resolveId(source) {
      return source === UNDICI ? `\0${UNDICI}` : null;
    },
    load(id) {
      if (id === `\0${UNDICI}`) return Object.entries(UNDICI_USED).map(exportOf).join('');
      return HTTP2.test(id) ? WITHOUT_HTTP2 : null;
    },
    // After everything else: what rewrites a script for older programs writes every character as itself. No line is moved, so the maps stay right.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          if (UNCLEAR.test(chunk.code)) this.error(`${chunk.fileName} is not as build/lean-programs.ts expects it`);
          chunk.code = inAscii(withoutImports(chunk.code));
        }
      },
    },
  };
}

function exportOf([name, file]: readonly [string, string]): string {
  return `export { default as ${name} } from 'undici/lib/dispatcher/${file}.js';\n`;
}

/** `globalThis`, because a script may have a variable called `process`. */
export function withoutImports(code: string): string {
  return code.replaceAll(BUILT_IN, (_, names: string | undefined, module: string) => {
    const call = `globalThis.process.getBuiltinModule("${module}")`;
    return names === undefined ? '' : `const ${declared(names, call)};`;
  });
}

/** `a, { b as c }`, `* as d`: a built-in module is its own default export. */
function declared(names: string, call: string): string {
  const [, first = null, rest = names] = /^(\w[\w$]*)(?:, (.+))?$/.exec(names) ?? [];
  if (first !== null) return rest === names ? `${first} = ${call}` : `${first} = ${call}, ${declared(rest, first)}`;
  return rest.startsWith('* as ') ? `${rest.slice('* as '.length)} = ${call}` : `${rest.replaceAll(' as ', ': ')} = ${call}`;
}

/** Such characters are only within texts, patterns and comments, where this means the same. */
export function inAscii(code: string): string {
  return code.replaceAll(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

type Splitting = Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>;
type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** Beside the programs: its modules look for the other programs from where they are themselves. */
const START = 'start';
export const chunkFileNames = ({ name }: { readonly name: string }): string => (name === START ? '[name].js' : 'assets/[name]-[hash].js');

/**
 * One script for all that the first of these programs loads at its start, and one for what it shares with the others. By itself the bundler cuts
 * them into some fifty, since many modules are also used by what is loaded later, and to find and load a script takes half a millisecond.
 */
export function scriptsOf([main, ...others]: readonly [string, ...string[]]): Splitting {
  let users: ReadonlyMap<string, readonly string[]> | null = null;
  const name = (id: string, modules: Modules, count: number): string | null => {
    users ??= usersOf([main, ...others], modules);
    const of = users.get(id) ?? [];
    // Its own module waits until the program ends, and with it would wait whatever is loaded later and imports the script that it is in.
    if (id === main || of[0] !== main || of.length !== count) return null;
    return count === 1
      ? START
      : `${START}-${of
          .slice(1)
          .map((other) => others.indexOf(other) + 1)
          .join('')}`;
  };
  // A script takes along what its modules import, so what most programs share comes first.
  const counts = Array.from({ length: others.length + 1 }, (_, at) => at + 1);
  return { groups: counts.map((count) => ({ name: (id: string, modules: Modules) => name(id, modules, count), priority: count })) };
}

/** The programs that load each module at their start, in their order. */
function usersOf(entries: readonly string[], modules: Modules): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const entry of entries) {
    const loaded = new Set([entry]);
    // The set grows during the loop.
    for (const id of loaded) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) loaded.add(imported);
    for (const id of loaded) users.set(id, [...(users.get(id) ?? []), entry]);
  }
  return users;
}
