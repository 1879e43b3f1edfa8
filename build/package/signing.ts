import type { Configuration } from 'electron-builder';

export type Signing = {
  /** Passed to electron-builder in addition to electron-builder.yml. */
  readonly config: Pick<Configuration, 'win' | 'mac' | 'electronFuses'>;
  /** Why a package built this way cannot be published; empty if it can. */
  readonly missing: readonly string[];
  /** The signer, for the report. */
  readonly by: string;
};

type Environment = Readonly<Record<string, string | undefined>>;
export type SignedSystem = 'linux' | 'darwin' | 'win32';

/** How this system's packages are signed: only by what the environment names, never by a certificate that happens to be on the machine. */
export function signingOf(system: SignedSystem, environment: Environment): Signing {
  const given = (name: string): string | null => environment[name]?.trim() || null;
  if (system === 'win32') return onWindows(given);
  return system === 'darwin'
    ? onMac(given)
    : { config: {}, missing: [], by: 'nobody: packages of Linux carry no signature, their feed does' };
}

type Given = (name: string) => string | null;

const CERTIFICATE = 'INTRAY_CERTIFICATE_SHA1';
const PUBLISHER = 'INTRAY_PUBLISHER';

/**
 * Since June 2023, keys of certificates that Windows trusts must be in hardware, so there is no file to sign with: a certificate in Windows' own
 * store whose key is in a token or an HSM. Azure's service signs for the workflow, in a job in which nothing of this runs (ADR-79).
 */
function onWindows(given: Given): Signing {
  const thumbprint = given(CERTIFICATE);
  if (thumbprint === null) return { config: {}, missing: [`${CERTIFICATE}: who signs on Windows`], by: 'nobody' };
  const publisherName = given(PUBLISHER);
  return {
    // Without the publisher's name, an installed Intray could not check who signed a newer version. An additional SHA-1 signature is useless.
    config: { win: { signtoolOptions: { certificateSha1: thumbprint, publisherName, signingHashAlgorithms: ['sha256'] } } },
    missing: publisherName === null ? [lacking(PUBLISHER, 'the name in the certificate')] : [],
    by: `the certificate ${thumbprint} of this Windows`,
  };
}

/** electron-builder prefers an Apple ID to a key, and only warns if it has neither. */
const NOTARY = [
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
] as const;

function onMac(given: Given): Signing {
  // Apple silicon runs nothing unsigned. Changing the fuses breaks the signature that Electron comes with, so it is renewed ad hoc; if nothing
  // else signs afterwards, as in the check of a pull request, that one stays.
  const electronFuses = { resetAdHocDarwinSignature: true };
  if (given('CSC_LINK') === null && given('CSC_NAME') === null) return { ...AD_HOC, config: { ...AD_HOC.config, electronFuses } };
  const begun = NOTARY.find((names) => names.slice(0, 2).some((name) => given(name) !== null));
  const absent = begun?.filter((name) => given(name) === null) ?? [`${NOTARY[1].join(', ')} (or ${NOTARY[0].join(', ')})`];
  return {
    config: { electronFuses },
    missing: absent.map((name) => lacking(name, 'Apple looks at each app that is given out, and macOS opens none that it has not seen')),
    by: 'the certificate of CSC_LINK or CSC_NAME',
  };
}

/**
 * For the Mac that builds it. electron-builder first looks for a certificate with a hyphen in its name, and uses one if there is any: that
 * starts as well. The hardened runtime would refuse to load Electron's own framework, since no team signed either of them.
 */
const AD_HOC: Signing = {
  config: { mac: { identity: '-', hardenedRuntime: false, notarize: false } },
  missing: [`CSC_LINK or CSC_NAME: the certificate “Developer ID Application”`],
  by: 'nobody: an ad-hoc signature, with which it starts on the Mac that built it',
};

function lacking(name: string, why: string): string {
  return `${name}: ${why}`;
}
