import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';

/** A whole project path in code marks: no pattern, and no part of a command. */
const PATH = /`((?:build|electron|relay|renderer|sandbox|shared|test)\/[\w./-]*)`/g;
/** A walk through the code is read in one go. */
const STEPS_MAX = 12;

describe('CONTRIBUTING.md', () => {
  const page = projectText('CONTRIBUTING.md');
  const paths = [...page.matchAll(PATH)].map(([, path = '']) => path);

  it('leads along files that are there', () => {
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names many of them, so that the check can fail', () => {
    expect(paths.length).toBeGreaterThan(60);
  });

  it('has walks of one file a step, and not too many of them', () => {
    const [, section = ''] = /^## Four walks\n([\s\S]*?)^## /m.exec(page) ?? [];
    const walks = section.split(/^### .+\n/m).slice(1);
    expect(walks).toHaveLength(4);
    for (const walk of walks) {
      const steps = walk.trim().split('\n');
      expect(steps.length).toBeLessThanOrEqual(STEPS_MAX);
      expect(steps.filter((step) => !/^\d+\. `[\w./-]+\.tsx?` /.test(step))).toEqual([]);
    }
  });
});
