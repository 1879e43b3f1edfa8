/** What other programs leave beside documents while they work, and what systems keep in every folder. */
const FILES: readonly RegExp[] = [
  /^\./,
  /^~\$/,
  /^~.*\.tmp$/,
  /\.(tmp|temp|part|partial|crdownload|download|opdownload|filepart|swp|lock|lck)$/,
  /~$/,
  /^(thumbs|ehthumbs)\.db$/,
  /^desktop\.ini$/,
  /^icon\r$/,
];
const FOLDERS: readonly RegExp[] = [
  /^\./,
  /^@eadir$/,
  /^@(recycle|recently-snapshot|tmp)$/,
  /^#(recycle|snapshot)$/,
  /^\$recycle\.bin$/,
  /^system volume information$/,
  /^lost\+found$/,
  // Some browsers keep a download that is under way in a folder of this name.
  /\.(download|tmp)$/,
];

/** Whether a name in a watched folder is none of ours, in any mixture of capitals. */
export function isIgnored(name: string, kind: 'file' | 'folder'): boolean {
  const lower = name.toLowerCase();
  return (kind === 'folder' ? FOLDERS : FILES).some((pattern) => pattern.test(lower));
}
