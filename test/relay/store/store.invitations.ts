import { expect } from 'vitest';
import type { Claimed, InvitationClaim, NewInvitation } from '#relay/store/invitations/invitation-store.ts';
import type { Store } from '#relay/store/store.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { uuid } from '../relay-bench.ts';
import { linked, NOTHING_DUE, type StorePromise } from './store.devices.ts';

const A = integrationIdSchema.parse(uuid(1, 1));
const MINUTE = 60_000;
const DAY = 86_400_000;
const DEPOSIT = { iv: new Uint8Array(12).fill(1), ciphertext: Uint8Array.from({ length: 40 }, (_, at) => at), numberDigest: 'right' };
const NEW: NewInvitation = {
  invitationId: uuid(7, 1),
  findDigest: 'find-1',
  integrationId: A,
  company: 'Exemple SARL',
  accountant: null,
  createdAt: 1_000,
  createdBy: 'operator-7',
  expiresAt: 1_000 + DAY,
  deposit: DEPOSIT,
};

/** What every engine promises about invitations. */
export const INVITATION_PROMISES: readonly StorePromise[] = [
  {
    name: 'an invitation is kept as it was made, and looking at it changes nothing',
    async check(store) {
      await store.addInvitation(NEW);
      const { deposit: _, ...made } = NEW;
      const found = { ...made, hasSecret: true, wrongNumbers: 0, claim: null, ended: null };
      for (let turn = 0; turn < 2; turn += 1) expect(await store.invitation('find-1', 2_000)).toEqual(found);
      expect(await store.invitation('find-2', 2_000)).toBeNull();
      expect((await store.totals()).invitations).toBe(1);
      expect(await acts(store)).toEqual(['invitation made by operator-7']);
    },
  },
  {
    name: 'an invitation goes to one of many claimers at the same time, with the secret’s very bytes',
    async check(store) {
      await store.addInvitation(NEW);
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, n) => store.claimInvitation(claim({ device: deviceOf(`d${n}`), key: `key of d${n}` }))),
      );
      const won = all.filter((one) => one.kind === 'claimed');
      expect(all.map(({ kind }) => kind).toSorted()).toEqual(['claimed', ...Array.from({ length: 19 }, () => 'over')]);
      const claimed = won[0]?.kind === 'claimed' ? won[0].invitation.claim : null;
      expect(won[0]).toMatchObject({ isRepeated: false, invitation: { claim: { at: 2_000 }, ended: { at: 2_000, why: 'claimed' } } });
      // The winner's own key, not that of one who lost.
      expect(claimed?.key).toBe(`key of ${claimed?.deviceId}`);
      expect((await store.invitation('find-1', 3_000))?.claim).toEqual(claimed);
      expect(bytesOf(won[0])).toEqual([Buffer.from(DEPOSIT.iv), Buffer.from(DEPOSIT.ciphertext)]);
      expect((await acts(store)).filter((act) => act.startsWith('invitation claimed'))).toHaveLength(1);
      expect((await store.totals()).invitations).toBe(0);
    },
  },
  {
    name: 'a claim whose answer was lost is repeated by the same device with the same key for ten minutes, and by nobody else',
    async check(store) {
      await store.addInvitation(NEW);
      await store.claimInvitation(claim());
      const again = await store.claimInvitation(claim({ at: 2_000 + 10 * MINUTE - 1, numberDigest: 'wrong' }));
      expect(again).toMatchObject({ kind: 'claimed', isRepeated: true });
      expect(bytesOf(again)[1]).toEqual(Buffer.from(DEPOSIT.ciphertext));
      const others: Partial<InvitationClaim>[] = [{ key: 'other' }, { device: deviceOf('d2') }, { at: 2_000 + 10 * MINUTE }];
      for (const other of others) expect((await store.claimInvitation(claim(other))).kind).toBe('over');
      expect((await acts(store)).filter((act) => act.startsWith('invitation claimed'))).toHaveLength(1);
    },
  },
  {
    name: 'a fifth wrong number ends an invitation, however many come at the same time, and none of the later ones is compared',
    async check(store) {
      await store.addInvitation(NEW);
      expect(await store.claimInvitation(claim({ numberDigest: null }))).toMatchObject({ kind: 'number-needed', left: 5 });
      const wrong = await Promise.all(Array.from({ length: 12 }, (_, n) => store.claimInvitation(claim({ numberDigest: `wrong-${n}` }))));
      const left = wrong.map((one) => (one.kind === 'wrong-number' ? String(one.left) : one.kind));
      expect(left.toSorted()).toEqual(['0', '1', '2', '3', '4', ...Array.from({ length: 7 }, () => 'over')]);
      const over = await store.claimInvitation(claim());
      expect(over).toMatchObject({ kind: 'over', invitation: { claim: null, ended: { why: 'too-many-wrong-numbers' } } });
      expect(await acts(store)).toEqual(['invitation made by operator-7', 'invitation ended by wrong numbers by d1']);
    },
  },
  {
    name: 'four wrong numbers and the right one claim an invitation',
    async check(store) {
      await store.addInvitation(NEW);
      for (let turn = 0; turn < 4; turn += 1) await store.claimInvitation(claim({ numberDigest: 'wrong' }));
      expect(await store.claimInvitation(claim())).toMatchObject({ kind: 'claimed', invitation: { wrongNumbers: 4 } });
    },
  },
  {
    name: 'an invitation without a secret takes no number, and counts none',
    async check(store) {
      await store.addInvitation({ ...NEW, deposit: null });
      expect(await store.claimInvitation(claim({ numberDigest: null }))).toMatchObject({ kind: 'claimed', deposit: null });
      expect(await store.claimInvitation(claim({ numberDigest: null }))).toMatchObject({ kind: 'claimed', isRepeated: true });
    },
  },
  {
    name: 'an invitation that is withdrawn while it is claimed goes one way or the other, and never both',
    async check(store) {
      for (let n = 0; n < 12; n += 1) {
        const of = { ...NEW, invitationId: uuid(7, n), findDigest: `find-${n}` };
        await store.addInvitation(of);
        const [claimed, withdrawn] = await Promise.all([
          store.claimInvitation(claim({ findDigest: of.findDigest })),
          store.withdrawInvitation({ invitationId: of.invitationId, by: 'operator-7', at: 2_000 }),
        ]);
        expect([claimed.kind, withdrawn?.ended?.why]).toEqual(claimed.kind === 'claimed' ? ['claimed', 'claimed'] : ['over', 'withdrawn']);
      }
    },
  },
  {
    name: 'withdrawing leaves what had ended as it was, but no secret that could be fetched again',
    async check(store) {
      await store.addInvitation(NEW);
      await store.claimInvitation(claim());
      const withdrawn = await store.withdrawInvitation({ invitationId: NEW.invitationId, by: 'operator-7', at: 3_000 });
      expect(withdrawn).toMatchObject({ claim: { name: 'PC of d1', key: 'key-1' }, ended: { at: 2_000, why: 'claimed' } });
      expect((await store.claimInvitation(claim({ at: 3_000 }))).kind).toBe('over');
      expect(await store.withdrawInvitation({ invitationId: uuid(7, 9), by: 'operator-7', at: 3_000 })).toBeNull();
    },
  },
  {
    name: 'an undone claim sends its device away from that integration alone, and stays undone',
    async check(store) {
      const B = integrationIdSchema.parse(uuid(1, 2));
      await linked(store, 'd1', A, B);
      await linked(store, 'd2', A);
      await store.addInvitation(NEW);
      const undo = (at: number) => store.undoInvitation({ findDigest: 'find-1', by: 'd2', at });
      expect(await undo(1_500)).toMatchObject({ kind: 'open', invitation: { ended: null } });
      await store.claimInvitation(claim());
      expect(await undo(3_000)).toMatchObject({ kind: 'undone', unlinked: true, invitation: { ended: { at: 3_000, why: 'undone' } } });
      expect(await undo(4_000)).toMatchObject({ kind: 'undone', unlinked: false, invitation: { ended: { at: 3_000 } } });
      expect((await store.heads('d1'))?.map(({ integrationId }) => integrationId)).toEqual([B]);
      expect(await store.isSentAway({ deviceId: 'd1', integrationId: A })).toBe(true);
      expect((await store.heads('d2'))?.map(({ integrationId }) => integrationId)).toEqual([A]);
      expect((await store.claimInvitation(claim({ at: 3_001 }))).kind).toBe('over');
      expect((await acts(store)).filter((act) => act.startsWith('invitation undone'))).toEqual(['invitation undone by d2']);
      expect(await store.undoInvitation({ findDigest: 'find-2', by: 'd2', at: 1 })).toEqual({ kind: 'unknown' });
    },
  },
  {
    name: 'an invitation ends with its day, and only a claim can be undone',
    async check(store) {
      await store.addInvitation(NEW);
      const after = NEW.expiresAt;
      expect((await store.invitation('find-1', after - 1))?.ended).toBeNull();
      expect((await store.invitation('find-1', after))?.ended).toEqual({ at: after, why: 'expired' });
      expect((await store.claimInvitation(claim({ at: after }))).kind).toBe('over');
      expect((await store.undoInvitation({ findDigest: 'find-1', by: 'd2', at: after })).kind).toBe('over');
      const withdrawn = await store.withdrawInvitation({ invitationId: NEW.invitationId, by: 'operator-7', at: after });
      expect(withdrawn?.ended?.why).toBe('expired');
    },
  },
  {
    name: 'retention erases a secret ten minutes after its claim or when its day is over, and the invitation after thirty days',
    async check(store) {
      const unclaimed = { ...NEW, invitationId: uuid(7, 2), findDigest: 'find-2' };
      await store.addInvitation(NEW);
      await store.addInvitation(unclaimed);
      await store.claimInvitation(claim());
      await store.sweep({ ...NOTHING_DUE, now: 2_000, claimsBefore: 2_000 });
      expect((await store.claimInvitation(claim({ at: 2_001 }))).kind).toBe('claimed');
      await store.sweep({ ...NOTHING_DUE, now: 2_001, claimsBefore: 2_001 });
      expect((await store.claimInvitation(claim({ at: 2_001 }))).kind).toBe('over');
      await store.sweep({ ...NOTHING_DUE, now: NEW.expiresAt });
      const listed = await store.invitations({ after: null, rowsMax: 10, now: 0 });
      expect(listed.map(({ ended }) => ended)).toEqual([
        { at: 2_000, why: 'claimed' },
        { at: NEW.expiresAt, why: 'expired' },
      ]);
      await store.sweep({ ...NOTHING_DUE, now: NEW.expiresAt, invitationsBefore: 2_001 });
      expect((await store.invitations({ after: null, rowsMax: 10, now: 0 })).map(({ findDigest }) => findDigest)).toEqual(['find-2']);
      expect(await store.invitation('find-1', 0)).toBeNull();
      expect(await acts(store)).toHaveLength(3);
    },
  },
  {
    name: 'invitations are listed in pages, the oldest first',
    async check(store) {
      for (let n = 5; n > 0; n -= 1) {
        await store.addInvitation({ ...NEW, invitationId: uuid(7, n), findDigest: `find-${n}`, createdAt: 1_000 + Math.floor(n / 2) });
      }
      const seen: string[] = [];
      for (let after: Parameters<Store['invitations']>[0]['after'] = null; ; ) {
        const page = await store.invitations({ after, rowsMax: 2, now: 0 });
        seen.push(...page.map(({ findDigest }) => findDigest));
        after = page.at(-1) ?? null;
        if (after === null) break;
      }
      expect(seen).toEqual(['find-1', 'find-2', 'find-3', 'find-4', 'find-5']);
    },
  },
];

function claim(of: Partial<InvitationClaim> = {}): InvitationClaim {
  return { findDigest: 'find-1', device: deviceOf('d1'), key: 'key-1', numberDigest: 'right', at: 2_000, ...of };
}

function deviceOf(deviceId: string): InvitationClaim['device'] {
  return { deviceId, name: `PC of ${deviceId}` };
}

function bytesOf(claimed: Claimed | undefined): readonly Buffer[] {
  if (claimed?.kind !== 'claimed' || claimed.deposit === null) return [];
  return [Buffer.from(claimed.deposit.iv), Buffer.from(claimed.deposit.ciphertext)];
}

async function acts(store: Store): Promise<readonly string[]> {
  return (await store.invitationAudit({ after: 0, rowsMax: 100 })).map(({ act, who }) => `${act} by ${who}`);
}
