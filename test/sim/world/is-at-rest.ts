import type { SentDocument } from '../invariants/evidence.ts';
import { givenUpBy, lostOnTheWay } from './network/deliveries.ts';
import { type Ends, hasEnded } from './has-ended.ts';
import type { Simulation } from './simulation.ts';
import { whyRestless } from './why-restless.ts';

/**
 * Describes what has not come to its end yet; empty when everything has. An end is the result that the service decided, a question to the
 * person, or "set aside" with a reason, each where it belongs; or "no answer yet", if the answer was lost for good through more than 48 hours
 * of silence or by the relay's operator.
 */
export async function notAtRest(simulation: Simulation): Promise<readonly string[]> {
  // First without the service: asking it each time costs more than everything else in the calm.
  const early = await restless(simulation, null);
  if (early.length > 0) return early;
  const documents = await simulation.documents();
  const forgotten = new Set(simulation.forgotten);
  const undecided = documents
    .filter((one) => one.documentState === null && !forgotten.has(one))
    .map(({ documentId }) => `${documentId} is not decided`);
  const apart = await simulation.apart(documents.map(({ documentId }) => documentId));
  const lost = new Set([...simulation.lost, ...apart, ...(await givenUpBy(simulation)), ...(await lostOnTheWay(simulation))]);
  return [...undecided, ...(await restless(simulation, lostOf(documents, lost)))];
}

/**
 * Documents and references whose answer is lost for good (C23). References too: after a 409 that named no document (C11) a desktop knows
 * nothing else.
 */
function lostOf(documents: readonly SentDocument[], lost: ReadonlySet<string>): ReadonlySet<string> {
  const gone = documents.filter(({ documentId }) => lost.has(documentId));
  return new Set(
    gone.flatMap(({ documentId, externalReference }) => [documentId, ...(externalReference === null ? [] : [externalReference])]),
  );
}

/** `lost` is what is lost for good; null for not known, when every "no answer yet" may be part of it. */
async function restless(simulation: Simulation, lost: Ends['lost']): Promise<readonly string[]> {
  const found = simulation.isUndone ? [] : ['something lasts'];
  // A computer that lost its secrets has enrolled at the relay again, so the relay sees the two as two computers.
  if (simulation.image?.isTold === false && simulation.keyless.size === 0)
    found.push(`nobody is told that ${simulation.image.name} runs beside its original`);
  for (const one of simulation.computers) {
    if (one.client() === null) return [`${one.name} is off`];
    const items = await one.seenItems();
    const leftAside = simulation.ledger.leftAside.get(one.name) ?? new Set();
    const ends: Ends = { lost, leftAside, keyless: simulation.keyless.has(one.name) };
    for (const left of simulation.ledger.left.values())
      found.push(...whyRestless(left, items, ends).map((why) => `${one.name}: ${left.path} ${why}`));
    for (const item of items) if (!hasEnded(item, ends)) found.push(`${one.name}: ${item.sha256?.slice(0, 8)} is ${item.state.kind}`);
  }
  return found;
}
