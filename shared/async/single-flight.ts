/** Whoever calls while a run is under way shares its answer; the next call after its end begins another run. */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let flight: Promise<T> | null = null;
  return () => {
    flight ??= run().finally(() => {
      flight = null;
    });
    return flight;
  };
}
