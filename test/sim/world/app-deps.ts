import { nodeSha256 } from '#shared/node/digest.ts';

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
