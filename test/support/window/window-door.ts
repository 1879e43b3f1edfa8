import { type FetchHandler, serve, type Served } from '#shared/node/http/serve.ts';

export type WindowDoor = Pick<Served, 'port' | 'close'> & {
  /** Address of an empty page. */
  readonly nothing: string;
  /** Answers with this until the result is closed. */
  readonly open: (answer: FetchHandler) => Pick<Served, 'port' | 'close'>;
};

const NOTHING = '/nothing';

/**
 * One address for one window after another. A browser whose page stays at one address keeps its process and the scripts that it has compiled, and
 * opens each further window in a third of the time.
 */
export async function windowDoor(): Promise<WindowDoor> {
  let behind: FetchHandler | null = null;
  const served = await serve(
    (request) => {
      if (new URL(request.url).pathname === NOTHING) return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
      return behind === null ? new Response(null, { status: 410 }) : behind(request);
    },
    { port: 0, drainMs: 100 },
  );
  const { port, host } = served;
  const open = (answer: FetchHandler): Pick<Served, 'port' | 'close'> => {
    if (behind !== null) throw new Error('the window before is still open');
    behind = answer;
    const close = async (): Promise<void> => {
      behind = null;
    };
    return { port, close };
  };
  return { port, nothing: `http://${host}:${port}${NOTHING}`, open, close: () => served.close() };
}
