import { spawn } from 'node:child_process';

export interface CopyResult {
  /** What was done, in words that claim no more than is known. */
  message: string;
  copied: boolean;
}

/** Terminals drop longer OSC 52 sequences. Bytes before encoding. */
const OSC_52_BYTES = 74_000;
const TIMEOUT_MS = 3000;

const TOOLS: readonly { command: string; arguments: readonly string[]; needs?: string }[] = [
  { command: 'pbcopy', arguments: [] },
  { command: 'wl-copy', arguments: [], needs: 'WAYLAND_DISPLAY' },
  { command: 'xclip', arguments: ['-selection', 'clipboard', '-in'], needs: 'DISPLAY' },
  { command: 'xsel', arguments: ['--clipboard', '--input'], needs: 'DISPLAY' },
  { command: 'clip.exe', arguments: [] },
];

/**
 * Copies as well as this machine allows: a clipboard program, else the terminal itself (OSC 52, which works over SSH
 * and through tmux, but never answers).
 */
export async function copyToClipboard(text: string): Promise<CopyResult> {
  const remote = process.env.SSH_CONNECTION !== undefined || process.env.SSH_TTY !== undefined;
  if (!remote) {
    for (const tool of TOOLS) {
      if (tool.needs !== undefined && !process.env[tool.needs]) continue;
      if (await feed(tool.command, tool.arguments, encoded(tool.command, text))) {
        return { copied: true, message: `Copied to the clipboard with ${tool.command}.` };
      }
    }
  }
  if (process.stderr.isTTY && Buffer.byteLength(text) <= OSC_52_BYTES) {
    process.stderr.write(osc52(text));
    return {
      copied: true,
      message: 'Sent to the terminal’s clipboard (OSC 52); whether the terminal took it cannot be known.',
    };
  }
  return {
    copied: false,
    message:
      'No clipboard was found (tried pbcopy, wl-copy, xclip, xsel, clip.exe, the terminal): copy the text above.',
  };
}

/** clip.exe reads UTF-16. */
function encoded(command: string, text: string): Buffer {
  return command === 'clip.exe' ? Buffer.from(`\uFEFF${text}`, 'utf16le') : Buffer.from(text, 'utf8');
}

function osc52(text: string): string {
  const sequence = `\u001b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`;
  // tmux passes on what is wrapped for it, with escapes doubled.
  return process.env.TMUX ? `\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\` : sequence;
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
