// The build turns each of these into an address.
// oxlint-disable-next-line import/default
import frameAddress from './frame/main.ts?worker&url';
// oxlint-disable-next-line import/default
import workerAddress from './frame/pdf-worker.ts?worker&url';

export type Programs = { readonly program: string; readonly worker: string };

let kept: Promise<Programs> | null = null;

/** The scripts that the preview page runs. It has no network to fetch them with, so the window passes them in. */
export function programs(): Promise<Programs> {
  kept ??= read().catch((error: unknown) => {
    // The next preview tries again.
    kept = null;
    throw error;
  });
  return kept;
}

async function read(): Promise<Programs> {
  const [program, worker] = await Promise.all([text(frameAddress), text(workerAddress)]);
  return { program, worker };
}

async function text(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('a part of the window is missing');
  return answer.text();
}
