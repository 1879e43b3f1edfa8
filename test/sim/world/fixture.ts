import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { scratch } from './disk/scratch.ts';
import type { SimDisk } from './disk/sim-disk.ts';
import type { TrafficRecorder } from './network/traffic-recorder.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { createPublicKey, type JsonWebKey, KeyObject, verify, type webcrypto } from 'node:crypto';

export type Integration = { readonly integrationId: string; readonly integrationSecret: string };

/** Everything of an office that survives when all is switched off, after its first day. */
export type Fixture = {
  /** The folder of journals, stores and the service's data. */
  readonly folder: string;
  readonly disk: SimDisk;
  readonly keychains: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly trafficRecorder: TrafficRecorder;
  readonly integration: Integration;
  /** Another tenant, with a device and an integration of its own. */
  readonly stranger: Integration & { readonly deviceToken: string };
  readonly wallMs: number;
};

export function newFolder(): string {
  return mkdtempSync(join(scratch(), 'office-'));
}

/** A copy of the same office, for another run. */
export function copyOf(fixture: Fixture): Fixture {
  const folder = newFolder();
  cpSync(fixture.folder, folder, { recursive: true });
  const keychains = new Map(Array.from(fixture.keychains, ([name, kept]) => [name, new Map(kept)]));
  return {
    ...fixture,
    folder,
    disk: fixture.disk.copy(fixture.folder, folder),
    keychains,
    trafficRecorder: fixture.trafficRecorder.copy(),
  };
}

/** What a host gives the engine besides its ports. */
export function appDeps(deviceName: string, profile: string) {
  return {
    profile,
    host: 'headless' as const,
    version: '0.0.0',
    locale: 'fr-FR',
    deviceName,
    home: '/home',
    sha256: nodeSha256,
    chooseFolder: null,
    reveal: null,
    backups: false,
    // The profile is a new folder at each start.
    run: profile,
  };
}

/**
 * Signatures are really checked here, but in the same turn of the event loop: WebCrypto does it on other threads, which finish in any order,
 * and a run has to be identical bit for bit. Only the calls that a simulation makes are implemented; any other one throws.
 */
type Key = webcrypto.CryptoKey;
type Algorithm = Parameters<KeyObject['toCryptoKey']>[0];

const imported = new Map<string, Key>();
const opened = new WeakMap<Key, KeyObject>();

async function importKey(
  format: string,
  jwk: JsonWebKey,
  algorithm: Algorithm,
  extractable: boolean,
  usages: webcrypto.KeyUsage[],
): Promise<Key> {
  if (format !== 'jwk') throw new Error(`a simulation imports JWKs alone, not ${format}`);
  const name = JSON.stringify([jwk, algorithm, extractable, usages]);
  const known = imported.get(name);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const made = key.toCryptoKey(algorithm, extractable, usages);
  imported.set(name, made);
  opened.set(made, key);
  return made;
}

async function checkSignature(_algorithm: Algorithm, key: Key, signature: BufferSource, data: BufferSource): Promise<boolean> {
  return verify('sha512', bytesOf(data), opened.get(key) ?? KeyObject.from(key), bytesOf(signature));
}

function bytesOf(source: BufferSource): Uint8Array {
  return source instanceof ArrayBuffer ? new Uint8Array(source) : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

/** Call once per thread. */
export function makeCryptoSynchronous(): void {
  const { subtle } = globalThis.crypto;
  for (const method of ['sign', 'digest', 'exportKey', 'generateKey', 'encrypt', 'decrypt'] as const) {
    Object.defineProperty(subtle, method, { value: unexpected(method) });
  }
  Object.defineProperty(subtle, 'importKey', { value: importKey });
  Object.defineProperty(subtle, 'verify', { value: checkSignature });
}

function unexpected(method: string): () => Promise<never> {
  return () => Promise.reject(new Error(`a simulation does not ${method} on other threads`));
}
