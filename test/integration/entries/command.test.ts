import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runIn } from '#test/unit/electron/headless/host-fixture.ts';
import { BODY, ENTRIES, FILE, office, only, OTHER, sentOnce } from '../entries-office.ts';

/** A company whose folder has this one file, and the command line of its computer. */
async function program(content: string | Uint8Array, name: string) {
  const fixture = await office();
  fixture.disk.put(`${ENTRIES}/${name}`, typeof content === 'string' ? Buffer.from(content) : content, fixture.clock.wallMs());
  await fixture.counted('held', 1);
  const { id } = await only(fixture);
  const run = (...args: readonly string[]) => fixture.during(runIn({ client: fixture.client() }, ...args));
  return { ...fixture, id, run };
}

const FEC = readFileSync('test/entries/open/dolibarr/fec.txt');

describe('entries send', () => {
  it('sends all lines of a file that is asked about, and says how many; "allow" does not', async () => {
    const { run, id, ...fixture } = await program(FILE, 'paie.json');
    expect(await run('allow', id)).toMatchObject({ exit: 1, printed: '0 of 1 are sent now' });
    expect((await run('documents')).printed).toContain(`"entries send ${id}" sends them`);
    expect(await run('entries', 'send', id)).toMatchObject({ exit: 0, printed: expect.stringContaining('2 are sent now'), complained: '' });
    await fixture.counted('awaiting', 1);
    expect(await fixture.received((await sentOnce(fixture)).documentId)).toBe(BODY);
    expect(await run('entries', 'send', '--json', id)).toMatchObject({
      exit: 1,
      complained: expect.stringContaining('nobody is asked about it'),
    });
  });

  it('of a FEC sends nothing before it is said which journals are new, and then only these', async () => {
    const { run, id, ...fixture } = await program(FEC, 'FEC.txt');
    const refused = await run('entries', 'send', id);
    expect(refused).toMatchObject({ exit: 1, complained: expect.stringContaining('--without-journal or --all-journals') });
    expect(refused.complained).toContain('"AN" (4 lines, debit 13000.00, credit 13000.00, opening balances)');
    expect(await run('entries', 'send', '--without-journal', 'NA', id)).toMatchObject({
      exit: 1,
      complained: expect.stringContaining('it has no journal "NA"'),
    });
    expect(await fixture.documents()).toEqual([]);
    expect(await run('entries', 'send', '--without-journal', 'AN', '--without-journal', 'VE', id)).toMatchObject({
      exit: 0,
      printed: expect.stringContaining('94 are sent now'),
    });
    await fixture.counted('awaiting', 1);
    const sent = await fixture.received((await sentOnce(fixture)).documentId);
    const { lines } = (JSON.parse(sent) as { readonly data: { readonly lines: readonly { readonly journal: string }[] } }).data;
    expect([...new Set(lines.map(({ journal }) => journal))].toSorted()).toEqual(['AC', 'BQ', 'OD', 'PAIE']);
  });

  it('sends the whole books where a user says so', async () => {
    const { run, id, ...fixture } = await program(FEC, 'FEC.txt');
    expect(await run('entries', 'send', '--all-journals', id)).toMatchObject({
      exit: 0,
      printed: expect.stringContaining('158 are sent now'),
    });
    await fixture.counted('awaiting', 1);
    expect((await only(fixture)).entries).toMatchObject({ lines: 158, choice: { withoutJournals: [], withoutLines: [] } });
  });

  it('says why it does not send one, and sends the others', async () => {
    const { run, id, ...fixture } = await program(FILE, 'paie.json');
    fixture.drop('wrong.json', OTHER.replace('2026-01-31', '2026-02-30'));
    await fixture.counted('unfit', 1);
    const wrong = (await fixture.items()).find(({ name }) => name === 'wrong.json')?.id ?? id;
    const done = await run('entries', 'send', '--by-itself', wrong, id);
    expect(done).toMatchObject({ exit: 1, printed: expect.stringContaining('2 are sent now') });
    expect(done.complained).toContain(`${wrong}: it has 1 errors`);
    await fixture.counted('awaiting', 1);
    fixture.drop('next.json', OTHER);
    await fixture.counted('awaiting', 2);
  });
});
