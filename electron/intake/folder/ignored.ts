/** Files that other programs leave beside documents while they work, or that systems keep in every folder. */
const FILES: readonly RegExp[] = [
  /^\./,
  /^~\$/,
  /^~.*\.tmp$/,
  /\.(tmp|temp|part|partial|crdownload|download|opdownload|filepart|!ut|!qb|ut!|bc!|aria2|crswap|swp|lock|lck)$/,
  /~$/,
  /^(thumbs|ehthumbs)\.db$/,
  /^desktop\.ini$/,
  /^icon\r$/,
  // Our own note beside a refused file.
  /\.refused( \(\d+\))?\.txt$/,
];
const FOLDERS: readonly RegExp[] = [
  /^\./,
  /^@(eadir|__thumb|sharebin)$/,
  /^@(recycle|recently-snapshot|tmp)$/,
  /^#(recycle|snapshot)$/,
  /^\$recycle\.bin$/,
  /^system volume information$/,
  /^lost\+found$/,
  // Folders that macOS creates on a share.
  /^(network trash folder|temporary items|__macosx)$/,
  // Some browsers keep an unfinished download in a folder of this name.
  /\.(download|tmp)$/,
];

/** Whether Intray ignores this name in a watched folder, regardless of case. */
export function isIgnored(name: string, kind: 'file' | 'folder'): boolean {
  const lower = name.toLowerCase();
  return (kind === 'folder' ? FOLDERS : FILES).some((pattern) => pattern.test(lower));
}
