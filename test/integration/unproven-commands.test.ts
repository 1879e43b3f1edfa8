import { describe, expect, it } from 'vitest';
import { readCommand } from '#electron/headless/commands/all-commands.ts';
import type { IntegrationFixture } from './integration-fixture.ts';
import { awaiting } from './answered-while-off.ts';

/** A command's output and exit code. */
async function said(fixture: Pick<IntegrationFixture, 'client' | 'during' | 'clock'>, ...words: readonly string[]) {
  const ready = readCommand([...words, '--profile', '/x']);
  if (!ready.ok) throw new Error(ready.failure);
  const [lines, complaints]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => void lines.push(line), complain: (line: string) => void complaints.push(line) };
  const call = {
    ...terminal,
    client: fixture.client(),
    clock: fixture.clock,
    readInput: async () => '',
    readFile: async () => null,
    program: 'intray',
  };
  return { exit: await fixture.during(ready.value.run(call)), text: lines.join('\n'), complaints };
}

describe('answers without proof, on the command line,', () => {
  it('are listed, told by the doctor, and taken: the accepted ones all at once, a refusal by itself alone', async () => {
    const fixture = await awaiting(3);
    await fixture.answerWhileOff(['Accepted', 'Refused', 'Accepted']);
    await fixture.comeBack();
    const numbers = fixture.documents.map(({ documentId }) => documentId);
    const before = await said(fixture, 'documents', '--asking', '--state', 'held');
    expect(before.text.match(/unproven: the relay says (accepted|refused "illisible")/g)).toHaveLength(3);
    const doctor = await said(fixture, 'doctor');
    expect(doctor.text).toContain('3 with a result that nothing proves');
    expect(doctor.text).toContain('3 by keys unknown here');
    const many = await said(fixture, 'documents', 'take-unproven', ...numbers);
    expect(many).toMatchObject({
      exit: 1,
      text: expect.stringMatching(/^2 of 3 /),
      complaints: [expect.stringContaining('1 say refused')],
    });
    expect(await said(fixture, 'documents', 'take-unproven', numbers[1]?.toUpperCase() ?? '')).toMatchObject({
      exit: 0,
      text: expect.stringMatching(/^1 of 1 /),
    });
    const after = await said(fixture, 'documents');
    expect(after.text.match(/(accepted|refused) +(illisible; )?unproven, taken on \d{4}-\d\d-\d\d/g)).toHaveLength(3);
    expect(await said(fixture, 'documents', 'take-unproven', '--accepted')).toMatchObject({
      exit: 0,
      text: expect.stringMatching(/^0 of 0 /),
    });
  });
});
