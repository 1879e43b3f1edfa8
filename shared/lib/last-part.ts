/** The path separator of the computer that has this path, which may not be the one that displays it. */
export function separatorOf(path: string): string {
  return /^[A-Za-z]:|^\\\\/.test(path) ? '\\' : '/';
}

/** The name of a folder or file, without the path before it. */
export function lastPart(path: string): string {
  return path.split(separatorOf(path)).findLast((part) => part !== '') ?? path;
}
