import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_COMMANDS } from '#electron/headless/commands/all-commands.ts';
import { completion } from '#electron/headless/completion.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { noProgram, unless } from '#test/support/why-skipped.ts';

/** What real bash offers for a line whose last word is under the cursor. */
function offered(...words: readonly string[]): readonly string[] {
  const script = join(tempFolder(), 'completion.bash');
  const list = ['intray', ...words].map((word) => `'${word}'`).join(' ');
  writeFileSync(
    script,
    `${completion('bash')}\nCOMP_WORDS=(${list})\nCOMP_CWORD=${words.length}\n_intray\nprintf '%s\\n' "\${COMPREPLY[@]}"\n`,
  );
  const ran = spawnSync('bash', [script], { encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  return ran.stdout.trim().split('\n');
}

describe('the completion of bash', unless(noProgram('bash')), () => {
  it('offers every command, and those that begin with what was typed', () => {
    for (const { words } of ALL_COMMANDS) expect(offered('')).toContain(words.split(' ')[0]);
    expect(offered('comp')).toEqual(['companies', 'completion']);
  });

  it('offers the words after the first, and the options of just that command', () => {
    expect(offered('folders', '')).toEqual(expect.arrayContaining(['add', 'list', 'change', 'remove']));
    expect(offered('folders', 'add', '--s')).toEqual(['--settle-ms', '--subfolders']);
    expect(offered('companies', 'list', '--')).toEqual(expect.arrayContaining(['--profile', '--json']));
    expect(offered('companies', 'list', '--')).not.toContain('--settle-ms');
  });

  it('leaves paths to the shell', () => {
    expect(offered('folders', 'add', '--profile', 'x', 'pack')).toEqual(expect.arrayContaining(['package.json']));
  });
});

/** What a shell says about a script. */
function said(name: 'fish' | 'zsh', ...args: readonly string[]): string {
  const ran = spawnSync(name, args, { encoding: 'utf8' });
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  return ran.stdout;
}

function scriptOf(name: 'fish' | 'zsh'): string {
  const script = join(tempFolder(), `completion.${name}`);
  writeFileSync(script, completion(name));
  return script;
}

function offers(line: string): readonly string[] {
  return said('fish', '--no-config', '-c', `source ${scriptOf('fish')}; complete -C "intray ${line}"`)
    .trim()
    .split('\n')
    .map((one) => one.split('\t')[0] ?? '');
}

describe('the completion of fish', unless(noProgram('fish')), () => {
  it('offers commands and no files, then what belongs to each', () => {
    const first = offers('');
    expect(first).toEqual(expect.arrayContaining(['add', 'companies', 'send', 'status', 'url', 'completion']));
    expect(first).not.toContain('package.json');
    expect(offers('folders ')).toEqual(['accept', 'add', 'change', 'list', 'remove', 'take']);
    expect(offers('folders list --')).toContain('--json');
    expect(offers('completion ')).toEqual(['bash', 'fish', 'zsh']);
    expect(offers('send --')).toContain('--timeout');
    expect(offers('send pack')).toContain('package.json');
  });
});

describe('the completions of zsh and fish', () => {
  for (const name of ['zsh', 'fish'] as const)
    it(`are a script that ${name} reads`, unless(noProgram(name)), () => expect(said(name, '-n', scriptOf(name))).toBe(''));

  it('know every command and every option', () => {
    for (const shell of ['zsh', 'fish'] as const)
      for (const { words, options } of ALL_COMMANDS)
        for (const word of [...words.split(' '), ...options]) expect(completion(shell)).toContain(word);
  });
});
