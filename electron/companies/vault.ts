import { join } from 'node:path';
import { Emitter } from '#shared/async/emitter.ts';
import { Mutex } from '#shared/async/semaphore.ts';
import type { VaultView } from '#shared/app-api/views.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Random, SecretStore } from '#shared/ports/world.ts';
import {
  KEY_BYTES,
  keyOf,
  keyText,
  NONCE_BYTES,
  openVaultFile,
  readVaultFile,
  type Secrets,
  type VaultFile,
  writeVaultFile,
} from './vault-file.ts';

/**
 * `detail` is for the user who looks after the computer; it never contains a secret. `locked`, `unavailable`: the keychain is · `lost`: it is open and
 * does not have the key · `damaged`: the file is not a vault, or not one that its key opens · `newer`: a later version of Intray wrote it ·
 * `unreadable`: the disk does not let us read or replace it.
 */
export type VaultFault = {
  readonly kind: 'locked' | 'unavailable' | 'lost' | 'damaged' | 'newer' | 'unreadable';
  readonly detail: string;
};

export type Vault = {
  /** Null if the vault is open, or absent, and has no such entry. */
  get(name: string): Promise<Result<string | null, VaultFault>>;
  /** Durable on return. The first `set` creates the vault and its key. */
  set(name: string, secret: string): Promise<Result<null, VaultFault>>;
  delete(name: string): Promise<Result<null, VaultFault>>;
  /** A user is about to type in secrets: from now on a vault whose key is lost, or that is damaged, counts as empty, and the first `set` creates a new one. */
  beginAnew(): Promise<void>;
  /** As it was last found; `look` checks again. */
  view(): VaultView;
  look(): Promise<VaultView>;
  /** Why it is locked or unavailable, in the platform's own words. */
  detail(): string | null;
  /** Rings when `view` changes. Returns a function that unsubscribes. */
  onChange(ring: () => void): () => void;
};

export type VaultDeps = { readonly profile: string; readonly files: Files; readonly random: Random; readonly secrets: SecretStore };

type Opened = { readonly file: VaultFile; readonly key: Uint8Array; readonly secrets: Secrets };
type Found = { readonly kind: 'open'; readonly opened: Opened } | { readonly kind: 'absent' };

/** A vault of a hundred companies is 20 KB; a larger file is not ours. */
const FILE_BYTES_MAX = 1_048_576;
/** What lies in its place and is larger is kept aside all the same, up to this size. */
const ASIDE_BYTES_MAX = 67_108_864;
/** More damaged files than this in one profile have another cause, which a new vault would not mend. */
const ASIDE_MAX = 99;
/** An entry without meaning that exists for a moment. */
const PROBE = 'vault-probe';

/**
 * The secrets of this profile: one AES-256-GCM file whose random key is in the keychain. If there is a file and the keychain has no key,
 * the keychain is locked or was emptied. `locked` tells nobody to sign in again; `lost` is reported only if the keychain stores a value and
 * returns it, but does not have the key. No file is ever lost, whatever it is: a user begins a new vault beside a copy of a lost or damaged one, and
 * what a newer version wrote is left to that (ADR-1). There is no plain-text fallback of any kind.
 */
export function createVault(deps: VaultDeps): Vault {
  const vault = new FileVault(deps);
  return {
    get: (name) => vault.inTurn(() => vault.get(name)),
    set: (name, secret) => vault.inTurn(() => vault.change((secrets) => secrets.set(name, secret))),
    delete: (name) => vault.inTurn(() => vault.change((secrets) => secrets.delete(name))),
    view: () => vault.seen,
    beginAnew: async () => {
      await vault.inTurn(() => vault.beginAnew());
    },
    look: async () => {
      await vault.inTurn(() => vault.look());
      return vault.seen;
    },
    detail: () => vault.why,
    onChange: vault.changed.subscribe,
  };
}

class FileVault {
  seen: VaultView = 'absent';
  why: string | null = null;
  readonly changed = new Emitter();
  readonly #deps: VaultDeps;
  readonly #path: string;
  readonly #turns = new Mutex();
  #opened: Opened | null = null;
  /** The keychain was tested and is open: what it does not have, it has lost. */
  #isKeychainOpen = false;
  #mayBeginAnew = false;

  constructor(deps: VaultDeps) {
    this.#deps = deps;
    this.#path = join(deps.profile, 'vault.json');
  }

  /** One at a time: of two concurrent writers one would lose its secret, and a keychain gets one question at a time. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    return this.#turns.run(act);
  }

  async get(name: string): Promise<Result<string | null, VaultFault>> {
    const found = await this.find();
    if (!found.ok) return this.#mayReplace(found.failure) ? ok(null) : found;
    return ok(found.value.kind === 'open' ? (found.value.opened.secrets.get(name) ?? null) : null);
  }

  async change(edit: (secrets: Map<string, string>) => void): Promise<Result<null, VaultFault>> {
    const found = await this.find();
    if (!found.ok && !this.#mayReplace(found.failure)) return found;
    const opened = found.ok && found.value.kind === 'open' ? found.value.opened : null;
    const secrets = new Map(opened?.secrets ?? []);
    edit(secrets);
    if (opened !== null) return this.#write(secrets, { keyId: opened.file.keyId, key: opened.key });
    if (secrets.size === 0) return ok(null);
    const made = await this.#makeKey();
    if (!made.ok) return made;
    if (!found.ok && !(await this.#copyAside())) return fail({ kind: 'unreadable', detail: 'the old vault file cannot be kept' });
    return this.#write(secrets, made.value);
  }

  async beginAnew(): Promise<void> {
    await this.look();
    this.#mayBeginAnew = true;
  }

  /** Unlike `find`, this also tests whether the keychain is open at all, for which the system may ask the user. */
  async look(): Promise<void> {
    this.#isKeychainOpen = false;
    const found = await this.find();
    if (found.ok || found.failure.kind !== 'locked') return;
    this.#isKeychainOpen = await this.#takesAndGives();
    if (this.#isKeychainOpen) await this.find();
  }

  #mayReplace({ kind }: VaultFault): boolean {
    return (kind === 'lost' || kind === 'damaged') && this.#mayBeginAnew;
  }

  /** On Linux a locked keyring answers "absent", as an empty one does; but it stores nothing. */
  async #takesAndGives(): Promise<boolean> {
    const { random, secrets } = this.#deps;
    const value = random.uuid();
    const set = await secrets.set(PROBE, value);
    if (!set.ok) return false;
    const kept = await secrets.get(PROBE);
    await secrets.delete(PROBE);
    return kept.ok && kept.value === value;
  }

  /** Under a name that is unused, or that a first attempt before a kill gave to the same bytes. */
  async #copyAside(): Promise<boolean> {
    const { profile, files } = this.#deps;
    const bytes = await this.#bytesIn(this.#path);
    if (bytes === null) return false;
    const file = readVaultFile(bytes);
    const isLost = file.ok && this.seen === 'lost';
    for (let number = 1; number <= ASIDE_MAX; number += 1) {
      const name = isLost ? `vault-kept-${file.value.keyId}${number === 1 ? '' : `-${number}`}` : `vault-damaged-${number}`;
      const path = join(profile, `${name}.json`);
      const there = await files.read(path, { root: profile, bytesMax: ASIDE_BYTES_MAX });
      const isSame = there.ok && there.value.bytes !== null && Buffer.compare(there.value.bytes, bytes) === 0;
      if (isSame || (!there.ok && there.failure.kind === 'gone')) return isSame || (await files.writeDurably(path, bytes)).ok;
    }
    return false;
  }

  async #bytesIn(path: string): Promise<Uint8Array | null> {
    const read = await this.#deps.files.read(path, { root: this.#deps.profile, bytesMax: ASIDE_BYTES_MAX });
    return read.ok ? read.value.bytes : null;
  }

  #read(): ReturnType<Files['read']> {
    return this.#deps.files.read(this.#path, { root: this.#deps.profile, bytesMax: FILE_BYTES_MAX });
  }

  /** Opens the vault, or reports what it is. Once open it stays open in memory: a keychain that locks later takes nothing away. */
  async find(): Promise<Result<Found, VaultFault>> {
    if (this.#opened !== null) return ok({ kind: 'open', opened: this.#opened });
    const found = await this.#open();
    if (!found.ok) {
      this.#see(found.failure.kind, found.failure.detail);
      return found;
    }
    if (found.value.kind === 'open') this.#opened = found.value.opened;
    this.#see(found.value.kind, null);
    return found;
  }

  async #open(): Promise<Result<Found, VaultFault>> {
    const read = await this.#read();
    if (!read.ok && read.failure.kind === 'gone') return ok({ kind: 'absent' });
    if (!read.ok) return fail({ kind: 'unreadable', detail: `the vault file cannot be read (${read.failure.code})` });
    const parsed = read.value.bytes === null ? fail('damaged') : readVaultFile(read.value.bytes);
    if (!parsed.ok && parsed.failure === 'newer') return fail({ kind: 'newer', detail: 'a newer version of Intray wrote the vault file' });
    if (!parsed.ok) return fail({ kind: 'damaged', detail: 'the vault file is not a vault' });
    const file = parsed.value;
    const kept = await this.#deps.secrets.get(keyName(file.keyId));
    if (!kept.ok) return kept;
    if (kept.value === null && this.#isKeychainOpen) return fail({ kind: 'lost', detail: 'the keychain has lost the key of this vault' });
    if (kept.value === null) return fail({ kind: 'locked', detail: 'the keychain is locked, or has lost the key of this vault' });
    const key = keyOf(kept.value);
    const secrets = key === null ? null : openVaultFile(file, key);
    if (key === null || secrets === null) return fail({ kind: 'damaged', detail: 'its key does not open the vault file' });
    return ok({ kind: 'open', opened: { file, key, secrets } });
  }

  /** The key is read back before anything is sealed with it: a keychain that forgets would take the secrets with it. */
  async #makeKey(): Promise<Result<{ keyId: string; key: Uint8Array }, VaultFault>> {
    const keyId = this.#deps.random.uuid();
    const key = this.#deps.random.bytes(KEY_BYTES);
    const set = await this.#deps.secrets.set(keyName(keyId), keyText(key));
    const kept = set.ok ? await this.#deps.secrets.get(keyName(keyId)) : set;
    const failed = !kept.ok ? kept : kept.value === keyText(key) ? null : unavailable('the keychain did not keep what it was given');
    if (failed === null) return ok({ keyId, key });
    this.#see(failed.failure.kind, failed.failure.detail);
    return failed;
  }

  async #write(secrets: Secrets, deps: { keyId: string; key: Uint8Array }): Promise<Result<null, VaultFault>> {
    const bytes = writeVaultFile(secrets, { ...deps, nonce: this.#deps.random.bytes(NONCE_BYTES) });
    const written = await this.#deps.files.writeDurably(this.#path, bytes);
    if (!written.ok) return fail({ kind: 'unreadable', detail: `the vault file cannot be written (${written.failure.code})` });
    const file = readVaultFile(bytes);
    if (file.ok) this.#opened = { file: file.value, key: deps.key, secrets };
    this.#see('open', null);
    return ok(null);
  }

  #see(view: VaultView, why: string | null): void {
    const isOther = this.seen !== view || this.why !== why;
    this.seen = view;
    this.why = why;
    if (isOther) this.changed.emit();
  }
}

function keyName(keyId: string): string {
  return `vault-key-${keyId}`;
}

function unavailable(detail: string): { readonly ok: false; readonly failure: VaultFault } {
  return fail({ kind: 'unavailable', detail });
}
