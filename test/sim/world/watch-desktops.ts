import { basename } from 'node:path';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { isSameName, liesBelow } from '#test/support/disks/path-map.ts';
import { resultFolderOf } from '../plan/places.ts';
import { keyOf } from './ledger.ts';
import type { Simulation } from './simulation.ts';
import type { Company } from '#shared/domain/company.ts';
import { LEFT_BY } from '#shared/domain/left-by.ts';
import { newCredentials } from '../actions/ask-user.ts';
import type { Client, Computer } from './computer.ts';

const FINAL = new Set(['accepted', 'refused']);
/** Invariant 14 allows a quarter of an hour; one sweep and one look later, the file has to show. */
const SILENT_MS = 17 * MINUTE_MS;

/** Watches what the desktops show during the run: final states that flip, and silence. */
export class WatchDesktops {
  /** By computer, by content: final states that it has shown. */
  readonly finals = new Map<string, Map<string, Set<string>>>();
  readonly #simulation: Simulation;
  /** By computer: when it was last seen to say why documents wait. */
  readonly #saidAt = new Map<string, number>();
  readonly #told = new Set<string>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  async look(): Promise<void> {
    for (const one of this.#simulation.computers) {
      if (one.client() === null || one.asleep) continue;
      if (one.changed) await this.#lookAtItems(one);
      await this.#listen(one);
    }
  }

  async #lookAtItems(one: Simulation['computers'][number]): Promise<void> {
    one.changed = false;
    const finals = this.finals.get(one.name) ?? new Map<string, Set<string>>();
    this.finals.set(one.name, finals);
    const states: string[] = [];
    for (const { sha256, importType, resubmission, state } of await one.seenItems()) {
      states.push(`${sha256?.slice(0, 6)} ${state.kind}`);
      if (!FINAL.has(state.kind)) continue;
      // Each sending has a result of its own.
      const key = `${keyOf(importType, sha256)} ${resubmission}`;
      finals.set(key, (finals.get(key) ?? new Set()).add(state.kind));
    }
    this.#simulation.trace.note(`${one.name} shows ${states.join(', ')}`);
  }

  /** 14. A good file that nobody is told about, or a document that waits without a reason shown, for longer than a quarter of an hour. */
  async #listen(one: Simulation['computers'][number]): Promise<void> {
    const { clock, ledger } = this.#simulation;
    const now = clock.monotonicMs();
    const since = now - SILENT_MS;
    if (one.upSinceMs === null || one.upSinceMs > since) return;
    const client = one.client();
    if (client === null) return;
    const { folders, companies, delay } = await client.overview();
    const company = companies[0];
    const items = await one.seenItems();
    const known = new Set(items.map(({ importType, sha256 }) => keyOf(importType, sha256)));
    const names = [...new Set(items.map(({ name }) => name))];
    for (const { path, paper, atMs } of ledger.fit()) {
      const folder = folders.find((candidate) => liesBelow(path, candidate.path));
      if (folder === undefined || folder.state !== 'present' || atMs > since || resultFolderOf(path) !== null) continue;
      const name = basename(path);
      if (!known.has(keyOf(folder.importType, paper.sha256)) && !names.some((shown) => isSameName(shown, name)))
        this.#tell(`${one.name} says nothing of ${path}`);
    }
    // The window shows one reason for all of them, and since when they wait: one item asks the service, and the others wait for it.
    if (company?.connection.kind !== 'active' || (delay ?? null) !== null) return void this.#saidAt.set(one.name, now);
    // Until then it was said, and then they go one after the other.
    if ((this.#saidAt.get(one.name) ?? Number.NEGATIVE_INFINITY) > since) return;
    for (const item of items) {
      const silent = item.state.kind === 'waiting' && item.state.last === null && item.stateSince < one.wallMs() - SILENT_MS;
      if (silent) this.#tell(`${one.name} does not say why ${item.sha256?.slice(0, 8)} waits`);
    }
  }

  #tell(what: string): void {
    if (this.#told.has(what)) return;
    this.#told.add(what);
    this.#simulation.found.push({ invariant: 14, what });
  }
}

type IntegrationView = { readonly integrationId: string; readonly state: string };

/** The storm is over: everything that somebody would repair is repaired, and from now on nothing fails. */
export async function setRight(simulation: Simulation): Promise<void> {
  simulation.chance.calm();
  await simulation.undoAll();
  await simulation.endHostility();
  for (const one of simulation.computers) one.wake();
  await simulation.revive(0);
}

/** What a user does who looks at the window now and then, and follows what it says: reconnect, resume, ask again, let go. */
export async function tendTo(simulation: Simulation): Promise<void> {
  for (const one of simulation.computers) {
    const client = one.client();
    if (client === null) continue;
    const { companies, vault, isCopied = false } = await client.overview();
    if (isCopied) hearOfCopy(simulation, one);
    const [company] = companies;
    // The keychain did not answer when it was checked for a lost key, so the window says that it is locked.
    if (vault === 'locked' && simulation.keyless.has(one.name)) simulation.ask(one, () => client.lookAgain());
    if (company !== undefined) await mend(simulation, one, { client, company });
    const items = await one.seenItems();
    // One by one, as a user does. An unproven answer is only what the relay says, and this relay is honest.
    for (const { id, state } of items) {
      const says = state.kind === 'awaiting' ? state.unproven?.kind : undefined;
      if (says !== undefined) simulation.ask(one, () => client.items.takeUnproven({ itemIds: [id], says }));
    }
    const unclear = items.filter(({ state }) => state.kind === 'held' && state.question.kind === 'unclear-answer');
    if (unclear.length > 0) simulation.ask(one, () => client.items.allow({ itemIds: unclear.map(({ id }) => id) }));
  }
}

async function mend(simulation: Simulation, one: Computer, { client, company }: { client: Client; company: Company }): Promise<void> {
  const { kind } = company.connection;
  if (kind === 'paused') return simulation.ask(one, () => client.companies.resume({ companyId: company.id }));
  const integrations = await simulation.servers.control<readonly IntegrationView[]>('/integrations');
  const revoked = integrations.some(
    ({ integrationId, state }) => integrationId === simulation.integration.integrationId && state === 'revoked',
  );
  if (kind !== 'invalid' && company.integrationId === simulation.integration.integrationId) return;
  const isRight = !revoked && simulation.waitsWith === simulation.integration.integrationSecret && !simulation.keyless.has(one.name);
  const isOwn = company.connection.kind === 'invalid' && LEFT_BY.connection[company.connection.reason] === 'itself';
  if (isRight && isOwn) return;
  if (revoked) simulation.integration = await newCredentials(simulation, true);
  return simulation.ask(one, async () => {
    const answer = await client.companies.reconnect({ companyId: company.id, ...simulation.integration });
    // The client secret was lost with the keychain, while the user was away who would have taken the setting back.
    if (!answer.ok && answer.failure.kind === 'own-credentials') {
      simulation.direct.delete(one.name);
      await client.settings.change({ credentials: { mode: 'broker', clientId: null } });
    }
    return answer;
  });
}

/** The window says that a copy of this profile runs elsewhere. */
function hearOfCopy(simulation: Simulation, one: Computer): void {
  const { image } = simulation;
  if (image === null || one.name !== image.name || image.isTold) return;
  image.isTold = true;
  if (image.renews) simulation.ask(one, (client) => client.companies.newIdentity());
}
