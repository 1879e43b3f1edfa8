import assert from 'node:assert/strict';
import type * as E from 'electron/main';
import type { FakeNotification } from '#test/support/fake-electron/fake-notification.ts';
import type { Assertion, Electron } from '../assertion.ts';
import { next } from '../tell.ts';

const SPEC = 'spec/api-notification-spec.ts';
const DOCS = 'docs/api/notification.md';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TEXT = { title: 'Intray', body: 'A document was refused' };

/** For what only a double can be made to do. */
function double({ Notification }: Electron): typeof FakeNotification {
  return Notification as unknown as typeof FakeNotification;
}

export const NOTIFICATION: readonly Assertion[] = [
  {
    name: 'A notification cannot be made before the app is ready',
    source: 'shell/browser/api/electron_api_notification.cc',
    early: ({ Notification }) => assert.throws(() => new Notification(TEXT), /before app is ready/),
  },
  {
    name: 'Whether the system has notifications is a yes or a no',
    source: SPEC,
    ready: ({ Notification }) => assert.equal(typeof Notification.isSupported(), 'boolean'),
  },
  {
    name: 'A notification has the title and the body that it was given',
    source: SPEC,
    ready: ({ Notification }) => {
      const { title, body } = new Notification(TEXT);
      assert.deepEqual({ title, body }, TEXT);
    },
  },
  {
    name: 'A notification has the id that it was given, which cannot be changed',
    source: SPEC,
    systems: ['darwin', 'win32'],
    ready: ({ Notification }) => {
      const notification = new Notification({ ...TEXT, id: 'document:1' });
      assert.equal(notification.id, 'document:1');
      assert.throws(() => Object.assign(notification, { id: 'document:2' }));
    },
  },
  {
    name: 'A notification that was given no id, or an empty one, has a UUID',
    source: SPEC,
    systems: ['darwin', 'win32'],
    ready: ({ Notification }) => {
      const ids = [new Notification(TEXT), new Notification({ ...TEXT, id: '' })].map(({ id }) => id);
      for (const id of ids) assert.match(id, UUID);
      assert.notEqual(ids[0], ids[1]);
    },
  },
  {
    name: 'On Windows an id has 64 characters at most',
    source: SPEC,
    systems: ['win32'],
    ready: ({ Notification }) => {
      assert.equal(new Notification({ ...TEXT, id: 'a'.repeat(64) }).id.length, 64);
      assert.throws(() => new Notification({ ...TEXT, id: 'a'.repeat(65) }), /64 UTF-16 characters/);
    },
  },
  {
    name: 'A notification that the system does not show says `failed`, with a reason, and not `show`',
    source: DOCS,
    systems: ['darwin', 'win32'],
    unseen: 'whether the system shows it is up to its settings and to the signature of the program',
    ready: async (electron) => {
      double(electron).failure = 'not signed';
      const notification = new electron.Notification(TEXT);
      const shown: unknown[] = [];
      notification.on('show', (event) => void shown.push(event));
      const failed = next(notification, 'failed');
      notification.show();
      const [, reason] = await failed;
      assert.deepEqual([reason, shown], ['not signed', []]);
      double(electron).failure = null;
    },
  },
  {
    name: 'The notifications that the system kept are handed out as a list, which may be empty',
    source: DOCS,
    systems: ['darwin'],
    ready: async ({ Notification }) => assert.ok(Array.isArray(await Notification.getHistory())),
  },
  {
    name: 'On Windows the click that started the app is told to who begins to listen later',
    source: DOCS,
    systems: ['win32'],
    unseen: 'a person clicks',
    ready: (electron) => {
      const told: E.ActivationArguments[] = [];
      double(electron).activate({ type: 'click', arguments: 'first' });
      electron.Notification.handleActivation((details) => void told.push(details));
      double(electron).activate({ type: 'click', arguments: 'second' });
      assert.deepEqual(
        told.map((details) => details.arguments),
        ['first', 'second'],
      );
    },
  },
];
