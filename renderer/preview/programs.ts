// The build turns this into an address.
// oxlint-disable-next-line import/default
import frameAddress from './frame/main.ts?worker&url';

export type Programs = { readonly program: string; readonly worker: string };

/** The worker that each kind of file needs; the browser itself decodes the others. */
const WORKERS: Readonly<Record<string, () => Promise<{ readonly default: string }>>> = {
  'application/pdf': () => import('./frame/pdf-worker.ts?worker&url'),
  'image/heic': () => import('./frame/heic-worker.ts?worker&url'),
};

const kept = new Map<string, Promise<Programs>>();

/** The scripts that the preview page runs. It has no network to fetch them with, so the window passes them in. */
export function programs(mediaType: string): Promise<Programs> {
  const known = kept.get(mediaType);
  if (known !== undefined) return known;
  const asked = read(mediaType).catch((error: unknown) => {
    // The next preview tries again.
    kept.delete(mediaType);
    throw error;
  });
  kept.set(mediaType, asked);
  return asked;
}

async function read(mediaType: string): Promise<Programs> {
  const address = WORKERS[mediaType];
  const [program, worker] = await Promise.all([text(frameAddress), address === undefined ? '' : text((await address()).default)]);
  return { program, worker };
}

async function text(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('a part of the window is missing');
  return answer.text();
}
