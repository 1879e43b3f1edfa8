// The app under test: it is built into one file, and started by real Electron or by the stand-in.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { nativeImage } from 'electron/common';
import * as main from 'electron/main';
import type { StandInRecord } from '../../electron-stand-in/stand-in.ts';
import { type Assertion, type Electron, ORDER, type Order, type Outside, SCHEME } from '../assertion.ts';
import { ASSERTIONS } from '../suite.ts';

const order = JSON.parse(process.env[ORDER] ?? '') as Order;
const electron: Electron = { ...main, nativeImage };
const { app } = main;
const tell = (line: unknown): void => appendFileSync(order.out, `${JSON.stringify(line)}\n`);

// Otherwise Electron would show a dialog about it.
for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(kind, (bug) => {
    tell({ bug: bug instanceof Error ? bug.stack : String(bug) });
    app.exit(70);
  });

const outside: Outside = {
  place: order.place,
  folder: order.folder,
  pageGoesTo: (contents, name) => contents.executeJavaScript(`void (location.href = ${JSON.stringify(name)})`),
  pageRuns: (contents, code) => contents.executeJavaScript(code),
  startAgain: async (word, data) => {
    const cwd = join(order.folder, 'elsewhere');
    mkdirSync(cwd, { recursive: true });
    const second: Order = { ...order, run: data === undefined ? { kind: 'second' } : { kind: 'second', data } };
    const { executable, words } = order.program;
    const child = spawn(executable, [...words, word], { cwd, stdio: 'ignore', env: { ...process.env, [ORDER]: JSON.stringify(second) } });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  },
};

const { run } = order;
if (run.kind === 'second') {
  tell(`second gets ${run.data === undefined ? app.requestSingleInstanceLock() : app.requestSingleInstanceLock(run.data as object)}`);
  app.quit();
} else if (run.kind === 'life') {
  const lived = ASSERTIONS.find(({ name }) => name === run.name);
  if (lived !== undefined && 'life' in lived) void lived.life(electron, outside, tell);
} else void checks();

async function checks(): Promise<void> {
  const asked = ASSERTIONS.filter(isAskedHere);
  // All in the first turn: after it the app may be ready.
  for (const assertion of asked) if ('early' in assertion) void check(assertion, () => assertion.early(electron, outside));
  // As our own app declares its scheme.
  main.protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
  app.on('window-all-closed', () => undefined);
  await app.whenReady();
  // A scheme without a handler would be passed to the system, which would ask a user about it.
  main.session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  for (const assertion of asked) if ('ready' in assertion) await check(assertion, () => assertion.ready(electron, outside));
  app.exit(0);
}

async function check(assertion: Assertion, ask: () => unknown): Promise<void> {
  const { name, systems } = assertion;
  const { standIn } = main as unknown as Partial<StandInRecord>;
  // The stand-in imitates each system.
  if (standIn !== undefined) standIn.system.platform = systems?.[0] ?? 'linux';
  try {
    await ask();
    tell({ name, error: null });
  } catch (error) {
    tell({ name, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function isAskedHere({ systems, unseen }: Assertion): boolean {
  return order.place === 'stand-in' || (unseen === undefined && (systems === undefined || systems.some((one) => one === process.platform)));
}
