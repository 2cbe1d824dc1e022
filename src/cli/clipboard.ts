import { spawn } from 'node:child_process';
import { findExecutable } from '../launch/find-executable.ts';
import type { Environment } from '../sources/source.ts';

export interface CopyResult {
  /** What was done, in words that claim no more than is known. */
  message: string;
  copied: boolean;
}

/** A way to the clipboard, by a program or through the terminal. */
export type CopyMethod =
  | { kind: 'program'; name: string; path: string; arguments: readonly string[] }
  | { kind: 'tmux'; path: string }
  | { kind: 'terminal'; stream: NodeJS.WriteStream };

/** Terminals drop longer OSC 52 sequences. Bytes before encoding. */
const OSC_52_BYTES = 74_000;
const TIMEOUT_MS = 3000;

/** Where Windows keeps it, when WSL does not take over Windows' PATH. */
const WSL_CLIP = '/mnt/c/Windows/System32/clip.exe';

/** Terminals known not to understand OSC 52. */
const DEAF_TERMINALS: ReadonlySet<string> = new Set(['dumb', 'linux']);

type CopyEnvironment = Pick<Environment, 'variables' | 'platform'>;

/**
 * The ways that this machine offers, best first. Over SSH the programs here would fill the clipboard of the wrong
 * machine: only the terminal reaches the person's, or X11 that is forwarded.
 */
export function copyMethods(
  environment: CopyEnvironment,
  streams: readonly NodeJS.WriteStream[],
): CopyMethod[] {
  const { variables } = environment;
  const programs = clipboardPrograms(environment);
  const terminal = terminalMethods(environment, streams);
  if (!isRemote(variables)) return [...programs, ...terminal];
  return [...terminal, ...(variables['DISPLAY'] ? programs.filter(({ name }) => name.startsWith('x')) : [])];
}

export function isRemote(variables: Environment['variables']): boolean {
  return Boolean(variables['SSH_CONNECTION'] || variables['SSH_TTY'] || variables['SSH_CLIENT']);
}

/** Clipboard programs that are installed and could work here. */
export function clipboardPrograms(environment: CopyEnvironment): Extract<CopyMethod, { kind: 'program' }>[] {
  const { variables, platform } = environment;
  const wsl = Boolean(variables['WSL_DISTRO_NAME'] || variables['WSL_INTEROP']);
  const candidates: readonly { name: string; at?: string; arguments?: readonly string[]; when: boolean }[] = [
    { name: 'pbcopy', when: platform === 'darwin' },
    { name: 'clip.exe', at: 'clip', when: platform === 'win32' },
    { name: 'clip.exe', when: wsl },
    { name: 'clip.exe', at: WSL_CLIP, when: wsl },
    { name: 'wl-copy', when: Boolean(variables['WAYLAND_DISPLAY']) },
    { name: 'xclip', arguments: ['-selection', 'clipboard', '-in'], when: Boolean(variables['DISPLAY']) },
    { name: 'xsel', arguments: ['--clipboard', '--input'], when: Boolean(variables['DISPLAY']) },
  ];
  return candidates.flatMap(({ name, at, arguments: words, when }) => {
    const path = when ? findExecutable(at ?? name, environment) : undefined;
    return path === undefined ? [] : [{ kind: 'program', name, path, arguments: words ?? [] }];
  });
}

/** tmux is asked to pass it on: what a program inside prints it does not let through unless it is set up so. */
function terminalMethods(environment: CopyEnvironment, streams: readonly NodeJS.WriteStream[]): CopyMethod[] {
  const { variables } = environment;
  const tmux = variables['TMUX'] ? findExecutable('tmux', environment) : undefined;
  const stream = streams.find((candidate) => candidate.isTTY);
  const deaf = DEAF_TERMINALS.has(variables['TERM'] ?? '');
  return [
    ...(tmux === undefined ? [] : [{ kind: 'tmux' as const, path: tmux }]),
    ...(stream === undefined || deaf ? [] : [{ kind: 'terminal' as const, stream }]),
  ];
}

/**
 * Copies as well as this machine allows. The caller prints the text as well: what became of it in a terminal nobody
 * tells us.
 */
export async function copyToClipboard(
  text: string,
  environment: CopyEnvironment,
  streams: readonly NodeJS.WriteStream[] = [process.stderr, process.stdout],
): Promise<CopyResult> {
  const failed: string[] = [];
  for (const method of copyMethods(environment, streams)) {
    const message = await tryMethod(method, text, environment.variables);
    if (message !== undefined) return { copied: true, message };
    failed.push(method.kind === 'program' ? method.name : method.kind === 'tmux' ? 'tmux' : 'the terminal');
  }
  const message =
    failed.length > 0
      ? `Not copied: ${failed.join(', ')} did not take it. Copy the text above.`
      : 'Not copied: no clipboard was found (pbcopy, clip.exe, wl-copy, xclip, xsel, a terminal). Copy the text above.';
  return { copied: false, message };
}

/** @returns what to tell; `undefined` when it did not work */
async function tryMethod(
  method: CopyMethod,
  text: string,
  variables: Environment['variables'],
): Promise<string | undefined> {
  switch (method.kind) {
    case 'program':
      return (await feed(method.path, method.arguments, encoded(method.name, text)))
        ? `Copied to the clipboard with ${method.name}.`
        : undefined;
    case 'tmux':
      return (await feed(method.path, ['load-buffer', '-w', '-'], Buffer.from(text)))
        ? 'Put into tmux’s paste buffer (prefix ]), and offered to the terminal’s clipboard; whether it took it cannot be known.'
        : undefined;
    case 'terminal':
      if (Buffer.byteLength(text) > OSC_52_BYTES) return undefined;
      method.stream.write(osc52(text, variables));
      return 'Sent to the terminal’s clipboard (OSC 52); whether the terminal took it cannot be known.';
    default:
      return method satisfies never;
  }
}

/** clip.exe reads UTF-16. */
function encoded(name: string, text: string): Buffer {
  return name === 'clip.exe' ? Buffer.from(`\uFEFF${text}`, 'utf16le') : Buffer.from(text, 'utf8');
}

const SCREEN_CHUNK = 700;

/** The sequence that sets the clipboard, wrapped for what stands between this program and the terminal. */
export function osc52(text: string, variables: Environment['variables']): string {
  const sequence = `\u001b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`;
  // tmux passes on what is wrapped for it, with escapes doubled; screen in pieces of at most 768 bytes.
  if (variables['TMUX']) return `\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;
  if (!variables['STY']) return sequence;
  const pieces = sequence.match(new RegExp(`.{1,${SCREEN_CHUNK}}`, 'gs')) ?? [];
  return pieces.map((piece) => `\u001bP${piece}\u001b\\`).join('');
}

function feed(command: string, commandArguments: readonly string[], input: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, commandArguments, {
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: TIMEOUT_MS,
    });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
    // The program may end before it read everything; its exit code tells.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
