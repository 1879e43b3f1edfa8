import type { FolderState } from '#shared/domain/folder/folder.ts';

/** Why no file is found in a folder, and what the person can do about it. */
export const FOLDER_WORDS: Readonly<Record<Exclude<FolderState, 'present'>, readonly [detail: string, remedy: string]>> = {
  missing: ['is not there', 'mount its disk or share, or make the folder again; nothing is forgotten meanwhile'],
  silent: ['its disk or share does not answer', 'connect it again; nothing is forgotten meanwhile, and Intray carries on by itself'],
  denied: ['may not be read', 'let this user read it'],
  swapped: ['another disk or folder lies there now', 'bring the right one back, or take this one with "folders accept"'],
};
