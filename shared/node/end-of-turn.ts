/** Calls `act` when everything that is ready in this turn of the event loop has had its say: whoever comes meanwhile joins in. */
export function endOfTurn(act: () => void): void {
  setImmediate(act);
}
