import { nodeFiles } from '#electron/world/files.ts';

/** The real disk, as the app itself has it. */
export const diskFiles = nodeFiles;
