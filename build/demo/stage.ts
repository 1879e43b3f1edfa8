import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InvoiceType } from '#shared/contract/import-types.ts';
import { firstSweep } from './first-sweep.ts';
import { REFUSED_NAME, REFUSED_REASON } from './sample.ts';
import { type Host, startHost } from './start-host.ts';
import { type Parts, startParts } from './start-parts.ts';

/** A connected company with its two folders. All programs are real, and all files are in one temporary folder. */
export type Stage = {
  readonly parts: Parts;
  readonly host: Host;
  readonly profile: string;
  readonly folders: Readonly<Record<InvoiceType, string>>;
  /** Ends the programs and removes the folder. */
  readonly close: () => Promise<void>;
};

export const COMPANY = 'Exemple SARL';
/** A copied file is complete within moments; a scanner would get the default of 5 s. */
const SETTLE_MS = 1_000;
/** Long enough to be seen in the list as "received". */
const DECIDE_AFTER_MS = 1_500;

/** The accountant decides automatically. */
export const STAGE_SWITCHES = {
  autoDecide: { afterMs: DECIDE_AFTER_MS, refuseWhen: [{ contains: REFUSED_NAME, reason: REFUSED_REASON }] },
};

export type StageOptions = {
  /** The host's file: the built one, unless it is to run from its sources. */
  readonly hostFile?: string;
  /** Whether sandbox and relay keep their data across a restart. */
  readonly keepsData?: boolean;
};

export async function setStage(say: (line: string) => void, { hostFile, keepsData = false }: StageOptions = {}): Promise<Stage> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'intray-demo-')));
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const profile = join(root, 'profile');
    const folders = { 'purchase-invoices': join(root, 'Purchases'), 'sales-invoices': join(root, 'Sales') } as const;
    for (const folder of [profile, ...Object.values(folders)]) mkdirSync(folder);
    say('Starting the sandbox and the relay …');
    const data = { sandboxArgs: ['--data', join(root, 'sandbox.sqlite')], relayStore: `sqlite:${join(root, 'relay.sqlite')}` };
    const parts = await startParts(keepsData ? data : {});
    closers.push(parts.stop);
    await parts.control.setSwitches(STAGE_SWITCHES);
    say('Starting Intray …');
    const host = await startHost(profile, {}, '0', hostFile);
    closers.push(host.program.stop);
    await connect(host, parts, folders);
    return { parts, host, profile, folders, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connect({ client }: Host, { control, installation }: Parts, folders: Stage['folders']): Promise<void> {
  await client.installation.change(installation);
  const integration = await control.createIntegration();
  const company = await client.companies.connect({ name: COMPANY, ...integration });
  if (!company.ok) throw new Error(`the demo's company could not be connected: ${company.failure.kind}`);
  for (const importType of ['purchase-invoices', 'sales-invoices'] as const) {
    const added = await client.folders.add({ companyId: company.value.id, importType, path: folders[importType], settleMs: SETTLE_MS });
    if (!added.ok) throw new Error(`the demo's folder could not be added: ${added.failure.kind}`);
  }
  await firstSweep(client);
}
