import { join, resolve, sep } from 'node:path';
import { anything, array, assert, constant, constantFrom, json, jsonValue, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppAddress, windowFile } from '#electron/desktop/window/app-scheme.ts';
import { os } from '@orpc/server';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { RPCHandler } from '@orpc/server/message-port';
import { QUESTION_CHARS_MAX } from '#electron/desktop/window/port-channel.ts';
import { endedBy, readQuestion, WindowPort } from '#electron/desktop/window/window-port.ts';
import { WINDOW_UPLOAD_PIECE_BYTES, windowUploadPieceSchema } from '#shared/app-api/window-upload.ts';
import { recordingLog } from '#test/support/virtual-world.ts';

// On Windows this includes the drive.
const ROOT = resolve(sep, 'opt', 'intray', 'dist', 'window');

describe('a file of the window', () => {
  it('is found under its folder, with its type', () => {
    expect(windowFile(ROOT, 'app://intray/')).toEqual({ path: join(ROOT, 'index.html'), contentType: 'text/html; charset=utf-8' });
    expect(windowFile(ROOT, 'app://intray/icon.svg')?.contentType).toBe('image/svg+xml; charset=utf-8');
    expect(windowFile(ROOT, 'app://intray/assets/index-1.js?v=1#x')?.path).toBe(join(ROOT, 'assets', 'index-1.js'));
    expect(windowFile(ROOT, 'app://intray/assets/a%20b.css')?.path).toBe(join(ROOT, 'assets', 'a b.css'));
  });

  it.each([
    'app://intray/../../etc/secret.json',
    'app://intray/..%2f..%2fsecret.json',
    'app://intray/%2e%2e/%2e%2e/secret.json',
    'app://intray/..%5c..%5csecret.json',
    'app://intray/C:/secret.json',
    'app://intray/index.html%00.png',
    'app://intray/index.html::$DATA.json',
    'app://intray/%E0%A4%A.html',
    'app://intray/assets',
    'app://intray/package.node',
  ])('is never outside of it, nor of another kind: %s', (address) => {
    const found = windowFile(ROOT, address);
    expect(found === null || found.path.startsWith(ROOT + sep)).toBe(true);
    expect(found?.path ?? '').not.toMatch(/\0|\.node$/);
  });

  it.each([
    'assets/..%2findex.html',
    'assets%5cindex.js',
    'C%3a/index.js',
    'C%3aindex.js',
    '%2f%2fserver%2fshare%2findex.js',
    '/server/share/index.js',
    'index.html%3a%3a$DATA',
    'index.html:evil.js',
    'assets./index.js',
    'assets%20/index.js',
    'index.html.',
    'index.html%20',
    'con.js',
    'assets/NUL.css',
    'aux/index.js',
    'com1.old/index.js',
  ])('has one name on every system, also on Windows: %s is none', (below) => {
    expect(windowFile(ROOT, `app://intray/${below}`)).toBeNull();
  });

  it('stays inside for whatever a page asks', () => {
    const outside: string[] = [];
    assert(
      property(array(constantFrom('..', '%2e%2e', '%2f', '%5c', '/', '\\', 'a', '.js', '%00', ':')), (parts) => {
        const found = windowFile(ROOT, `app://intray/${parts.join('')}`);
        if (found !== null && !(found.path.startsWith(ROOT + sep) && !found.path.includes('\0'))) outside.push(found.path);
      }),
    );
    expect(outside).toEqual([]);
  });
});

describe('an address of the app', () => {
  it('is told by scheme and host together', () => {
    expect(isAppAddress('app://intray/#/documents/1')).toBe(true);
    for (const foreign of ['app://intray.evil/', 'app://evil/', 'https://intray/', 'app://a@intray/', 'file:///intray/', 'null', ''])
      expect({ foreign, ours: isAppAddress(foreign) }).toEqual({ foreign, ours: false });
  });
});

type Ask = { greet(input: { name: string }): Promise<string>; rings(): Promise<AsyncIterable<number>> };
type Listener = (event: { readonly data: string }) => void;

const router = {
  greet: os.handler(({ input }) => `hello ${(input as { name: string }).name}`),
  rings: os.handler(async function* () {
    yield 1;
    yield 2;
    await Promise.resolve();
  }),
};

const long = (length: number): string => JSON.stringify({ i: '1', p: { u: '/greet', b: 'x'.repeat(length) } });

/** A window and the main process, connected without Electron. */
function joined() {
  const log = recordingLog();
  const listeners: Listener[] = [];
  const port = new WindowPort((data) => {
    for (const listener of listeners) listener({ data });
  }, log);
  new RPCHandler(router).upgrade(port);
  const link = new RPCLink({
    port: {
      postMessage: (message: unknown) => port.receive(message),
      addEventListener: (type: string, listener: unknown) => void (type === 'message' && listeners.push(listener as Listener)),
    },
  });
  return { port, log, listeners, ask: createORPCClient<never>(link) as Ask };
}

describe('the port between window and engine', () => {
  it('lets the largest piece of a handed file through', () => {
    const base64 = Buffer.alloc(WINDOW_UPLOAD_PIECE_BYTES, 255).toString('base64');
    const asked = { json: { windowUploadId: '11111111-1111-4111-8111-111111111111', base64 } };
    expect(windowUploadPieceSchema.safeParse(asked.json).success).toBe(true);
    expect(readQuestion(JSON.stringify({ i: '12', p: { u: '/windowUploads/piece', b: asked } }))).toMatchObject({ kind: 'ask' });
  });

  it('carries questions, answers and doorbells in the form that oRPC writes', async () => {
    const { ask } = joined();
    expect(await ask.greet({ name: 'Zoé' })).toBe('hello Zoé');
    const heard: number[] = [];
    for await (const ring of await ask.rings()) heard.push(ring);
    expect(heard).toEqual([1, 2]);
  });

  it('survives thousands of messages that are none, says so once, and still answers', async () => {
    const { port, log, ask } = joined();
    const text = oneof(
      string(),
      json(),
      jsonValue().map((p) => JSON.stringify({ i: '1', p })),
      constant('{"i":"1","t":3,"p":null}'),
    );
    assert(
      property(oneof(text, anything()), (message) => port.receive(message)),
      { numRuns: 3_000 },
    );
    expect(log.lines.map((line) => line.message)).toEqual(['window sent what is no message of ours']);
    expect(await ask.greet({ name: 'Zoé' })).toBe('hello Zoé');
  });

  it.each([
    ['a form', { i: '1', p: { u: '/greet', h: { 'content-type': 'multipart/form-data; boundary=x' } } }],
    ['a file', { i: '1', p: { u: '/greet', h: { 'content-disposition': 'attachment' } } }],
    ['a stream', { i: '1', t: 3, p: { e: 'message', d: 1 } }],
    ['another address', { i: '1', p: { u: 'https://example.com/greet' } }],
    ['a way out of the routes', { i: '1', p: { u: '/../greet' } }],
    ['another method', { i: '1', p: { u: '/greet', m: 'GET' } }],
    ['a list', ['i', '1']],
  ])('refuses %s', (_name, message) => {
    expect(readQuestion(JSON.stringify(message))).toBeNull();
    expect(readQuestion(message)).toBeNull();
  });

  it('refuses a message longer than any of ours', () => {
    expect(readQuestion(long(1_000))).not.toBeNull();
    expect(readQuestion(long(QUESTION_CHARS_MAX))).toBeNull();
  });

  it('bounds the questions that are open, and counts the answered ones no longer', () => {
    const { port } = joined();
    const passed: string[] = [];
    port.addEventListener('message', (event: { data: string }) => passed.push(event.data));
    const ask = (id: number) => port.receive(JSON.stringify({ i: String(id), p: { u: '/greet' } }));
    for (let id = 0; id < 1_000; id += 1) ask(id);
    const bound = passed.length;
    expect(bound).toBeLessThan(1_000);
    port.postMessage(JSON.stringify({ i: '0', p: { b: 1 } }));
    ask(2_000);
    expect(passed).toHaveLength(bound + 1);
  });

  it('lets the end of a question through, so that its place is free again', () => {
    expect(readQuestion('{"i":"7","t":4}')).toEqual({ kind: 'stop', id: '7', text: '{"i":"7","t":4}' });
  });

  it('knows which answer is the last one', () => {
    expect(endedBy('{"i":"7","p":{"b":1}}')).toBe('7');
    expect(endedBy('{"i":"7","p":{"h":{"content-type":"text/event-stream"}}}')).toBeNull();
    expect(endedBy('{"i":"7","t":3,"p":{"e":"message","d":1}}')).toBeNull();
    expect(endedBy('{"i":"7","t":3,"p":{"e":"done"}}')).toBe('7');
  });
});
