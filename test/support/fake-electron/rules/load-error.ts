/** From Chromium's list of network errors. */
const NUMBERS = { ERR_FAILED: -2, ERR_ABORTED: -3, ERR_UNEXPECTED: -9, ERR_INVALID_URL: -300 } as const;

export type LoadErrorCode = keyof typeof NUMBERS;

/** The error with which `loadURL` rejects. */
export function loadError(code: LoadErrorCode, url: string): Error & { readonly code: LoadErrorCode; readonly errno: number } {
  const errno = NUMBERS[code];
  return Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { code, errno, url });
}
