import { describe, expect, it } from 'vitest';
import { answersOtherwise } from '../mutants/answers-otherwise.ts';
import { deliversOtherwise } from '../mutants/delivers-otherwise.ts';
import { takesAnything, takesTooLittle } from '../mutants/takes-anything.ts';
import { type Mutant, mutatedService } from '../mutants/mutated-service.ts';
import { ALL_CASES } from '../suite/all-cases.ts';
import { runSuite } from '../suite/run-suite.ts';
import { projectText } from '#test/support/project-text.ts';

const ALL_MUTANTS: readonly Mutant[] = [...takesAnything, ...takesTooLittle, ...answersOtherwise, ...deliversOtherwise];
/** Most take milliseconds; a few wait ten seconds for a webhook that does not come, several of them in parallel. */
const MUTANT_MS = 600_000;
/** What the document leaves open, each read the other way. The numbers are those of our list of readings. */
const ALTERNATIVES = [
  ['3: the status route wants no secret', { statusNeedsSecret: false }],
  ['4: the keys want a token', { jwksNeedsBearer: true }],
  ['6: a new token ends the older ones', { liveTokens: 'newest' }],
  ['7: a revoked integration is 404', { revokedStatus: 404 }],
  ['7: the reason stands in the title', { revokedReasonIn: 'title' }],
  ['8: the status has no body', { statusAnswer: 'empty' }],
  ['11: depositDate is in milliseconds', { depositDateAs: 'milliseconds' }],
  ['11: depositDate has no zone', { depositDateAs: 'iso-local' }],
  ['12: the reference of a refused document is free', { refusedReferenceReleased: true }],
  ['16: 5 MB are 5,000,000 bytes', { maxFileBytes: 5_000_000 }],
  ['16: what is too large is 413', { oversizeStatus: 413 }],
  ['16: what is too large is cut off', { oversizeStatus: 'reset' }],
  ['18: an email is not looked at', { emailChecked: false }],
  ['24: body_sha256 is in capitals', { hashAs: 'upper' }],
  ['24: a retry is not signed anew', { resignRetries: false }],
  ['30: an automatic revocation is told by the 400 alone', { revocationEventAfterAutoRevoke: false }],
  ['31: there are members that nobody knows', { extraMembers: true }],
] as const;
/** Cases that wait ten seconds, and that no reading affects. */
const PATIENT = new Set(['delivery/times-out', 'delivery/time-out-is-retried']);

async function findFailures(ids: ReadonlySet<string>, ...service: Parameters<typeof mutatedService>): Promise<readonly string[]> {
  const { http, target, close } = mutatedService(...service);
  try {
    const outcomes = await runSuite(target, { http, sections: [], ids });
    expect(outcomes.map(({ of }) => of.id).toSorted()).toEqual([...ids].toSorted());
    return outcomes.filter(({ verdict }) => verdict.kind !== 'passed').map(({ of }) => of.id);
  } finally {
    await close();
  }
}

describe.concurrent('a service that does one thing otherwise', () => {
  it('is one of a hundred and more, each with a name of its own and cases that there are', () => {
    expect(new Set(ALL_MUTANTS.map(({ name }) => name)).size).toBe(ALL_MUTANTS.length);
    expect(ALL_MUTANTS.length).toBeGreaterThanOrEqual(100);
    const known = new Set(ALL_CASES.map(({ id }) => id));
    expect(ALL_MUTANTS.flatMap(({ caughtBy }) => caughtBy).filter((id) => !known.has(id))).toEqual([]);
    expect(ALL_MUTANTS.filter(({ caughtBy }) => caughtBy.length === 0)).toEqual([]);
  });

  it('is nothing that the cases find in the sandbox as it is', { timeout: MUTANT_MS }, async () => {
    expect(await findFailures(new Set(ALL_MUTANTS.flatMap(({ caughtBy }) => caughtBy)), {})).toEqual([]);
  });

  it.each(ALL_MUTANTS)('is found, by name, where it $name', { timeout: MUTANT_MS }, async (mutant) => {
    expect([...(await findFailures(new Set(mutant.caughtBy), mutant))].toSorted()).toEqual(mutant.caughtBy.toSorted());
  });

  it('is counted as the page says', () => {
    const page = projectText('test/contract/mutants/README.md');
    const rows = Array.from(page.matchAll(/\| (\d+) \|$/gm), ([, count]) => Number(count));
    expect(rows).toEqual([takesAnything, takesTooLittle, answersOtherwise, deliversOtherwise].map(({ length }) => length));
    expect(/(\d+) mutants/.exec(page)?.[1]).toBe(String(ALL_MUTANTS.length));
  });
});

describe.concurrent('a reading that the document leaves open', () => {
  it.each(ALTERNATIVES)('is no failure: %s', { timeout: MUTANT_MS }, async (_what, switches) => {
    const ids = new Set(ALL_CASES.map(({ id }) => id).filter((id) => !PATIENT.has(id)));
    expect(await findFailures(ids, {}, switches)).toEqual([]);
  });

  it('is a failure only in what the document does ask for: problems of the members that it names, without the reason of a closure', async () => {
    const ids = new Set(ALL_CASES.map(({ id }) => id).filter((id) => !PATIENT.has(id)));
    const failures = await findFailures(ids, {}, { problemMembers: 'documented' });
    expect(failures).toEqual(['errors/later-SMB_CLOSED', 'errors/later-SMB_NOTFOUND', 'errors/later-CPA_CLOSED']);
  });
});
