import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Host, profileArgs, runCommand, startHost } from '../../../build/demo/start-host.ts';
import { firstSweep } from '../../../build/demo/first-sweep.ts';
import { type Parts, startParts } from '../../../build/demo/start-parts.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isSeen } from '#shared/domain/results/unseen.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import { execFileSync, spawn } from 'node:child_process';

/** One profile with a company and a folder, reset to its beginning before each life. */
export type Stage = {
  readonly profile: string;
  readonly folder: string;
  readonly parts: Parts;
  /** Of its company. */
  readonly credentials: { readonly integrationId: string; readonly integrationSecret: string };
  /** Resets everything, and adds one file that nothing has seen; returns its path. */
  begin(text: string): string;
  /** Documents that the service has recorded since `begin`. */
  documents(): Promise<readonly { readonly documentId: string; readonly externalReference: string | null }[]>;
  /** Everything in the watched folder, by name. */
  watched(): ReadonlyMap<string, string>;
  /** All files of the profile, by their path in it. */
  own(): readonly string[];
  close(): Promise<void>;
};

export async function openStage(): Promise<Stage> {
  const root = scratchFolder('kill');
  const [profile, folder, template] = [join(root, 'profile'), join(root, 'Purchases'), join(root, 'template')];
  mkdirSync(profile);
  mkdirSync(folder);
  const parts = await startParts();
  await parts.control.setSwitches({ autoDecide: { afterMs: 0 } });
  const credentials = await setUp(parts, { profile, folder });
  cpSync(profile, template, { recursive: true });
  let before = new Set<string>();
  const all = () => parts.control.documents();
  return {
    profile,
    folder,
    parts,
    credentials,
    begin: (text) => {
      rmSync(profile, { recursive: true, force: true });
      cpSync(template, profile, { recursive: true });
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      const path = join(folder, 'scan.pdf');
      writeFileSync(path, aPdf(text));
      return path;
    },
    documents: async () => {
      const now = await all();
      const fresh = now.filter(({ documentId }) => !before.has(documentId));
      before = new Set(now.map(({ documentId }) => documentId));
      return fresh;
    },
    watched: () => new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')])),
    own: () => readdirSync(profile, { recursive: true }).map(String).sort(),
    close: async () => {
      await parts.stop();
      removeFolder(root);
    },
  };
}

/** The documents of the files in its folder. Those of earlier lives are in the relay's log, and known by their numbers alone (ADR-4). */
export async function ownItems({ client }: Pick<Host, 'client'>): Promise<readonly Item[]> {
  return (await client.items.list({ limit: 100 })).items.filter(isSeen);
}

async function setUp({ control, installation }: Parts, { profile, folder }: { readonly profile: string; readonly folder: string }) {
  const host = await startHost(profile);
  await host.client.installation.change(installation);
  const credentials = await control.createIntegration();
  const company = await host.client.companies.connect({ name: 'Exemple SARL', ...credentials });
  if (!company.ok) throw new Error(company.failure.kind);
  const companyId = company.value.id;
  const added = await host.client.folders.add({ companyId, importType: 'purchase-invoices', path: folder, settleMs: 50, existing: 'send' });
  if (!added.ok) throw new Error(added.failure.kind);
  await firstSweep(host.client);
  await host.program.stop();
  // Opened once more and closed, so that all lives begin with a checkpointed log.
  await runCommand(profile, ['companies', 'list']);
  return credentials;
}

type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Why the real program cannot be traced and killed at a chosen call; null if it can. */
export function noStrace(): string | null {
  try {
    execFileSync('strace', ['--version'], { stdio: 'pipe' });
    return null;
  } catch {
    // Not installed, or not executable by us: either way it cannot be used.
    return 'there is no strace here, which cuts the real program off at a chosen call; on Debian: apt install strace';
  }
}

/** A life of the real program should take seconds; on a loaded machine it takes many times that. */
const LIFE_MS = 120_000;
/** How long `send` waits for the answer. Where strace kills every new child process at the same call, a disturbed life would wait in vain. */
const SEND_S = { whole: 100, disturbed: 20 };

/**
 * Runs `send FILE` of the headless host, the whole engine from its start to its end, under strace with `options` (null: without strace). It
 * has one thread for files, so that the same calls come in the same order each time.
 */
export function sendUnder(
  options: readonly string[] | null,
  of: { readonly profile: string; readonly file: string; readonly life?: keyof typeof SEND_S },
): Promise<Ended> {
  const program = [
    join('build', 'headless.mjs'),
    'send',
    of.file,
    '--timeout',
    String(SEND_S[of.life ?? 'whole']),
    ...profileArgs(of.profile),
  ];
  const [name, args] = options === null ? [process.execPath, program] : ['strace', ['-f', ...options, process.execPath, ...program]];
  return new Promise((resolve, reject) => {
    // A process group of its own, so that a life that does not end can be killed alone.
    const child = spawn(name, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
      detached: true,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), LIFE_MS);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout, stderr });
    });
  });
}
