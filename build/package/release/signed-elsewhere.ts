import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Signing } from '../signing.ts';

/** Where the programs lie that another job signs: `collect` puts them there unsigned, `swap` takes them from there signed. */
export type Elsewhere = { readonly how: 'collect' | 'swap'; readonly folder: string };

/**
 * Signing for a release, in which nothing that npm installed may come near a certificate (ADR-79). electron-builder asks for a signature in the
 * middle of its work: for the app's program, and for two that it puts into the installer. They are collected when the app is built, signed in a
 * job of their own, and put in the place of the unsigned ones when the installer is made of the signed app.
 */
export function signedElsewhere(system: 'linux' | 'darwin' | 'win32', publisher: string | null, elsewhere: Elsewhere): Signing {
  const by = elsewhere.how === 'collect' ? 'nobody yet: another job signs it' : 'another job, which has the certificate';
  const missing = system === 'win32' && publisher === null ? ['INTRAY_PUBLISHER: the name in the certificate'] : [];
  if (system === 'win32') {
    const sign = async ({ path }: { readonly path: string }): Promise<void> => signElsewhere(path, elsewhere);
    // By this name an installed Intray checks who signed a newer version.
    return { config: { win: { signtoolOptions: { publisherName: publisher, signingHashAlgorithms: ['sha256'], sign } } }, missing, by };
  }
  if (system === 'linux') return { config: {}, missing, by };
  // What is built begins with an ad-hoc signature, as Macs run nothing without one; what is signed is left as it is.
  const mac = elsewhere.how === 'collect' ? { identity: '-', hardenedRuntime: false, notarize: false } : { identity: null };
  return { config: { mac, electronFuses: { resetAdHocDarwinSignature: true } }, missing, by };
}

function signElsewhere(path: string, { how, folder }: Elsewhere): void {
  const name = signedName(path);
  // The installer itself is signed last, when it is made.
  if (name === null) return;
  mkdirSync(folder, { recursive: true });
  if (how === 'collect') copyFileSync(path, join(folder, name));
  else if (existsSync(join(folder, name))) copyFileSync(join(folder, name), path);
  else throw new Error(`${name} was not handed over with its signature`);
}

/** Null for the installer. Whatever else is to be signed has to be known here, or it would be shipped without a signature. */
function signedName(path: string): string | null {
  const name = basename(path.replaceAll('\\', '/'));
  if (name.endsWith('.__uninstaller.exe')) return 'uninstaller.exe';
  if (name === 'Intray.exe' || name === 'elevate.exe') return name;
  if (/^Intray-[\d.]+-win-\w+\.exe$/.test(name)) return null;
  throw new Error(`nobody signs ${name}`);
}
