/** Calls during a run share its answer. The next call after its end starts another run. */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let flight: Promise<T> | null = null;
  return () => {
    flight ??= run().finally(() => {
      flight = null;
    });
    return flight;
  };
}
