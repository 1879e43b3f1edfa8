// The build makes an address of each.
// oxlint-disable-next-line import/default
import frameAddress from './frame/main.ts?worker&url';
// oxlint-disable-next-line import/default
import workerAddress from './frame/pdf-worker.ts?worker&url';

export type Programs = { readonly program: string; readonly worker: string };

let kept: Promise<Programs> | null = null;

/** The texts that the page for previews runs: it has no network to fetch them by, so it is handed them. */
export function programs(): Promise<Programs> {
  kept ??= read().catch((error: unknown) => {
    // The next preview asks again.
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
