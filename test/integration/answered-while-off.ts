import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aTown, type Town } from './integration-fixture.ts';

/** The second look comes every five minutes. */
export const LOOKED_MS = 6 * MINUTE_MS;

export type Decision = 'Accepted' | 'Refused';

/** A computer that moves files after their results, with a note beside refused ones; its documents await their answers. */
export async function awaiting(count: number, moves = true) {
  const town = await aTown();
  await town.control('/switches', { keyOverlap: false }, 'PATCH');
  const integration = await town.integration();
  await town.connect('Bakery', integration);
  if (moves) await tidies(town);
  for (let n = 0; n < count; n += 1) town.scan(`scan ${n}`);
  await town.counted('awaiting', count);
  const documents = await town.documents();
  const rotate = async (): Promise<string> => {
    const { kid } = await town.control<{ readonly kid: string }>('/keys/rotate', {});
    await town.clock.advance(MINUTE_MS);
    return kid;
  };
  /** Signs the results with a key that no computer ever sees: it is published while they are off, and replaced before one is on again. */
  const answerWhileOff = async (decisions: readonly Decision[]): Promise<string> => {
    town.desk.kill();
    const kid = await rotate();
    for (const [n, decision] of decisions.entries()) await town.decide(documents[n]?.documentId ?? '', decision);
    await town.clock.advance(MINUTE_MS);
    await rotate();
    return kid;
  };
  const comeBack = async (): Promise<void> => {
    await town.during(town.desk.start());
    await town.clock.advance(LOOKED_MS);
  };
  return { ...town, integration, documents, rotate, answerWhileOff, comeBack };
}

async function tidies({ client, during, overview }: Pick<Town, 'client' | 'during' | 'overview'>): Promise<void> {
  const [folder] = (await overview()).folders;
  if (folder === undefined) throw new Error('no folder');
  await during(client().folders.change({ folderId: folder.id, after: 'move', refusalNote: true }));
}
