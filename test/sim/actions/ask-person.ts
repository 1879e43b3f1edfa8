import type { ItemId } from '#shared/domain/ids.ts';
import type { Question } from '#shared/domain/item/question.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Doing } from '../plan/action.ts';
import type { Office } from '../world/office.ts';
import type { Computer } from '../world/computer.ts';
import { keyOf } from '../world/ledger.ts';
import type { Integration } from '../world/premises.ts';

export type AskPerson = Extract<
  Doing,
  { kind: 'pause' | 'allow' | 'answer-flood' | 'put-aside' | 'parallel' | 'reconnect' | 'send-again' | 'tidy' | 'direct' }
>;

/** What a person does in the window of one computer. */
export function askPerson(office: Office, doing: AskPerson): void {
  const one = office.computers[doing.computer];
  if (one === undefined) return;
  switch (doing.kind) {
    case 'pause':
      office.ask(one, (client, company) => client.companies.pause({ companyId: company.id }));
      return office.later(doing.lengthMs, () => office.ask(one, (client, company) => client.companies.resume({ companyId: company.id })));
    case 'allow':
      return office.ask(one, async (client) => {
        const held = (await office.items(one)).filter(({ state }) => state.kind === 'held');
        office.ledger.unasked.clear();
        return client.items.allow({ itemIds: held.map(({ id }) => id) });
      });
    case 'answer-flood':
      return office.ask(one, async (client) => {
        if (doing.answer === 'all') office.ledger.unasked.clear();
        else await leaveAside(office, one, ({ kind }) => kind === 'flood');
        return client.items.answerFlood({ answer: { kind: doing.answer } });
      });
    case 'put-aside':
      return office.ask(one, async (client) => client.items.putAside({ itemIds: await leaveAside(office, one, () => true) }));
    case 'parallel':
      return office.ask(one, (client) => client.settings.change({ parallelUploads: doing.uploads }));
    case 'reconnect':
      return office.ask(one, async (client, company) => {
        office.integration = await newCredentials(office, doing.sameId);
        return client.companies.reconnect({ companyId: company.id, ...office.integration });
      });
    case 'send-again':
      return sendAgain(office, one, doing.accepts);
    case 'tidy':
      return tidy(office, one, doing.note);
    case 'direct':
      return direct(office, one, doing.lengthMs);
    default:
      return unreachable(doing);
  }
}

/** Records that the person wants nothing sent that is held for such a question. Returns the ids of those items. */
async function leaveAside(office: Office, one: Computer, isMeant: (question: Question) => boolean): Promise<ItemId[]> {
  const held = (await office.items(one)).filter(({ state }) => state.kind === 'held' && isMeant(state.question));
  const keys = held.map(({ importType, sha256 }) => keyOf(importType, sha256));
  office.ledger.leaveAside(one.name, keys);
  return held.map(({ id }) => id);
}

function sendAgain(office: Office, one: Computer, accepts: boolean): void {
  office.ask(one, async (client) => {
    const refused = (await office.items(one)).filter(({ state }) => state.kind === 'refused');
    for (const { importType, sha256, resubmission } of refused) office.ledger.sendAgain(keyOf(importType, sha256), resubmission + 1);
    if (accepts) await office.servers.control('/switches', { autoDecide: { afterMs: 5_000, refuseWhen: [] } }, 'PATCH');
    const answer = await client.items.sendAgain({ itemIds: refused.map(({ id }) => id) });
    const there = new Set(office.ledger.fit().map(({ paper }) => paper.sha256));
    for (const { id, importType, sha256, resubmission } of refused) {
      if (!answer.sent.includes(id)) continue;
      const uncopied = one.room.free() !== null && sha256 !== null && there.has(sha256);
      office.ledger.promised.push({ by: one.name, key: keyOf(importType, sha256), number: resubmission + 1, uncopied });
    }
    return answer;
  });
}

function tidy(office: Office, one: Computer, note: boolean): void {
  office.ask(one, async (client) => {
    office.ledger.wish(one.name, note);
    const { folders } = await client.overview();
    return Promise.all(folders.map(({ id }) => client.folders.change({ folderId: id, after: 'move', refusalNote: note })));
  });
}

/** The secret comes first: without it the direct mode could not ask for a token. */
function direct(office: Office, one: Computer, lengthMs: number): void {
  const { clientId, clientSecret } = office.servers.sandbox.credentials;
  office.ask(one, async (client) => {
    const kept = await client.secrets.keep({ name: 'client-secret', secret: clientSecret });
    if (!kept.ok) return kept.failure.kind;
    await client.settings.change({ credentials: { mode: 'direct', clientId } });
    office.direct.add(one.name);
    return 'direct';
  });
  office.later(lengthMs, () => {
    office.direct.delete(one.name);
    office.ask(one, (client) => client.settings.change({ credentials: { mode: 'broker', clientId: null } }));
  });
}

/** The credentials that the person reads in the service's user interface: renewed for the same integration, or those of another one. */
export async function newCredentials(office: Office, sameId: boolean): Promise<Integration> {
  const wanted = sameId ? { integrationId: office.integration.integrationId } : {};
  const made = await office.servers.control<Integration>('/integrations', wanted);
  office.witness.knowSecret(made.integrationId, made.integrationSecret);
  return made;
}
