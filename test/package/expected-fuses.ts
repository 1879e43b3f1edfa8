import type { FuseV1Options } from '@electron/fuses';

/** As they are stored in the program: the characters 1 and 0. */
const [ON, OFF] = [0x31, 0x30];
export const FUSES = {
  RunAsNode: OFF,
  EnableNodeOptionsEnvironmentVariable: OFF,
  EnableNodeCliInspectArguments: OFF,
  EnableCookieEncryption: OFF,
  OnlyLoadAppFromAsar: ON,
  EnableEmbeddedAsarIntegrityValidation: ON,
  GrantFileProtocolExtraPrivileges: OFF,
} as const satisfies Partial<Record<keyof typeof FuseV1Options, number>>;
