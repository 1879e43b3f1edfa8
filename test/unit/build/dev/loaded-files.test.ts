import { describe, expect, it } from 'vitest';
import { loadedFiles } from '../../../../build/dev/loaded-files.ts';

describe('the files that a program loads', () => {
  it('are those of its own, and of what is shared, and of no other program', () => {
    const relay = [...loadedFiles('relay/server.ts')];
    expect(relay).toContain('relay/create-relay.ts');
    expect(relay).toContain('shared/lib/result.ts');
    expect(relay.filter((path) => /^(?:electron|sandbox)\//.test(path))).toEqual([]);
  });

  it('are also those of a process of its own, and what is loaded later', () => {
    const host = loadedFiles('electron/headless/main.ts');
    expect(host).toContain('electron/file-process/main.ts');
    expect(host).toContain('electron/engine/create-router.ts');
  });

  it('are none where there is no such file', () => {
    expect([...loadedFiles('relay/none.ts')]).toEqual([]);
  });
});
