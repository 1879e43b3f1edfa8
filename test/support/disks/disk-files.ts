import { nodeFiles } from '#electron/platform/files/node-files.ts';

/** The real disk, as the app itself has it. */
export const diskFiles = nodeFiles;
