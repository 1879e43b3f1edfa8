import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import process from 'node:process';

/** Node 24.20 and newer; the declarations do not have `drop` yet. Electron's processes have none at all. */
type Permission = { has(scope: string): boolean; drop(scope: string): void };

/** All that Node's permission model can take away. */
const SCOPES = ['fs.read', 'fs.write', 'child', 'worker', 'addon', 'wasi', 'inspector'] as const;

/** Global names by which code reaches the network. `fetch` stays for what a URL holds itself, as qpdf's glue wants it; sockets are closed to it too. */
const NETWORK_NAMES = ['WebSocket', 'EventSource'] as const;

/**
 * Gives up for good what this process needs no more, before it looks at the first byte of a file: every right of Node's permission model, its
 * environment, and the ways out that `closeWaysOut` closes. What is open stays open: the file, its copy, and the channel to the parent.
 */
export function confine(): void {
  const permission = process.permission as Permission | undefined;
  for (const scope of SCOPES) permission?.drop(scope);
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
  closeWaysOut();
  // Where there is a permission model, a right that is left is a bug of ours.
  if (SCOPES.some((scope) => permission?.has(scope) === true)) throw new Error('a right was not given up');
}

/**
 * Closes, as far as JavaScript goes, what the permission model leaves open: sockets, signals to other processes, and code that is made of strings by
 * `vm`. And hides Node from what knows global names only, such as the glue of a compiled library.
 */
export function closeWaysOut(): void {
  close(net.Socket.prototype, ['connect']);
  close(net.Server.prototype, ['listen']);
  close(dgram.Socket.prototype, ['bind', 'connect', 'send']);
  close(dns, namesOf(dns));
  close(dns.promises, namesOf(dns.promises));
  close(dns.Resolver.prototype, namesOf(dns.Resolver.prototype));
  const vm = process.getBuiltinModule('vm');
  close(vm, namesOf(vm));
  signalOnlyOneself();
  // Names that were imported before are those of the objects from now on.
  syncBuiltinESMExports();
  hideNode();
}

function namesOf(of: object): string[] {
  return Object.getOwnPropertyNames(of).filter((name) => name !== 'constructor' && typeof Reflect.get(of, name) === 'function');
}

function close(of: object, names: readonly string[]): void {
  for (const name of names) Reflect.defineProperty(of, name, { value: closed, writable: false, configurable: false });
}

function closed(): never {
  throw new Error('this process may not do that');
}

function nothing(): void {
  // Whoever writes there is not heard.
}

/** This process has to be able to end itself. */
function signalOnlyOneself(): void {
  const kill = process.kill.bind(process);
  const own = (pid: number, signal?: NodeJS.Signals | number): true => (pid === process.pid ? kill(pid, signal) : closed());
  Reflect.defineProperty(process, 'kill', { value: own, writable: false, configurable: false });
}

/** In place of the global `process` and `console`: from either, everything of Node could be reached. */
function hideNode(): void {
  const { platform, arch, pid, version, versions } = process;
  const shown = { platform, arch, pid, version, versions: { ...versions }, env: {}, argv: [], on: nothing };
  const silent = { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing };
  for (const [name, value] of Object.entries({ process: shown, console: silent })) {
    Reflect.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
  for (const name of NETWORK_NAMES) Reflect.deleteProperty(globalThis, name);
}
