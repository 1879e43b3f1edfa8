import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { utf8 } from '#shared/lib/bytes.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { findCanaries } from '#test/support/find-canaries.ts';
import { runIn } from '#test/unit/electron/headless/host-fixture.ts';
import {
  agree,
  BODY,
  ENTRIES,
  FILE,
  LINES_SHA256,
  MARKER,
  office,
  only,
  OTHER,
  send,
  type Sent,
  sentOnce,
  watches,
} from './entries-office.ts';
import { SANDBOX } from './integration-fixture.ts';

/** What is asked about `FILE` where nothing of it was sent. */
const QUESTION = { kind: 'entries', lines: 2, debitCents: 215_010, creditCents: 215_010, warnings: 0 };

describe('a file of entries in a folder of entries', () => {
  it('is asked about with its totals, and nothing of it leaves before somebody says so', async () => {
    const fixture = await office();
    fixture.drop('paie.json', FILE);
    await fixture.counted('held', 1);
    await fixture.clock.advance(HOUR_MS);
    const { state, entries } = await only(fixture);
    expect(state).toEqual({ kind: 'held', question: QUESTION });
    expect(entries).toMatchObject({ linesSha256: LINES_SHA256, mappingSha256: null });
    expect(await fixture.documents()).toEqual([]);
  });

  it('is sent to the letter of what was shown, with its hash, and is accepted with the proof that nothing was changed', async () => {
    const fixture = await office();
    fixture.drop('paie.json', FILE);
    await send(fixture);
    await fixture.counted('awaiting', 1);
    const { documentId, externalReference, metadata, importType } = await sentOnce(fixture);
    expect(await fixture.received(documentId)).toBe(BODY);
    expect({ metadata, importType }).toEqual({ metadata: { v: 1, linesSha256: LINES_SHA256, mappingSha256: null }, importType: 'entries' });
    expect((await only(fixture)).reference).toBe(externalReference);
    await fixture.decide(documentId, 'Accepted');
    await fixture.counted('accepted', 1);
    expect((await only(fixture)).entries).toMatchObject({ lines: 2, returned: 'same' });
  });

  it('is sent once, however often the same bytes are found', async () => {
    const fixture = await office();
    fixture.drop('paie.json', FILE);
    await send(fixture);
    await fixture.counted('awaiting', 1);
    fixture.drop('again/paie copy.json', FILE);
    await fixture.clock.advance(HOUR_MS);
    expect((await only(fixture)).state.kind).toBe('awaiting');
    expect(await fixture.documents()).toHaveLength(1);
  });

  it('that was refused is read and asked about once more, and is sent under the next number', async () => {
    const fixture = await office();
    fixture.drop('paie.json', FILE);
    await send(fixture);
    await fixture.counted('awaiting', 1);
    const first = await sentOnce(fixture);
    await fixture.decide(first.documentId, 'Refused');
    await fixture.counted('refused', 1);
    const { id, state } = await only(fixture);
    expect(state).toMatchObject({ reason: 'illisible' });
    expect(await fixture.during(fixture.client().items.sendAgain({ itemIds: [id] }))).toEqual({ sent: [id], missing: [] });
    await fixture.counted('held', 1);
    // Its own lines were refused, so nothing repeats.
    expect((await only(fixture)).state).toEqual({ kind: 'held', question: QUESTION });
    expect(await fixture.control<readonly Sent[]>('/documents')).toHaveLength(1);
    await send(fixture);
    await fixture.counted('awaiting', 1);
    const all = await fixture.control<readonly Sent[]>('/documents');
    expect(all.map(({ externalReference }) => externalReference.slice(-2)).toSorted()).toEqual(['00', '01']);
    expect(await Promise.all(all.map(({ documentId }) => fixture.received(documentId)))).toEqual([BODY, BODY]);
    expect((await only(fixture)).entries).not.toHaveProperty('returned');
  });

  it('with errors is not sent, and says where they stand', async () => {
    const fixture = await office();
    fixture.drop('paie.json', FILE.replace('2026-01-31', '2026-02-30').replace('"421000"', '""'));
    await fixture.counted('unfit', 1);
    const { state } = await only(fixture);
    expect(state).toMatchObject({
      problem: {
        kind: 'entries',
        errors: 2,
        faults: [
          { kind: 'no-date', line: 2, column: 32, value: '2026-02-30' },
          { kind: 'missing', line: 5, name: 'data.lines[1].account' },
        ],
      },
    });
    await fixture.clock.advance(HOUR_MS);
    expect(await fixture.documents()).toEqual([]);
  });

  it.each([
    ['rows whose columns nobody has explained', 'Date;Compte;Débit\n31/01/2026;641100;2150,10\n', 'needs-mapping'],
    ['a statement', 'OFXHEADER:100\nDATA:OFXSGML\n', 'statement'],
    ['empty but for a line end', '\r\n', 'empty'],
    ['JSON of something else', '{"name":"Bakery"}', 'not-entries'],
  ])('that is %s is not sent, and says why', async (_, text, why) => {
    const fixture = await office();
    fixture.drop('paie.json', text);
    await fixture.counted('unfit', 1);
    expect((await only(fixture)).state).toMatchObject({ problem: { kind: 'no-entries', why } });
  });

  it('came in a pile, and a yes to the pile is none to what is in a file', async () => {
    const fixture = await office();
    for (let n = 0; n < 30; n += 1) fixture.drop(`paie ${n}.json`, FILE.replace('2026-01-31', `2026-01-${String(n + 1).padStart(2, '0')}`));
    await fixture.counted('held', 30);
    const kinds = (await fixture.items()).map(({ state }) => (state.kind === 'held' ? state.question.kind : state.kind));
    expect(new Set(kinds)).toEqual(new Set(['entries']));
    await fixture.during(fixture.client().items.answerBulkArrival({ answer: { kind: 'all' } }));
    await fixture.clock.advance(HOUR_MS);
    expect(await fixture.documents()).toEqual([]);
  });

  it('is listed line by line on the command line, as it was sent', async () => {
    const fixture = await office();
    fixture.drop('paie.json', FILE);
    await send(fixture);
    await fixture.counted('awaiting', 1);
    const { id } = await only(fixture);
    const run = (...args: readonly string[]) => fixture.during(runIn({ client: fixture.client() }, 'documents', 'entries', id, ...args));
    expect((JSON.parse((await run('--json')).printed) as { readonly lines: unknown }).lines).toEqual(
      (JSON.parse(BODY) as { readonly data: { readonly lines: unknown } }).data.lines,
    );
    expect((await run()).printed).toContain(`641100   PAIE 2026-01  ${MARKER}  2150.10`);
    fixture.disk.put(`${ENTRIES}/paie.json`, utf8(OTHER), fixture.clock.wallMs());
    await fixture.counted('held', 1);
    expect(await run()).toMatchObject({ exit: 1, complained: 'Its file has other content by now, and there is no copy of what it was.' });
  });
});

describe('two computers on one folder of entries', () => {
  it('ask at both, and the service has the lines once, whoever says yes first', async () => {
    const fixture = await office();
    const second = await fixture.secondComputer('laptop');
    const company = await second.connect('Bakery', fixture.integration, false);
    await watches(second, company.id);
    fixture.drop('paie.json', FILE);
    await send(fixture);
    await send(second);
    await fixture.counted('awaiting', 1);
    await second.counted('awaiting', 1);
    const { documentId } = await sentOnce(fixture);
    expect((await only(second)).state).toMatchObject({ documentId });
    await fixture.decide(documentId, 'Accepted');
    for (const each of [fixture, second]) await each.counted('accepted', 1);
    expect((await only(second)).entries).toMatchObject({ returned: 'same' });
  });

  it('take the result of the other for their own, without a yes here', async () => {
    const fixture = await office();
    const second = await fixture.secondComputer('laptop');
    const company = await second.connect('Bakery', fixture.integration, false);
    await watches(second, company.id);
    fixture.drop('paie.json', FILE);
    await second.counted('held', 1);
    await send(fixture);
    await fixture.counted('awaiting', 1);
    await fixture.decide((await sentOnce(fixture)).documentId, 'Refused');
    await second.counted('refused', 1);
    expect((await only(second)).state).toMatchObject({ overtook: 'question' });
  });
});

describe('a computer that is killed while it sends entries', () => {
  it.each([1, 2, 3, 5, 8, 13, 21])('after %s of its calls has them at the service once, when it is back', async (calls) => {
    const fixture = await office();
    fixture.drop('paie.json', FILE);
    await fixture.counted('held', 1);
    await agree(fixture, await only(fixture));
    fixture.killAfter(calls);
    await fixture.clock.advance(2_000);
    fixture.desktop.kill();
    fixture.killAfter(1_000_000);
    await fixture.during(fixture.desktop.start());
    await fixture.counted('awaiting', 1);
    expect(await fixture.received((await sentOnce(fixture)).documentId)).toBe(BODY);
  });
});

describe('a request with entries', () => {
  it('has the same bytes after a refused token and after a lost answer, and the 409 that ends it is ours', async () => {
    const fixture = await office();
    const { fetch } = fixture.sandbox;
    const bodies: string[] = [];
    fixture.network.set(SANDBOX, async (request) => {
      if (!new URL(request.url).pathname.endsWith('/entries')) return fetch(request);
      bodies.push(await request.clone().text());
      if (bodies.length === 1) return new Response('{}', { status: 401, headers: { 'content-type': 'application/problem+json' } });
      const answer = await fetch(request);
      return bodies.length === 2 ? new Response(null, { status: 502 }) : answer;
    });
    fixture.drop('paie.json', FILE);
    await send(fixture);
    await fixture.counted('awaiting', 1);
    const { documentId, externalReference } = await sentOnce(fixture);
    const metadata = `{"v":1,"linesSha256":"${LINES_SHA256}","mappingSha256":null}`;
    const request = `{"entries":${BODY},"externalReference":"${externalReference}","metadata":${metadata}}`;
    expect(bodies).toEqual([request, request, request]);
    expect(await only(fixture)).toMatchObject({ state: { documentId }, sentElsewhere: false });
  });

  it('names whoever sends it', async () => {
    const fixture = await office();
    await fixture.during(fixture.client().settings.change({ userEmail: 'lea@bakery.example' }));
    fixture.drop('paie.json', FILE);
    await send(fixture);
    await fixture.counted('awaiting', 1);
    expect(await sentOnce(fixture)).toMatchObject({ userEmail: 'lea@bakery.example' });
  });
});

describe('metadata that comes back with a result', () => {
  it('and is not what was sent is told, and does not change which document is meant', async () => {
    const fixture = await office();
    const { fetch } = fixture.sandbox;
    // Something on the way changes what the service is told of the lines.
    fixture.network.set(SANDBOX, async (request) => {
      if (!new URL(request.url).pathname.endsWith('/entries')) return fetch(request);
      const text = (await request.text()).replace(`"linesSha256":"${LINES_SHA256}"`, `"linesSha256":"${'0'.repeat(64)}"`);
      return fetch(new Request(request.url, { method: 'POST', headers: request.headers, body: text }));
    });
    fixture.drop('paie.json', FILE);
    await send(fixture);
    await fixture.counted('awaiting', 1);
    const { documentId } = await sentOnce(fixture);
    await fixture.decide(documentId, 'Accepted');
    await fixture.counted('accepted', 1);
    expect(await only(fixture)).toMatchObject({ state: { documentId }, entries: { returned: 'different', linesSha256: LINES_SHA256 } });
  });
});

describe('what a line says', () => {
  it('is in no log, no report and no table of the relay, whatever becomes of its file', async () => {
    const fixture = await office();
    fixture.drop('paie.json', FILE);
    fixture.drop('wrong.json', FILE.replace(`"label": "${MARKER}"`, `"label": "${MARKER}", "dueDate": "${MARKER}"`));
    await fixture.counted('unfit', 1);
    await send(fixture);
    await fixture.counted('awaiting', 1);
    await fixture.decide((await sentOnce(fixture)).documentId, 'Refused');
    await fixture.counted('refused', 1);
    const { text: report } = await fixture.during(fixture.client().diagnostics.report());
    const view = await fixture.during(fixture.client().diagnostics.view());
    fixture.relay.keepCopy();
    const left = [
      { where: 'log', bytes: utf8(JSON.stringify(fixture.log.lines)) },
      { where: 'report', bytes: utf8(report) },
      { where: 'diagnostics', bytes: utf8(JSON.stringify(view)) },
      ...['relay.db', 'relay.db-wal'].map((name) => ({ where: name, bytes: readFileSync(`${fixture.folder}/${name}`) })),
    ];
    expect(findCanaries(left, [{ name: 'label', secret: MARKER }])).toEqual([]);
    const kept = JSON.stringify(await fixture.items());
    expect(findCanaries([{ where: 'journal', bytes: utf8(kept) }], [{ name: 'label', secret: MARKER }])).not.toEqual([]);
  });
});
