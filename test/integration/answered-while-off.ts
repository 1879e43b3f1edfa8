import { MINUTE_MS } from '#shared/lib/duration.ts';
import { integrationFixture, type IntegrationFixture } from './integration-fixture.ts';

/** The second look comes every five minutes. */
export const LOOKED_MS = 6 * MINUTE_MS;

export type Decision = 'Accepted' | 'Refused';

/** A computer that moves files after their results, with a note beside refused ones; its documents await their answers. */
export async function awaiting(count: number, moves = true) {
  const fixture = await integrationFixture();
  await fixture.control('/switches', { keyOverlap: false }, 'PATCH');
  const integration = await fixture.integration();
  await fixture.connect('Bakery', integration);
  if (moves) await tidies(fixture);
  for (let n = 0; n < count; n += 1) fixture.scan(`scan ${n}`);
  await fixture.counted('awaiting', count);
  const documents = await fixture.documents();
  const rotate = async (): Promise<string> => {
    const { kid } = await fixture.control<{ readonly kid: string }>('/keys/rotate', {});
    await fixture.clock.advance(MINUTE_MS);
    return kid;
  };
  /** Signs the results with a key that no computer ever sees: it is published while they are off, and replaced before one is on again. */
  const answerWhileOff = async (decisions: readonly Decision[]): Promise<string> => {
    fixture.desktop.kill();
    const kid = await rotate();
    for (const [n, decision] of decisions.entries()) await fixture.decide(documents[n]?.documentId ?? '', decision);
    await fixture.clock.advance(MINUTE_MS);
    await rotate();
    return kid;
  };
  const comeBack = async (): Promise<void> => {
    await fixture.during(fixture.desktop.start());
    await fixture.clock.advance(LOOKED_MS);
  };
  return { ...fixture, integration, documents, rotate, answerWhileOff, comeBack };
}

async function tidies({ client, during, overview }: Pick<IntegrationFixture, 'client' | 'during' | 'overview'>): Promise<void> {
  const [folder] = (await overview()).folders;
  if (folder === undefined) throw new Error('no folder');
  await during(client().folders.change({ folderId: folder.id, after: 'move', refusalNote: true }));
}
