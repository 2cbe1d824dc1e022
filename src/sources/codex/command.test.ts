import { describe, expect, it } from 'vitest';
import { callAction } from './call-action.ts';
import { commandAction, commandText } from './command.ts';

it('takes the script out of a shell call', () => {
  expect(commandText(['bash', '-lc', 'a && b'])).toBe('a && b');
  expect(commandText(['/usr/bin/zsh', '-lc', 'x'])).toBe('x');
  expect(commandText(['powershell.exe', '-NoProfile', '-Command', 'Get-Item x'])).toBe('Get-Item x');
  expect(commandText(['cmd', '/c', 'dir', 'x'])).toBe('dir x');
  expect(commandText(['git', 'commit', '-m', "it's"])).toBe("git commit -m 'it'\\''s'");
});

describe('commandAction', () => {
  it('finds the edit in a patch, in the directory that it is applied in', () => {
    const patch = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.ts\n+x\n*** End Patch\nEOF";
    expect(commandAction(patch)).toEqual({ type: 'edit', changes: [{ path: 'a.ts', change: 'create' }] });
    expect(commandAction(`cd sub && ${patch}`, '/w')).toEqual({
      type: 'edit',
      changes: [{ path: '/w/sub/a.ts', change: 'create' }],
    });
  });

  it.each([
    ['cat a.ts b.ts', { type: 'read', paths: ['a.ts', 'b.ts'] }],
    ["sed -n '1,20p' src/a.ts", { type: 'read', paths: ['src/a.ts'] }],
    ["nl -ba 'a b.ts' | sed -n '5,9p'", { type: 'read', paths: ['a b.ts'] }],
    ['head -n 20 a.ts', { type: 'read', paths: ['a.ts'] }],
    ['rg -n "to do" src tests', { type: 'search', query: 'to do', paths: ['src', 'tests'] }],
    ["rg -g '*.ts' -e 'x|y' .", { type: 'search', query: 'x|y', paths: ['.'] }],
    ['rg -n -- "-x" a.ts', { type: 'search', query: '-x', paths: ['a.ts'] }],
    ['git grep -n foo', { type: 'search', query: 'foo', paths: [] }],
  ])('%s looks only', (command, action) => expect(commandAction(command)).toEqual(action));

  it.each([
    'cat a.ts > b.ts',
    'cat a.ts && rm a.ts',
    "sed -i 's/a/b/' a.ts",
    'cat a.ts | xargs rm',
    'cat $(ls)',
    'tail -f log',
    'rg --files',
    'npm test',
    'cat',
    'cat <<EOF\nx\nEOF',
  ])('%s is a run', (command) => expect(commandAction(command)).toEqual({ type: 'run', command }));
});

it('reads the arguments of every generation of shell tools', () => {
  const run = { type: 'run', command: 'npm test' };
  expect(callAction('shell', { command: ['bash', '-lc', 'npm test'] }, '/w')).toEqual(run);
  expect(callAction('shell_command', { command: 'npm test', workdir: '/w' }, '/w')).toEqual(run);
  expect(callAction('exec_command', { cmd: 'npm test', workdir: 'sub' }, '/w')).toEqual({
    ...run,
    directory: '/w/sub',
  });
  expect(callAction('exec_command', { cmd: 7 }, '/w')).toEqual({ type: 'other' });
  expect(
    callAction(
      'shell',
      { command: ['apply_patch', '*** Begin Patch\n*** Delete File: a\n*** End Patch'] },
      undefined,
    ),
  ).toEqual({
    type: 'edit',
    changes: [{ path: 'a', change: 'delete' }],
  });
});
