import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readInvitationFile, shareIn } from '#electron/platform/files/read-invitation-file.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_LINKS, unless } from '#test/support/why-skipped.ts';

const LINK = 'https://relay.example.com/invitation#1.AAAAAAAAAAAAAAAAAAAAAA';

/** A line of the kernel's table of mounts. */
function mount(point: string, type: string): string {
  return `36 35 98:0 / ${point} rw,noatime master:1 - ${type} source rw`;
}

const NO_PIPES = existsSync('/dev/zero') ? null : 'there are no pipes and devices among the files here';

describe('the file of an invitation', () => {
  it('is read whole up to 8 KB', async () => {
    const path = join(tempFolder(), 'Exemple.intray');
    writeFileSync(path, `${LINK}\n`);
    expect(await readInvitationFile(path)).toEqual({ ok: true, value: `${LINK}\n` });
    writeFileSync(path, 'x'.repeat(8_192));
    expect(await readInvitationFile(path)).toMatchObject({ ok: true });
    writeFileSync(path, 'x'.repeat(8_193));
    expect(await readInvitationFile(path)).toEqual({ ok: false, failure: 'too-large' });
  });

  it('is no link', unless(NO_LINKS), async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'real.intray'), LINK);
    symlinkSync(join(folder, 'real.intray'), join(folder, 'link.intray'));
    expect(await readInvitationFile(join(folder, 'link.intray'))).toEqual({ ok: false, failure: 'not-a-file' });
  });

  it('is no folder', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'folder.intray'));
    expect(await readInvitationFile(join(folder, 'folder.intray'))).toEqual({ ok: false, failure: 'not-a-file' });
    expect(await readInvitationFile(join(folder, 'gone.intray'))).toEqual({ ok: false, failure: 'unreadable' });
  });

  it('is no pipe and no device', unless(NO_PIPES), async () => {
    const pipe = join(tempFolder(), 'pipe.intray');
    spawnSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero']) expect(await readInvitationFile(path)).toEqual({ ok: false, failure: 'not-a-file' });
  });

  it.each(['\\\\evil.example\\share\\a.intray', '//evil.example/share/a.intray', '\\\\?\\UNC\\evil.example\\share\\a.intray'])(
    'is not opened on a share of Windows, whose computer is not contacted: %s',
    async (path) => {
      expect(await readInvitationFile(path, 'win32')).toEqual({ ok: false, failure: 'on-a-share' });
    },
  );

  it('is on a share where the innermost mount around it is one', () => {
    const table = [
      mount('/', 'ext4'),
      mount('/media/nas', 'cifs'),
      mount('/media/nas/local', 'ext4'),
      mount('/run/user/1000/gvfs', 'fuse.gvfsd-fuse'),
      mount('/mnt', 'ext4'),
      mount('/mnt', 'nfs4'),
    ].join('\n');
    for (const path of ['/media/nas/a.intray', '/run/user/1000/gvfs/smb-share/a.intray', '/mnt/a.intray'])
      expect(shareIn(table, path)).toBe(true);
    for (const path of ['/home/anne/a.intray', '/media/nas/local/a.intray', '/media/nasty/a.intray'])
      expect(shareIn(table, path)).toBe(false);
  });
});
