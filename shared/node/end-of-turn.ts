/** Calls `act` after everything that is ready in this turn of the event loop has run, so that calls made meanwhile join in. */
export function endOfTurn(act: () => void): void {
  setImmediate(act);
}
