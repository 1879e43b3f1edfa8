import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';

/** Listens to a device's doorbell at a relay that is given as a function. */
export async function listen(fetchFrom: (request: Request) => Promise<Response>, token: string, url = 'http://relay.test') {
  const answer = await fetchFrom(new Request(`${url}${RELAY_PATHS.doorbell}`, { headers: { authorization: `Bearer ${token}` } }));
  const reader = answer.body?.getReader();
  let heard = '';
  return {
    /** Reads until a text has arrived; false if the stream ends first. */
    async until(wanted: string): Promise<boolean> {
      while (!heard.includes(wanted)) {
        const chunk = await reader?.read();
        if (chunk?.value === undefined) return false;
        heard += Buffer.from(chunk.value).toString();
      }
      return true;
    },
    close: async (): Promise<void> => reader?.cancel(),
  };
}
