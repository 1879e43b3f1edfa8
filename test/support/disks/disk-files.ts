import { nodeFiles } from '#electron/platform/files/node-files.ts';

/** The real disk, through the app's own port. */
export const diskFiles = nodeFiles;
